"""What a painter of a game is given, and what it gives back."""

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
    """Something to choose with: a card of the hand, or a button. Without actions it only lies there."""

    label: str
    actions: tuple[int, ...] = ()
    """What it may be used for now, the usual use first."""
    face: Face | None = None
    key: str = ""
    lapped: bool = False
    """The next card lies over it: part of a run."""
    picked: bool = False
    """The card that was chosen and waits."""
    held: bool = True
    """A card of the hand; else one that lies open and stays."""
    listed: bool = False
    """A button of a list, one below the other."""

    def kind(self, chosen: bool) -> str:
        """How its edge is drawn (cards.py)."""
        if chosen:
            return "chosen"
        return "plain" if self.actions or self.picked or not self.held else "asleep"


@dataclass(frozen=True)
class Span:
    """A few words of one colour."""

    text: str
    ink: str = ""
    paper: str = ""
    bold: bool = False


@dataclass(frozen=True)
class Scene:
    """A view and how to tell of it. `aimed` is the action that Enter would take."""

    view: Any
    names: Sequence[str]
    language: Language
    palette: Palette
    legal: Sequence[int] = ()
    aimed: int | None = None
    marks: frozenset[int] = field(default=frozenset())
    """The actions that the selected thing may be used for."""

    def say(self, told: Fact) -> str:
        return say(told, self.language, self.names, self.view.seat)

    def t(self, key: str, /, **args: Arg) -> str:
        """A text of the game for the screen, else one that the screen has for all games."""
        return self.say(fact(key_for(self.view.game, "screen", key, self.language), **args))


class Painter(Protocol):
    """One game's module."""

    SEAT_WIDTH: int
    """The least width of a seat."""
    RAISES: bool
    """Are cards of the hand chosen? Then there is room to raise one."""

    def title(self, scene: Scene) -> str:
        """Where the game stands: round, direction, deck."""

    def due(self, scene: Scene) -> str:
        """What is to be done, on one's own turn."""

    def own(self, scene: Scene) -> str:
        """One's own figures."""

    def seat(self, scene: Scene, seat: int) -> tuple[list[Span], list[Span]]:
        """Another's figures: what stands behind the name, and the line below."""

    def things(self, scene: Scene) -> list[Thing]: ...

    def stage(self, scene: Scene, canvas: Canvas, y: int) -> None:
        """The middle of the table, from line y down."""


def cells(spans: Sequence[Span]) -> int:
    return sum(len(span.text) for span in spans)
