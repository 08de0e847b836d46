"""What a seat may know, as a row of small integers for learning agents.

There are three forms. The *view* is what a seat sees at the moment. The *memory* is what a player with perfect memory
knows: besides the view, what everybody could count, and what the seat was shown. It is the default. The *insight* is
the memory with what a good player works out from it, such as what a card on the table is worth to everybody: networks
need not learn to count. It is what the networks of Koloda's own bots see, and takes longer to fill in.

A game's `observation.py` has the view: `observe(s, seat, out)` fills in the numbers, `LAYOUT` says which is which. Its
`memory.py` has the memory, with a `LAYOUT` of its own. What the state does not hold is in a `Memory`, a record beside
it: `forget` empties it when a game begins, `watch` and `watch_draw` see every decision and every draw before it is
carried out, and `recall(s, m, seat, out)` fills in the numbers. `insight.py` has the same functions and a `LAYOUT` for
the insight. All three modules are compilable. A game without `memory.py` has the view in its place, one without
`insight.py` the memory.

Seats are relative: 0 is the observing seat, 1 the next one, and so on. What is agreed before the game (players,
options, the edition) is not part of it.
"""

from collections.abc import Sequence
from types import ModuleType
from typing import Any, Literal, NamedTuple

from koloda.core import no_memory
from koloda.core.errors import UnknownOption

Width = Literal["i1", "i2"]
MEMORY, VIEW, INSIGHT = "memory", "view", "insight"
FORMS = (MEMORY, VIEW, INSIGHT)


class Part(NamedTuple):
    """Consecutive numbers with one meaning."""

    name: str
    size: int
    lowest: int
    highest: int
    meaning: str


class Observation:
    """Wraps a game's `observation.py`, and `memory.py` and `insight.py` if it has them, for the rest of Koloda."""

    def __init__(self, source: ModuleType, memory: ModuleType | None = None, insight: ModuleType | None = None) -> None:
        self.source = source
        self.memory = memory
        form: Any = source if memory is None else memory
        self.layout: tuple[Part, ...] = form.LAYOUT
        self.width: Width = form.WIDTH
        self.size = sum(part.size for part in self.layout)
        self._forms = {
            MEMORY: self,
            VIEW: self if memory is None else Observation(source),
            INSIGHT: self if insight is None else Observation(source, insight),
        }

    @property
    def remembers(self) -> bool:
        """Is there anything to remember that the state does not hold?"""
        return self.memory is not None and self.memory.Memory is not no_memory.Memory

    def form(self, name: str) -> "Observation":
        """The form of this name: `memory` is this one."""
        if name not in FORMS:
            raise UnknownOption.of("errors.observation", given=str(name), allowed=", ".join(FORMS))
        return self._forms[name]

    @property
    def insight(self) -> "Observation":
        """The form that networks see."""
        return self._forms[INSIGHT]

    def nothing_remembered(self) -> Any:
        """The memory at the start of a game."""
        made = (self.memory or no_memory).Memory()
        (self.memory or no_memory).forget(made)
        return made

    def watch(self, s: Any, memory: Any, ply: tuple[int, ...]) -> None:
        """Remember what a decision (seat, action) or a draw (outcome) is about to show, from an interpreted state."""
        if self.memory is None:
            return
        if len(ply) == 1:
            self.memory.watch_draw(s, memory, *ply)
        else:
            self.memory.watch(s, memory, *ply)

    def of(self, s: Any, seat: int, memory: Any = None) -> list[int]:
        """The numbers for a seat, from an interpreted state; without a memory, as if the game had begun there."""
        out = [0] * self.size
        if self.memory is None:
            self.source.observe(s, seat, out)
        else:
            self.memory.recall(s, self.nothing_remembered() if memory is None else memory, seat, out)
        return out

    def parts(self, numbers: Sequence[int]) -> dict[str, list[int]]:
        """The same numbers by the name of their part."""
        found, at = {}, 0
        for part in self.layout:
            found[part.name] = list(numbers[at : at + part.size])
            at += part.size
        return found
