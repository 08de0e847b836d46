"""The course of the scores has a point for each card that is taken."""

from koloda.games import find
from koloda.table.course import course
from tests.table.games import opened, play_on


def test_a_point_for_each_card() -> None:
    points = course(find("no_thanks"), play_on(opened("no_thanks", removed=9, chips=11)).match.steps)
    assert len(points) == 1 + 33 - 9
    assert points[0].scores == [-11] * 4
