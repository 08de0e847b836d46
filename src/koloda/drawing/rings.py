"""Draws the growth rings of the table as a background, around its most important number."""

from koloda.drawing.canvas import Canvas

GAP, THICK = 11.0, 1.9
LEAST = 13  # with fewer lines, rings would look like bars


def draw(canvas: Canvas, x: int, y: int, width: int, height: int, paper: str) -> None:
    """Draw rings around the centre of a box. Cells are twice as high as wide."""
    if height < LEAST:
        return
    for row in range(y, y + height):
        for column in range(x, x + width):
            across, down = column + 0.5 - x - width / 2, 2 * (row + 0.5 - y - height / 2)
            distance = (across * across + down * down) ** 0.5
            if distance > 1.4 * GAP and distance % GAP < THICK:
                canvas.fill(column, row, 1, 1, paper)
