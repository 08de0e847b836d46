"""The course of the money has a point for each round."""

from koloda.games import find
from koloda.table.course import course
from tests.table.games import opened, play_on


def test_tugriks_are_counted_before_the_next_round_is_paid_for() -> None:
    points = course(find("tugriki"), play_on(opened("tugriki")).match.steps)
    assert len(points) == 5
    assert {sum(point.scores) for point in points} == {120}, "none is in the bank"
