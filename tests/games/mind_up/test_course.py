"""The course of the points has a point for each round."""

from koloda.games import find
from koloda.table.course import course
from tests.table.games import opened, play_on


def test_a_point_for_each_round() -> None:
    points = course(find("mind_up"), play_on(opened("mind_up")).match.steps)
    assert len(points) == 4
    assert points[0].scores == [0] * 4
