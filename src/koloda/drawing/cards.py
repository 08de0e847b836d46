"""Draws cards with box characters in two sizes: a number, a shape with its letter, and a mark."""

from dataclasses import dataclass

from koloda.drawing import numerals
from koloda.drawing.canvas import Canvas
from koloda.drawing.palette import BACK, BACK_LINE, CARD_INK, HILL, PAPER

SMALL_WIDTH, SMALL_HEIGHT = 5, 4
LARGE_WIDTH, LARGE_HEIGHT = 11, 6


@dataclass(frozen=True)
class Face:
    """What a card shows. `corner` is a shape and a letter, or empty; `mark` is on the lower edge."""

    label: str
    corner: str = ""
    word: str = ""
    """For a card without a number, if there is room."""
    mark: str = ""
    paper: str = PAPER
    ink: str = CARD_INK
    hill: float = 0
    """How high a hill of another colour rises on the card, up to 1."""

    @property
    def drawn(self) -> bool:
        """Is the label a number that can be drawn large?"""
        return all(character in numerals.LARGE for character in self.label)


_EDGES = {"plain": "╭─╮│╰╯", "chosen": "╔═╗║╚╝", "asleep": "┌┄┐┊└┘"}


def size(large: bool) -> tuple[int, int]:
    return (LARGE_WIDTH, LARGE_HEIGHT) if large else (SMALL_WIDTH, SMALL_HEIGHT)


def draw(canvas: Canvas, x: int, y: int, face: Face, kind: str = "plain", large: bool = False) -> None:
    """Draw a card. `kind` is the style of its edge: plain, chosen, or asleep (cannot be played now)."""
    width, height = size(large)
    inner = width - 2
    canvas.fill(x, y, width, height, face.paper)
    rise = round(face.hill * (height - 2))
    canvas.fill(x, y + height - 1 - rise, width, rise + 1 if rise else 0, HILL)
    frame(canvas, x, y, (width, height), face.ink, kind)
    if large and face.drawn:
        canvas.write(x + 1, y + 1, face.label + face.corner, face.ink, bold=True)
        left = x + 1 + (inner - numerals.width(face.label, small=True)) // 2
        numerals.draw(canvas, left, y + 2, face.label, face.ink, small=True)
    else:
        canvas.centred(x + 1, y + (height - 1) // 2, inner, face.label, face.ink, bold=True)
        below = face.word if large and face.word else face.corner
        canvas.centred(x + 1, y + (height - 1) // 2 + 1, inner, below, face.ink)
    if face.mark:
        canvas.write(x + width - 1 - len(face.mark), y + height - 1, face.mark, face.ink, bold=True)


def frame(canvas: Canvas, x: int, y: int, box: tuple[int, int], ink: str, kind: str = "plain") -> None:
    width, height = box
    upper_left, across, upper_right, down, lower_left, lower_right = tuple(_EDGES[kind])
    canvas.write(x, y, upper_left + across * (width - 2) + upper_right, ink)
    for row in range(y + 1, y + height - 1):
        canvas.write(x, row, down, ink)
        canvas.write(x + width - 1, row, down, ink)
    canvas.write(x, y + height - 1, lower_left + across * (width - 2) + lower_right, ink)


def back(canvas: Canvas, x: int, y: int, large: bool = False) -> None:
    """Draw the back of a card: growth rings."""
    width, height = size(large)
    canvas.fill(x, y, width, height, BACK)
    frame(canvas, x, y, (width, height), BACK_LINE)
    half = (width - 3) // 2
    for row in range(1, height - 1):
        canvas.write(x + 1, y + row, "(" * half + "◉" + ")" * half, BACK_LINE)


def empty(canvas: Canvas, x: int, y: int, ink: str, large: bool = False) -> None:
    """Draw an empty place for a card: a dashed frame."""
    frame(canvas, x, y, size(large), ink, "asleep")
