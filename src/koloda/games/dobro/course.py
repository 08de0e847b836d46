"""The course of the points: round by round."""

from koloda.games.dobro.state import State


def point(before: State, after: State) -> list[int] | None:
    """DB-24."""
    return list(after.points[: after.players]) if after.played > before.played else None
