"""The course of the points: round by round."""

from koloda.games.mind_up.collecting import total
from koloda.games.mind_up.state import State


def point(before: State, after: State) -> list[int] | None:
    """MU-16."""
    return [total(after, seat) for seat in range(after.players)] if after.scored > before.scored else None
