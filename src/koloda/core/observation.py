"""What a seat may know as a row of small whole numbers, for agents that learn.

A game's `observe.py` is compilable: `observe(s, seat, out)` fills in the numbers, `LAYOUT` says which is which. Seats
are counted from the own one: 0 is the seat itself, 1 the next in the order of seats, and so on. What was agreed before
the game (players, options, the edition) is not repeated.
"""

from collections.abc import Callable, MutableSequence, Sequence
from types import ModuleType
from typing import Any, Literal, NamedTuple

Width = Literal["i1", "i2"]


class Part(NamedTuple):
    """Consecutive numbers of one meaning."""

    name: str
    size: int
    lowest: int
    highest: int
    meaning: str


class Observation:
    """A game's `observe.py` to the rest of Koloda."""

    def __init__(self, source: ModuleType) -> None:
        self.source = source
        self.layout: tuple[Part, ...] = source.LAYOUT
        self.width: Width = source.WIDTH
        self.size = sum(part.size for part in self.layout)
        self._fill: Callable[[Any, int, MutableSequence[int]], None] = source.observe

    def of(self, s: Any, seat: int) -> list[int]:
        """The numbers for a seat, from an interpreted state."""
        out = [0] * self.size
        self._fill(s, seat, out)
        return out

    def parts(self, numbers: Sequence[int]) -> dict[str, list[int]]:
        """The same numbers by the name of their part."""
        found, at = {}, 0
        for part in self.layout:
            found[part.name] = list(numbers[at : at + part.size])
            at += part.size
        return found
