"""The graph of somebody's chances, in a few lines of a canvas: an area, and below it an axis with marks."""

from collections.abc import Mapping, Sequence
from math import ceil

from koloda.drawing.canvas import Canvas
from koloda.drawing.palette import Palette
from koloda.terminal.review import MARKS

COLUMNS = " ▁▂▃▄▅▆▇█"
EIGHTHS = 8
QUARTERS = 4


def top_of(chances: Sequence[float], even: float) -> float:
    """The top of the scale: a round value above all chances, and well above the even share."""
    return min(1.0, ceil(QUARTERS * max(*chances, even + 0.2)) / QUARTERS)


def draw(
    canvas: Canvas,
    palette: Palette,
    chances: Sequence[float],
    even: float,
    cursor: int,
    marks: Mapping[int, str],
    box: tuple[int, int, int],
) -> None:
    """Draw chances, one a column, and the axis below them.

    `even` is the dashed line of an even share; `cursor` and the keys of `marks` (verdicts) are columns. The box is the
    left edge, the first line and the number of lines without the axis.
    """
    x, y, rows = box
    top = top_of(chances, even)
    even_row = rows - 1 - min(int(even / top * rows), rows - 1)
    for column, chance in enumerate(chances):
        height = max(1, round(chance / top * rows * EIGHTHS))
        ink = palette.accent if column <= cursor else palette.strong_line
        for row in range(rows):
            filled = max(0, min(height - EIGHTHS * (rows - 1 - row), EIGHTHS))
            character = COLUMNS[filled]
            if filled == 0 and column == cursor:
                character, ink_here = "│", palette.ink
            elif filled == 0 and row == even_row:
                character, ink_here = "╌", palette.strong_line
            else:
                ink_here = ink
            canvas.write(x + column, y + row, character, ink_here)
        _axis(canvas, palette, x + column, y + rows, marks.get(column), column == cursor)


def _axis(canvas: Canvas, palette: Palette, x: int, y: int, mark: str | None, here: bool) -> None:
    if mark is not None:
        ink = palette.bad if mark == "mistake" else palette.good
        canvas.write(x, y, MARKS[mark], palette.on_sun if here else ink, palette.sun if here else "", bold=True)
    else:
        canvas.write(x, y, "┃" if here else "─", palette.ink if here else palette.line, bold=here)
