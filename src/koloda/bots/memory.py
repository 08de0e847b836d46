"""What a search bot remembers about the other players, from the story of its seat."""

from koloda.bots.knowledge import Knowledge
from koloda.core.game import REMEMBERED, Memory


def remember(knowledge: Knowledge) -> Memory:
    """Everything that the events tell of the round in progress; where a game remembers nothing, all 0."""
    keep = knowledge.game.remember
    return (
        blank(knowledge.game.seats) if keep is None else keep(knowledge.partial_state, knowledge.seat, knowledge.events)
    )


def blank(seats: int) -> Memory:
    return [[0] * REMEMBERED for _ in range(seats)]
