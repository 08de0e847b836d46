"""The course of the scores: where a game puts its points, and what it does without any."""

from dataclasses import replace
from itertools import pairwise

import pytest

from koloda.core.game import Game
from koloda.games import GAMES
from koloda.table import course as courses
from koloda.table.course import Point, course
from tests.table.games import opened, play_on


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_it_leads_from_the_start_to_the_final_scores(game: Game) -> None:
    table = play_on(opened(game.name), undo=True)
    points = course(game, table.match.steps)
    assert points[0] == Point(0, game.scores(game.start(table.record.values)))
    assert [point.at for point in points] == list(range(len(points)))
    assert list(points[-1].scores) == game.scores(table.match.state)
    assert course(game, []) == []


def test_a_game_that_names_no_points_has_one_wherever_a_score_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    table = play_on(opened("no_thanks"))
    game = replace(table.record.game)
    game.__dict__["course"] = None
    points = course(game, table.match.steps)
    assert len(points) > 25, "a chip that is paid changes a score, too"
    assert all(one.at < other.at and one.scores != other.scores for one, other in pairwise(points))
    assert list(points[-1].scores) == game.scores(table.match.state)

    monkeypatch.setattr(courses, "MOST_POINTS", 10)
    fewer = course(game, table.match.steps)
    assert len(fewer) == 10
    assert (fewer[0], fewer[-1]) == (points[0], points[-1])
