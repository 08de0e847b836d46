"""Draws large numbers in half blocks: the most important number is the largest thing on the screen."""

from koloda.drawing.canvas import Canvas

_DRAWN = """
.####.  ..##..  .####.  .####.  ...##.  ######  .####.  ######  .####.  .####.  ......  ##..##
######  .###..  ######  ######  ..###.  ######  ######  ######  ######  ######  ......  ##..##
##..##  ####..  ##..##  ##..##  ..###.  ##....  ##..##  ....##  ##..##  ##..##  ......  ######
##..##  ..##..  ....##  ....##  .####.  #####.  ##....  ...##.  ##..##  ##..##  ......  .####.
##..##  ..##..  ...###  ..###.  ##.##.  ######  #####.  ...##.  .####.  ######  ######  ..##..
##..##  ..##..  ..###.  ..###.  ##.##.  ....##  ######  ..##..  ######  .#####  ######  ..##..
##..##  ..##..  .###..  ....##  ######  ....##  ##..##  ..##..  ##..##  ....##  ......  .####.
##..##  ..##..  ###...  ##..##  ######  ##..##  ##..##  .##...  ##..##  ##..##  ......  ######
######  ######  ######  ######  ....##  ######  ######  .##...  ######  ######  ......  ##..##
.####.  ######  ######  .####.  ....##  .####.  .####.  .##...  .####.  .####.  ......  ##..##
"""
_SMALL = """
###  .#.  ###  ###  #.#  ###  ###  ###  ###  ###  ...  #.#
#.#  ##.  ..#  ..#  #.#  #..  #..  ..#  #.#  #.#  ...  #.#
#.#  .#.  ###  .##  ###  ###  ###  .#.  ###  ###  ###  .#.
#.#  .#.  #..  ..#  ..#  ..#  #.#  .#.  #.#  ..#  ...  #.#
###  ###  ###  ###  ..#  ###  ###  .#.  ###  ###  ...  #.#
...  ...  ...  ...  ...  ...  ...  ...  ...  ...  ...  ...
"""
_ORDER = "0123456789-X"


def _glyphs(drawn: str) -> dict[str, list[str]]:
    rows = [line.split() for line in drawn.strip().splitlines()]
    return {character: [row[n] for row in rows] for n, character in enumerate(_ORDER)}


LARGE, SMALL = _glyphs(_DRAWN), _glyphs(_SMALL)
LARGE_ROWS, SMALL_ROWS = 5, 3


def width(text: str, scale: int = 1, small: bool = False) -> int:
    glyphs = SMALL if small else LARGE
    gap = 1 if small else 2
    return sum((len(glyphs[c][0]) + gap) * scale for c in text) - gap * scale


def draw(canvas: Canvas, x: int, y: int, text: str, ink: str, scale: int = 1, small: bool = False) -> None:
    """Draw a number with its upper left corner at x, y. Two pixels share a cell, one above the other."""
    glyphs = SMALL if small else LARGE
    for character in text:
        glyph = glyphs[character]
        columns, rows = len(glyph[0]) * scale, len(glyph) * scale
        for row in range(0, rows, 2):
            for column in range(columns):
                upper = glyph[row // scale][column // scale] == "#"
                lower = row + 1 < rows and glyph[(row + 1) // scale][column // scale] == "#"
                if upper or lower:
                    block = "█" if upper and lower else "▀" if upper else "▄"
                    canvas.write(x + column, y + row // 2, block, ink)
        x += columns + (1 if small else 2) * scale
