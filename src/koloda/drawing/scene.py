"""What a game's painter gets, and what it returns."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from koloda.core.facts import Arg, Fact, fact
from koloda.core.text import Language, key_for, say
from koloda.drawing.canvas import Canvas
from koloda.drawing.cards import Face
from koloda.drawing.palette import Palette


@dataclass(frozen=True)
class Thing:
    """Something to choose: a card of the hand, or a button. Without actions it is only shown."""

    label: str
    actions: tuple[int, ...] = ()
    """The actions that it stands for now, the usual one first."""
    face: Face | None = None
    key: str = ""
    lapped: bool = False
    """The next card overlaps it: part of a run."""
    picked: bool = False
    """The card that was chosen and is still hidden from others."""
    held: bool = True
    """A card of the hand; False for a card that lies open."""
    listed: bool = False
    """A button in a vertical list."""
    note: str = ""
    """A mark next to its key: what playing it takes besides. The cursor does not begin on such a card if it can."""

    def kind(self, chosen: bool) -> str:
        """The style of its edge (cards.py)."""
        if chosen:
            return "chosen"
        return "plain" if self.actions or self.picked or not self.held else "asleep"


@dataclass(frozen=True)
class Span:
    """A few words in one colour."""

    text: str
    ink: str = ""
    paper: str = ""
    bold: bool = False


@dataclass(frozen=True)
class Scene:
    """A view, and what it takes to show it. `aimed` is the action that Enter would take."""

    view: Any
    names: Sequence[str]
    language: Language
    palette: Palette
    legal: Sequence[int] = ()
    aimed: int | None = None
    marks: frozenset[int] = field(default=frozenset())
    """The actions of the selected thing."""

    def say(self, told: Fact) -> str:
        return say(told, self.language, self.names, self.view.seat)

    def t(self, key: str, /, **args: Arg) -> str:
        """A text of the game for the screen, else one that the screen has for all games."""
        return self.say(fact(key_for(self.view.game, "screen", key, self.language), **args))


class Painter(Protocol):
    """The terminal part of a game."""

    SEAT_WIDTH: int
    """The minimum width of a seat."""
    RAISES: bool
    """Are cards of the hand chosen? Then the screen leaves room to raise one."""

    def title(self, scene: Scene) -> str:
        """The progress of the game: round, direction, deck."""

    def due(self, scene: Scene) -> str:
        """What to do, on your turn."""

    def own(self, scene: Scene) -> str:
        """Your own figures."""

    def seat(self, scene: Scene, seat: int) -> tuple[list[Span], list[Span]]:
        """The figures of another seat: next to its name, and on the line below."""

    def things(self, scene: Scene) -> list[Thing]: ...

    def stage(self, scene: Scene, canvas: Canvas, y: int) -> None:
        """Draw the middle of the table, from line y down."""


def cells(spans: Sequence[Span]) -> int:
    return sum(len(span.text) for span in spans)
