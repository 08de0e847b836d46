"""Draws the other seats side by side: their names, whose turn it is, and their figures."""

from collections.abc import Sequence

from koloda.drawing.canvas import Canvas, fitted
from koloda.drawing.scene import Painter, Scene, Span, cells

HEIGHT = 2
NAME = 5  # at least this many characters of a name are shown


def draw(painter: Painter, scene: Scene, canvas: Canvas) -> int:
    """Draw the seats clockwise, beginning with the one to your left. Returns the line below them."""
    view = scene.view
    own = view.seat or 0
    others = [(own + n) % view.players for n in range(1, view.players)]
    told = {seat: painter.seat(scene, seat) for seat in others}
    widest = max(painter.SEAT_WIDTH, *(cells(line) + 1 for _, line in told.values()))
    widest = max(widest, *(cells(figures) + 3 + NAME for figures, _ in told.values()))
    columns = max(1, min(len(others), canvas.width // (widest + 1)))
    lines = -(-len(others) // columns)
    columns = -(-len(others) // lines)
    width = canvas.width // columns
    for number, seat in enumerate(others):
        x, y = number % columns * width, number // columns * HEIGHT
        _seat(scene, canvas, seat, told[seat], (x, y, width - 1))
    return lines * HEIGHT


def _seat(
    scene: Scene,
    canvas: Canvas,
    seat: int,
    told: tuple[Sequence[Span], Sequence[Span]],
    box: tuple[int, int, int],
) -> None:
    x, y, width = box
    palette = scene.palette
    turn = seat in scene.view.actors
    canvas.fill(x, y, width, HEIGHT, palette.surface)
    figures, line = told
    room = width - 3 - cells(figures)
    canvas.write(x, y, "▶ " if turn else "  ", palette.on_sun if turn else palette.ink, palette.sun if turn else "")
    name = fitted(scene.names[seat], max(NAME, room))
    end = canvas.write(x + 2, y, name, palette.ink, bold=True)
    write_spans(canvas, end + 1, y, figures, palette.faint_ink, x + width)
    write_spans(canvas, x + 1, y + 1, line, palette.ink, x + width)


def write_spans(canvas: Canvas, x: int, y: int, spans: Sequence[Span], ink: str, end: int) -> int:
    for span in spans:
        x = canvas.write(x, y, fitted(span.text, end - x), span.ink or ink, span.paper, span.bold)
    return x
