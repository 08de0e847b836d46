"""How often each seat has changed its mind: generous, but no log grows without end."""

from collections.abc import Iterable
from typing import NamedTuple

PER_DECISION = 20
"""How often a seat may take one decision back."""
PER_GAME = 500
"""How often it may take decisions back in a whole game."""


class Reconsidered(NamedTuple):
    """What one seat has decided and taken back."""

    standing: int = 0
    """Decisions that count."""
    most: int = 0
    """The most that ever did."""
    times: int = 0
    """How often something was taken back since then."""
    total: int = 0
    """How often in the whole game."""

    @property
    def exhausted(self) -> bool:
        return self.times >= PER_DECISION or self.total >= PER_GAME

    def decided(self, decisions: int = 1) -> "Reconsidered":
        """The seat has decided something, or had to take back decisions (negative) because of others."""
        standing = self.standing + decisions
        if standing > self.most:
            return Reconsidered(standing, standing, 0, self.total)
        return self._replace(standing=standing)

    def changed(self) -> "Reconsidered":
        """The seat has changed its mind."""
        return self._replace(times=self.times + 1, total=self.total + 1)


BySeat = tuple[Reconsidered, ...]


def decided(before: BySeat, seat: int, takes_back: bool) -> BySeat:
    """After a decision of a seat, which may be to take its choice back."""
    after = before[seat].decided(-1).changed() if takes_back else before[seat].decided()
    return (*before[:seat], after, *before[seat + 1 :])


def undone(before: BySeat, seat: int, decisions: Iterable[tuple[int, bool]]) -> BySeat:
    """After a seat has undone decisions: whose each was, and whether it took a choice back."""
    after = list(before)
    for other, took_back in decisions:
        after[other] = after[other].decided(1 if took_back else -1)
    after[seat] = after[seat].changed()
    return tuple(after)
