"""What a search bot remembers of the others, from what its seat was told."""

from koloda.bots.sight import Sight
from koloda.core.game import REMEMBERED, Memory


def remember(sight: Sight) -> Memory:
    """Everything that the story tells of the round in progress; where a game remembers nothing, all 0."""
    keep = sight.game.remember
    return blank(sight.game.seats) if keep is None else keep(sight.seen, sight.story)


def blank(seats: int) -> Memory:
    return [[0] * REMEMBERED for _ in range(seats)]
