"""A sample of games; `python -m tests.server.leaks 250` compares many more."""

import pytest

from koloda.games import GAMES
from tests.server.leaks import compare_game


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_bytes_tell_nothing_of_unseen_cards(game: str, seed: int) -> None:
    assert compare_game(game, seed) > 5
