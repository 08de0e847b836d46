"""A widget that shows a canvas."""

from collections.abc import Callable
from functools import cache

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from koloda.drawing.canvas import Canvas


class CanvasWidget(Widget):
    """Shows a canvas and draws it again for every size. `Pointed` says what was clicked."""

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
        return strip(canvas, y) if y < canvas.height else Strip.blank(self.size.width)

    def on_click(self, event: events.Click) -> None:
        what = self.canvas.at(event.x, event.y)
        if what is not None:
            self.post_message(self.Pointed(what, event.chain > 1))


def strip(canvas: Canvas, y: int) -> Strip:
    segments: list[Segment] = []
    run, last = "", None
    for character, ink, paper, bold in canvas.cells[y]:
        style = _style(ink, paper, bold)
        if style is not last and last is not None:
            segments.append(Segment(run, last))
            run = ""
        run, last = run + character, style
    return Strip([*segments, Segment(run, last)], canvas.width)


@cache
def _style(ink: str, paper: str, bold: bool) -> Style:
    return Style(color=ink, bgcolor=paper, bold=bold)
