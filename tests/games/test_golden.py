"""Golden playthroughs: every game has some, and plays them as it always has."""

import pytest

from koloda.core.game import Game
from koloda.games import GAMES
from tests.golden import path, playthrough
from tests.referees import REFEREES

ALL = [(game, name) for game in GAMES.values() for name in REFEREES[game.name].GOLDEN]


@pytest.mark.parametrize(("game", "name"), ALL, ids=[f"{game.name}-{name}" for game, name in ALL])
def test_playthrough(game: Game, name: str) -> None:
    assert path(game, name).read_text("utf-8") == playthrough(game, **REFEREES[game.name].GOLDEN[name])


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_game_has_golden_playthroughs_and_no_stray_ones(game: Game) -> None:
    kept = {file.stem for file in path(game, "").parent.glob("*.txt")}
    assert len(kept) >= 2
    assert kept == set(REFEREES[game.name].GOLDEN)
