"""A canvas of character cells, and a widget that shows one. Places on it can be clicked."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

Cell = tuple[str, str, str, bool]  # character, ink, paper, bold


@cache
def _style(ink: str, paper: str, bold: bool) -> Style:
    return Style(color=ink, bgcolor=paper, bold=bold)


@dataclass
class Canvas:
    width: int
    height: int
    ink: str
    paper: str
    cells: list[list[Cell]] = field(init=False)
    targets: list[tuple[int, int, int, int, object]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.cells = [[(" ", self.ink, self.paper, False)] * self.width for _ in range(self.height)]

    def write(self, x: int, y: int, text: str, ink: str = "", paper: str = "", bold: bool = False) -> int:
        """Write a line, cut off at the edge; without a paper, what lies below shines through. Returns the end."""
        for character in text:
            wide = cell_len(character)
            if wide and 0 <= y < self.height and x >= 0 and x + wide <= self.width:
                below = self.cells[y][x][2]
                self.cells[y][x] = (character, ink or self.ink, paper or below, bold)
                for tail in range(1, wide):
                    self.cells[y][x + tail] = ("", ink or self.ink, paper or below, bold)
            x += wide
        return x

    def centred(
        self, x: int, y: int, width: int, text: str, ink: str = "", paper: str = "", bold: bool = False
    ) -> None:
        shown = fitted(text, width)
        self.write(x + (width - cell_len(shown)) // 2, y, shown, ink, paper, bold)

    def fill(self, x: int, y: int, width: int, height: int, paper: str) -> None:
        for row in range(y, y + height):
            self.write(x, row, " " * width, paper=paper)

    def target(self, x: int, y: int, width: int, height: int, what: object) -> None:
        """A click there means `what`; later targets lie on top."""
        self.targets.append((x, y, width, height, what))

    def at(self, x: int, y: int) -> object | None:
        for left, top, width, height, what in reversed(self.targets):
            if left <= x < left + width and top <= y < top + height:
                return what
        return None

    def strip(self, y: int) -> Strip:
        segments: list[Segment] = []
        run, last = "", None
        for character, ink, paper, bold in self.cells[y]:
            style = _style(ink, paper, bold)
            if style is not last and last is not None:
                segments.append(Segment(run, last))
                run = ""
            run, last = run + character, style
        return Strip([*segments, Segment(run, last)], self.width)


def fitted(text: str, width: int) -> str:
    """The text, cut with an ellipsis where it is too long."""
    if cell_len(text) <= width:
        return text
    while text and cell_len(text) > width - 1:
        text = text[:-1]
    return text.rstrip() + "…" if width > 0 else ""


class Painting(Widget):
    """Shows a canvas, painted anew for every size. `Pointed` says what was clicked."""

    class Pointed(Message):
        def __init__(self, what: object, twice: bool) -> None:
            super().__init__()
            self.what = what
            self.twice = twice

    def __init__(self, paint: Callable[[int, int], Canvas], *, id: str) -> None:
        super().__init__(id=id)
        self._paint = paint
        self._canvas: Canvas | None = None

    def repaint(self) -> None:
        self._canvas = None
        self.refresh()

    @property
    def canvas(self) -> Canvas:
        width, height = self.size
        if self._canvas is None or (self._canvas.width, self._canvas.height) != (width, height):
            self._canvas = self._paint(width, height)
        return self._canvas

    def render_line(self, y: int) -> Strip:
        canvas = self.canvas
        return canvas.strip(y) if y < canvas.height else Strip.blank(self.size.width)

    def on_click(self, event: events.Click) -> None:
        what = self.canvas.at(event.x, event.y)
        if what is not None:
            self.post_message(self.Pointed(what, event.chain > 1))
