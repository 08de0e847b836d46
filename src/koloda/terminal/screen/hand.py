"""The lower part of the screen: whose turn it is, your cards, buttons, and what Enter would do."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.cells import cell_len

from koloda.drawing import cards
from koloda.drawing.canvas import Canvas, fitted
from koloda.drawing.palette import Palette
from koloda.drawing.scene import Scene, Thing

KEYS = "1234567890"
ENTER = " Enter ▸ "
NARROWEST = 26
"""The width of a column of buttons."""


@dataclass(frozen=True)
class Held:
    """What to show: the things, which one is selected, and the texts around them."""

    things: Sequence[Thing]
    selected: int | None
    turn: str
    """Whose turn it is."""
    now: bool
    """Is it your turn?"""
    own: str
    enter: str
    """What Enter would do."""
    enter_lines: int = 1


def height(large: bool, raises: bool, enter_lines: int, short: bool = False) -> int:
    """The edge, (a line to raise cards into, unless it is a short screen), the cards, (their keys), buttons, Enter."""
    return 1 + cards.size(large)[1] + (2 - short if raises else 0) + 1 + enter_lines


def enter_lines(texts: Iterable[str], width: int) -> int:
    """How many lines it takes to say what Enter would do: one, or two if the longest text does not fit."""
    return 2 if any(cell_len(text) > width - len(ENTER) - 3 for text in texts) else 1


def draw(scene: Scene, canvas: Canvas, held: Held, large: bool, raises: bool) -> None:
    """Draw it on a canvas of that height."""
    palette = scene.palette
    _edge(canvas, palette, held)
    raised = raises and canvas.height >= height(large, raises, held.enter_lines)
    _cards(canvas, palette, held, large, 2 if raised else 1)
    _list(canvas, palette, held)
    _buttons(canvas, palette, held, canvas.height - 1 - held.enter_lines)
    _enter(canvas, palette, held)


def _edge(canvas: Canvas, palette: Palette, held: Held) -> None:
    """On your turn the edge is marigold, with a flag and a word."""
    canvas.write(0, 0, ("━" if held.now else "─") * canvas.width, palette.sun if held.now else palette.line)
    flag = f" ▶ {held.turn} " if held.now else f" {held.turn} "
    flag = fitted(flag, canvas.width - 6)
    canvas.write(2, 0, flag, palette.on_sun if held.now else palette.faint_ink, palette.sun if held.now else "", True)
    own = f" {held.own} "
    if held.own and cell_len(flag) + cell_len(own) + 6 <= canvas.width:
        canvas.write(canvas.width - cell_len(own) - 2, 0, own, palette.ink, bold=True)


def _places(things: Sequence[Thing], room: int, large: bool) -> list[int]:
    """Place the cards side by side; if there is no room, let them overlap so that every corner stays visible."""
    width = cards.size(large)[0]
    free = [3 if thing.lapped else width + 1 for thing in things[:-1]]
    for lap in range(width - 2):
        steps = [step if step == 3 else step - lap for step in free]
        if sum(steps) + width <= room:
            break
    places = [0]
    for step in steps if things[:-1] else []:
        places.append(places[-1] + step)
    return places


def _cards(canvas: Canvas, palette: Palette, held: Held, large: bool, y: int) -> None:
    shown = [(number, thing) for number, thing in enumerate(held.things) if thing.face is not None]
    if not shown:
        return
    width, tall = cards.size(large)
    room = canvas.width - 2
    places = _places([thing for _, thing in shown], room, large)
    total = places[-1] + width
    selected = next((place for place, (number, _) in zip(places, shown, strict=True) if number == held.selected), 0)
    shift = max(0, min(total - room, selected - room // 2)) if total > room else -((room - total) // 2)
    keys = iter(KEYS)
    for place, (number, thing) in zip(places, shown, strict=True):
        chosen = number == held.selected
        x = 1 + place - shift
        key = next(keys, "") if thing.actions else ""
        assert thing.face is not None
        up = y > 1 and (chosen or thing.picked)
        cards.draw(canvas, x, y - up, thing.face, thing.kind(chosen), large)
        canvas.target(x, y - 1, width, tall + 1, ("thing", number))
        note = thing.note if len(shown) < 2 or places[1] > width else ""  # not over the next card's key
        if chosen:
            canvas.write(x + 1, y + tall, f"▲{key}{note or ' '}", palette.on_accent, palette.accent, bold=True)
        elif key:
            canvas.write(x + 1, y + tall, f" {key}{note or ' '}", palette.on_sun, palette.sun, bold=True)


def _list(canvas: Canvas, palette: Palette, held: Held) -> None:
    """Draw buttons one below the other: in columns if there are many, around the selected one if there are too many."""
    buttons = [(number, thing) for number, thing in enumerate(held.things) if thing.listed]
    lines = canvas.height - 1 - held.enter_lines
    if not buttons or lines < 1:
        return
    columns = min(-(-len(buttons) // lines), max(1, canvas.width // NARROWEST))
    width = (canvas.width - 2) // columns
    before = next((place for place, (number, _) in enumerate(buttons) if number == held.selected), 0) // lines
    first = max(0, min(before, -(-len(buttons) // lines) - columns)) * lines
    for place, (number, thing) in enumerate(buttons[first : first + lines * columns]):
        chosen = number == held.selected
        ink, paper = (palette.on_accent, palette.accent) if chosen else (palette.ink, palette.raised)
        key = f"[{thing.key}]" if thing.key else "   "
        text = fitted(f"{'▸' if chosen else ' '}{key} {thing.label} ", width - 1)
        x, y = 1 + place // lines * width, 1 + place % lines
        end = canvas.write(x, y, text, ink, paper, bold=True)
        canvas.target(x, y, end - x, 1, ("thing", number))


def _buttons(canvas: Canvas, palette: Palette, held: Held, y: int) -> None:
    buttons = [(number, thing) for number, thing in enumerate(held.things) if thing.face is None and not thing.listed]
    texts = [f" [{thing.key.upper()}] {thing.label} " for _, thing in buttons]
    x = max(1, (canvas.width - sum(cell_len(text) + 2 for text in texts)) // 2)
    for (number, _), text in zip(buttons, texts, strict=True):
        chosen = number == held.selected
        ink, paper = (palette.on_accent, palette.accent) if chosen else (palette.ink, palette.raised)
        end = canvas.write(x, y, ("▸" if chosen else " ") + text.strip() + " ", ink, paper, bold=True)
        canvas.target(x, y, end - x, 1, ("thing", number))
        x = end + 2


def _enter(canvas: Canvas, palette: Palette, held: Held) -> None:
    if not held.enter:
        return
    room = canvas.width - 2
    lines = [f"{ENTER}{held.enter} "]
    if held.enter_lines > 1 and cell_len(lines[0]) > room:
        first, rest = _broken(lines[0], room - 1)
        lines = [first + " ", f" {rest}"]
    for line, text in enumerate(lines, canvas.height - len(lines)):
        shown = fitted(text, room)
        x = (canvas.width - cell_len(shown)) // 2
        canvas.write(x, line, shown, palette.on_accent, palette.accent, bold=True)
        canvas.target(x, line, cell_len(shown), 1, ("enter", None))


def _broken(text: str, room: int) -> tuple[str, str]:
    """A text in two lines, broken between words."""
    first = text[:1]
    for word in text[1:].split(" "):
        if cell_len(first) + cell_len(word) + 1 > room:
            break
        first += word if first == text[:1] else f" {word}"
    return first, text[len(first) :].lstrip()
