"""What differs between two moves, for a game to put into words (`bots/reasons.py` in its folder)."""

from dataclasses import dataclass

from koloda.core.estimate import Estimate


@dataclass(frozen=True)
class Contrast:
    """Two moves of a seat, each played on in the same deals, and what the game has counted after them.

    A move is None where a bystander does nothing. The counts are in the order in which the game numbers them.
    """

    better: int | None
    worse: int | None
    after_better: tuple[Estimate, ...]
    """What was counted after the better move, on average."""
    after_worse: tuple[Estimate, ...]
    more: tuple[Estimate, ...]
    """How much more was counted after the worse move than after the better one."""
