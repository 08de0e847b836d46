"""Whole random games: one driver for every caller."""

from collections import Counter
from typing import Any

import pytest

from koloda import envs
from koloda.arena.simulation import simulate
from koloda.compiled import loader, random_games
from koloda.compiled.generator import seed
from koloda.games import GAMES


@pytest.mark.parametrize("name", GAMES)
def test_simulate_and_playouts_play_the_same_games(name: str) -> None:
    """All counts are equal after every game, so every game is equal."""
    found = envs.playouts(name, 3, games=6, seed=8)
    for games in range(1, 7):
        result = simulate(name, 3, games, seed=8)
        best = found.standings[:games] == found.standings[:games].max(axis=1, keepdims=True)
        assert result.lengths == Counter(found.lengths[:games].tolist())
        for seat in range(3):
            assert result.scores[seat] == Counter(found.scores[:games, seat].tolist())
            assert result.wins[seat] == Counter(best[best[:, seat]].sum(axis=1).tolist())


def test_a_game_that_does_not_end_is_an_error() -> None:
    game = GAMES["no_thanks"]
    driver = loader.interpreted(game, random_games)
    play = driver(random_games.play)

    def decisions() -> int:
        words = [0, 0, 0, 0]
        seed(words, 1, 0)
        return int(play(game.new(3), words, [0] * game.widest))

    longest: Any = driver.module
    longest.LONGEST = decisions()
    assert decisions() == longest.LONGEST
    longest.LONGEST -= 1
    with pytest.raises(AssertionError, match="does not end"):
        decisions()
