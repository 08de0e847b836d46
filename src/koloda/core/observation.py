"""What a seat may know, as a row of small integers for learning agents.

A game's `observation.py` is compilable: `observe(s, seat, out)` fills in the numbers, `LAYOUT` says which is which.
Seats are relative: 0 is the observing seat, 1 the next one, and so on. What is agreed before the game (players,
options, the edition) is not part of it.
"""

from collections.abc import Callable, MutableSequence, Sequence
from types import ModuleType
from typing import Any, Literal, NamedTuple

Width = Literal["i1", "i2"]


class Part(NamedTuple):
    """Consecutive numbers with one meaning."""

    name: str
    size: int
    lowest: int
    highest: int
    meaning: str


class Observation:
    """Wraps a game's `observation.py` for the rest of Koloda."""

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
