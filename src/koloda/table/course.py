"""The course of the scores of a game, point by point, for a chart."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from koloda.core.game import Act, Game
from koloda.table.match import Step

MOST_POINTS = 400
"""Of a longer course, points in between are left out."""


class Point(NamedTuple):
    at: int
    """How far the game was: rounds finished, cards taken, or decisions made."""
    scores: Sequence[int]
    """By seat."""


def course(game: Game, steps: Sequence[Step]) -> list[Point]:
    """The points from the start to the last step: those that the game names, else those where a score changes."""
    if not steps:
        return []
    points = [
        Point(0, game.scores(steps[0].before)),
        *(_changes(game, steps) if game.course is None else _named(game, steps)),
    ]
    final = game.scores(steps[-1].after)
    if list(points[-1].scores) != final:
        points.append(Point(points[-1].at + 1, final))
    return _thinned(points)


def _named(game: Game, steps: Sequence[Step]) -> Iterator[Point]:
    assert game.course is not None
    found = 0
    for step in steps:
        scores = game.course.point(step.before, step.after)
        if scores is not None:
            found += 1
            yield Point(found, scores)


def _changes(game: Game, steps: Sequence[Step]) -> Iterator[Point]:
    """After every decision, with the draws that it brought, that changed a score."""
    decided = [number for number, step in enumerate(steps) if isinstance(step.ply, Act)]
    last = game.scores(steps[0].before)
    for at, (_, end) in enumerate(pairwise([*decided, len(steps)]), 1):
        scores = game.scores(steps[end - 1].after)
        if scores != last:
            last = scores
            yield Point(at, scores)


def _thinned(points: list[Point]) -> list[Point]:
    """At most so many points, evenly chosen, with the first and the last."""
    last = len(points) - 1
    if last < MOST_POINTS:
        return points
    return [points[number * last // (MOST_POINTS - 1)] for number in range(MOST_POINTS)]
