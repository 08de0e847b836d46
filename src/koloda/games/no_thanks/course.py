"""The course of the scores: card by card, as they are taken."""

from koloda.games.no_thanks.rules import scores
from koloda.games.no_thanks.state import State


def point(before: State, after: State) -> list[int] | None:
    """NT-8."""
    if before.taken == after.taken:
        return None
    found = [0] * after.players
    scores(after, found)
    return found
