"""The growth rings of the table, around the number that matters: they are in the paper, text goes over them."""

from koloda.drawing.canvas import Canvas

GAP, THICK = 11.0, 1.9
LEAST = 13  # lines below which rings would only look like bars


def draw(canvas: Canvas, x: int, y: int, width: int, height: int, paper: str) -> None:
    """Rings within a box, around its middle. Cells are twice as high as wide."""
    if height < LEAST:
        return
    for row in range(y, y + height):
        for column in range(x, x + width):
            across, down = column + 0.5 - x - width / 2, 2 * (row + 0.5 - y - height / 2)
            distance = (across * across + down * down) ** 0.5
            if distance > 1.4 * GAP and distance % GAP < THICK:
                canvas.fill(column, row, 1, 1, paper)
