"""Draws the other seats side by side: their names, whose turn it is, and their figures."""

from collections.abc import Mapping, Sequence

from koloda.drawing.canvas import Canvas, fitted
from koloda.drawing.scene import Painter, Scene, Span, cells

HEIGHT = 2
STAGE = 5  # lines that the middle of the table needs; if they are not there, seats get along with one line each
NAME = 5  # at least this many characters of a name are shown


def draw(painter: Painter, scene: Scene, canvas: Canvas) -> int:
    """Draw the other seats clockwise, from your left; all of them for a spectator. Returns the line below them."""
    view = scene.view
    if view.seat is None:
        others = list(range(view.players))
    else:
        others = [(view.seat + n) % view.players for n in range(1, view.players)]
    told = {seat: painter.seat(scene, seat) for seat in others}
    narrowest = max(cells(figures) + 3 + NAME for figures, _ in told.values())
    columns = _columns(len(others), canvas.width, max(painter.SEAT_WIDTH, narrowest, _widest(told)))
    height = HEIGHT
    if -(-len(others) // columns) * HEIGHT + STAGE > canvas.height:
        columns, height = _columns(len(others), canvas.width, narrowest), 1
    width = canvas.width // columns
    for number, seat in enumerate(others):
        x, y = number % columns * width, number // columns * height
        _seat(scene, canvas, seat, told[seat], (x, y, width - 1, height))
    return -(-len(others) // columns) * height


def _widest(told: Mapping[int, tuple[Sequence[Span], Sequence[Span]]]) -> int:
    return max(cells(line) + 1 for _, line in told.values())


def _columns(seats: int, room: int, width: int) -> int:
    """How many seats stand side by side, as evenly as possible."""
    most = max(1, min(seats, room // (width + 1)))
    return -(-seats // -(-seats // most))


def _seat(
    scene: Scene,
    canvas: Canvas,
    seat: int,
    told: tuple[Sequence[Span], Sequence[Span]],
    box: tuple[int, int, int, int],
) -> None:
    x, y, width, height = box
    palette = scene.palette
    turn = seat in scene.view.actors
    canvas.fill(x, y, width, height, palette.surface)
    figures, line = told
    room = width - 3 - cells(figures)
    canvas.write(x, y, "▶ " if turn else "  ", palette.on_sun if turn else palette.ink, palette.sun if turn else "")
    name = fitted(scene.names[seat], max(NAME, room))
    end = canvas.write(x + 2, y, name, palette.ink, bold=True)
    write_spans(canvas, end + 1, y, figures, palette.faint_ink, x + width)
    if height > 1:
        write_spans(canvas, x + 1, y + 1, line, palette.ink, x + width)


def write_spans(canvas: Canvas, x: int, y: int, spans: Sequence[Span], ink: str, end: int) -> int:
    for span in spans:
        x = canvas.write(x, y, fitted(span.text, end - x), span.ink or ink, span.paper, span.bold)
    return x
