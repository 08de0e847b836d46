"""A sample of games; `make soak` compares a thousand."""

import os

import pytest

from koloda.games import GAMES
from tests.server.leaks import compare_game

SEEDS = max(3, 5 * int(os.environ.get("KOLODA_SOAK", "1")) // 2)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(SEEDS))
def test_bytes_tell_nothing_of_unseen_cards(game: str, seed: int) -> None:
    assert compare_game(game, seed) > 5
