"""Whole random games: the same for any number of threads, and the same as with the interpreted rules."""

import numpy as np
import pytest

from koloda import envs
from koloda.compiled.generator import stream
from koloda.core.errors import UnknownOption
from koloda.core.game import Game
from koloda.games import GAMES
from tests.envs.reference_batch import played


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_games_are_those_of_the_interpreted_rules(game: Game) -> None:
    found = envs.playouts(game.name, 3, games=4, seed=11)
    for i in range(4):
        s, decisions = played(game, game.new(3), stream(11, i))
        standings = [0, 0, 0]
        game.rules.standings(s, standings)
        assert found.lengths[i] == decisions
        assert found.scores[i].tolist() == game.scores(s)
        assert found.standings[i].tolist() == standings


def test_threads_make_no_difference() -> None:
    one = envs.playouts("no_thanks", 4, games=9_000, seed=1, threads=1)
    two = envs.playouts("no_thanks", 4, games=9_000, seed=1, threads=2)
    assert np.array_equal(one.scores, two.scores)
    assert one.decisions == two.decisions > 9_000


@pytest.mark.parametrize(
    "wrong", [{"games": 0}, {"threads": 0}, {"seed": -1}, {"device": "tpu"}, {"players": 1}], ids=str
)
def test_bad_arguments(wrong: dict[str, int]) -> None:
    with pytest.raises(UnknownOption):
        envs.playouts("no_thanks", **wrong)  # type: ignore[arg-type]
