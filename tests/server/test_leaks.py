"""A sample of games; `make soak` compares a thousand."""

import pytest

from koloda.games import GAMES
from tests.server.leaks import compare_game
from tests.soak import SEED, TIMES

GAMES_OF_EACH = max(3, 5 * TIMES // 2)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("number", range(GAMES_OF_EACH))
def test_bytes_tell_nothing_of_unseen_cards(game: str, number: int) -> None:
    assert compare_game(game, SEED + number) > 5
