"""Tugriki on the screen: the bank, what binds, and the rows from 0 to X."""

from koloda.core.facts import fact
from koloda.drawing import numerals
from koloda.drawing.canvas import Canvas, fitted
from koloda.drawing.cards import Face
from koloda.drawing.palette import BACK, SUITS
from koloda.drawing.scene import Scene, Span, Thing
from koloda.games.tugriki.cards import LETTERS, NAMES, NUMBERS, PALETTE, RANK_NAMES
from koloda.games.tugriki.rules import card_of
from koloda.games.tugriki.state import (
    CALL,
    CARDS,
    CHALLENGE,
    DRAW,
    LEND,
    MOST_LENT,
    NAMING,
    PAY,
    RANKS,
    SILENT,
)
from koloda.games.tugriki.view import Row, TugrikiView

SEAT_WIDTH = 25
RAISES = True
BANK_WIDTH = 24
_SHAPES = {
    "colour_choice": "◐",
    "draw": "+1",
    "skip": "»",
    "reverse": "⇄",
    "repeat": "↻",
    "exchange": "⇅",
    "penalty": "−2",
    "robbery": "₮",
}
_BUTTONS = {DRAW: ("draw", "d"), PAY: ("pay", "p"), SILENT: ("silent", "n"), CHALLENGE: ("challenge", "c")}


def title(scene: Scene) -> str:
    view: TugrikiView = scene.view
    direction = scene.t("clockwise" if view.clockwise else "counterclockwise")
    if view.rounds is None:
        return scene.t("knockout", round=view.round, direction=direction)
    return scene.t("title", round=view.round, rounds=view.rounds, direction=direction)


def due(scene: Scene) -> str:
    view: TugrikiView = scene.view
    if view.borrower is not None:
        return scene.say(fact("tugriki.view_asked", player=view.seat or 0, other=view.borrower))
    if view.phase == "name":
        return scene.say(fact("tugriki.view_names", player=view.seat or 0))
    return scene.t("your_turn")


def own(scene: Scene) -> str:
    view: TugrikiView = scene.view
    text = scene.t("own", tugriks=view.tugriks[view.seat or 0])
    owed = sum(loan.tugriks for loan in view.loans if loan.borrower == view.seat)
    return f"{text} · {scene.t('owes', tugriks=owed)}" if owed else text


def seat(scene: Scene, seat: int) -> tuple[list[Span], list[Span]]:
    view: TugrikiView = scene.view
    if seat in view.out:
        return [], [Span(scene.t("out"), scene.palette.faint_ink)]
    line = [Span(scene.t("seat", tugriks=view.tugriks[seat], cards=view.cards[seat]))]
    owed = sum(loan.tugriks for loan in view.loans if loan.borrower == seat)
    if owed:
        line.append(Span(f" · {scene.t('owes', tugriks=owed)}", scene.palette.faint_ink))
    if seat == view.challengeable:
        return [_flag(scene, f" ? {scene.t('may_challenge')} ")], line
    if seat == view.callable:
        return [_flag(scene, f" ! {scene.t('may_call')} ")], line
    return [], line


def _flag(scene: Scene, text: str) -> Span:
    return Span(text, scene.palette.on_sun, scene.palette.sun, bold=True)


def letter(scene: Scene, colour: str) -> str:
    return scene.t(f"letter_{colour}")


def face(scene: Scene, name: str) -> Face:
    if name in ("genie", "row"):
        wild = scene.t("any_card")
        return Face(scene.t(f"short_{name}"), wild, wild, paper=BACK, ink=scene.palette.sun)
    colour = PALETTE[LETTERS.index(name[0])]
    suit = SUITS[colour]
    mark = _SHAPES.get(scene.view.actions.get(name, ""), "")
    return Face(name[1], f"{suit.shape}{letter(scene, colour)}", mark=mark, paper=suit.paper, ink=suit.ink)


def things(scene: Scene) -> list[Thing]:
    view: TugrikiView = scene.view
    found = []
    for name in view.hand or []:
        kind = NUMBERS[name]
        actions = tuple(a for a in scene.legal if a < NAMING and card_of(a) == kind)
        found.append(Thing(name, actions, face(scene, name)))
    return found + _buttons(scene)


def _buttons(scene: Scene) -> list[Thing]:
    view: TugrikiView = scene.view
    found = []
    for action in scene.legal:
        if NAMING <= action < DRAW:
            colour = PALETTE[action - NAMING]
            word = scene.say(fact(f"tugriki.{colour}"))
            found.append(Thing(f"{SUITS[colour].shape} {word}", (action,), key=LETTERS[action - NAMING].lower()))
        elif action in _BUTTONS:
            word, key = _BUTTONS[action]
            key_of_word = "keep" if action == PAY and view.phase == "drawn" else word
            found.append(Thing(scene.t(f"button_{key_of_word}"), (action,), key=key))
        elif action == CALL:
            found.append(Thing(scene.t("button_call"), (action,), key="c"))
        elif action == LEND:
            found.append(Thing(scene.t("button_refuse"), (action,), key="n"))
        elif LEND < action <= LEND + MOST_LENT:
            tugriks = action - LEND
            found.append(Thing(scene.t("button_lend", tugriks=tugriks), (action,), key=str(tugriks)))
    return found


def stage(scene: Scene, canvas: Canvas, y: int) -> None:
    view: TugrikiView = scene.view
    height = canvas.height - y
    if canvas.width < BANK_WIDTH + 5 + 4 * RANKS or height < len(view.rows) + 1:
        _short_stage(scene, canvas, y, height)
        return
    _bank(scene, canvas, y + max(0, (height - 8) // 2))
    tall = 3 if height >= 3 * len(view.rows) + 2 else 1
    gap = 1 if height >= (tall + 1) * len(view.rows) + 1 else 0
    width = 5 if canvas.width >= BANK_WIDTH + 5 + 5 * RANKS else 4
    left = max(BANK_WIDTH + 2, canvas.width - 2 - width * RANKS - 4)
    top = y + max(0, (height - 1 - len(view.rows) * (tall + gap)) // 2)
    for rank, name in enumerate(RANK_NAMES):
        canvas.centred(left + 3 + rank * width, top, width, name, scene.palette.faint_ink)
    for number, row in enumerate(view.rows):
        _row(scene, canvas, left, top + 1 + number * (tall + gap), row, width, tall)


def _short_stage(scene: Scene, canvas: Canvas, y: int, height: int) -> None:
    """The same on a small screen: narrow rows, and the bank in words beside them, or above if there is room."""
    view: TugrikiView = scene.view
    told = [f"{scene.t('bank')} {view.bank}", scene.t("deck", cards=view.deck), *_binding(scene)]
    beside = 1 + 3 + 3 * RANKS + 1
    if height > len(view.rows):
        canvas.centred(0, y, canvas.width, "  ·  ".join(told), scene.palette.ink, bold=True)
        y += 1
    else:
        for line, text in enumerate(told):
            canvas.write(beside, y + line, fitted(text, canvas.width - beside), scene.palette.ink, bold=line != 1)
    for number, row in enumerate(view.rows):
        _row(scene, canvas, 0, y + number, row, 3, 1)


def _bank(scene: Scene, canvas: Canvas, y: int) -> None:
    view: TugrikiView = scene.view
    canvas.centred(1, y, BANK_WIDTH, scene.t("bank"), scene.palette.faint_ink, bold=True)
    bank = str(view.bank)
    left = 1 + (BANK_WIDTH - numerals.width(bank)) // 2
    numerals.draw(canvas, left, y + 1, bank, scene.palette.ink)
    canvas.centred(1, y + 6, BANK_WIDTH, scene.t("deck", cards=view.deck), scene.palette.ink)
    for line, text in enumerate(_binding(scene)):
        canvas.centred(1, y + 7 + line, BANK_WIDTH, f" {text} ", scene.palette.on_sun, scene.palette.sun, bold=True)


def _binding(scene: Scene) -> list[str]:
    view: TugrikiView = scene.view
    told = []
    if view.bound is not None:
        colour = f"{SUITS[view.bound].shape}{letter(scene, view.bound)}"
        told.append(scene.t("binds_colour" if view.named else "binds_row", colour=colour, named=view.named))
    if view.miss:
        told.append(scene.t("will_miss"))
    return told


def _row(scene: Scene, canvas: Canvas, x: int, y: int, row: Row, width: int, tall: int) -> None:
    """A row: cards on their colour, a star on wilds, legal places in brackets."""
    suit = SUITS[row.colour]
    middle = y + tall // 2
    bound = "▶" if row.colour == scene.view.bound else "✓" if row.finished else " "
    canvas.write(x, middle, f"{bound}{suit.shape}{letter(scene, row.colour)}", scene.palette.ink, bold=True)
    aimed = None if scene.aimed is None or scene.aimed >= NAMING else NAMES[scene.aimed % CARDS]
    colour = PALETTE.index(row.colour)
    for rank in range(RANKS):
        kind = colour * RANKS + rank
        left = x + 3 + rank * width
        pile = row.places.get(NAMES[kind])
        marks = [a for a in scene.marks if a < NAMING and a % CARDS == kind]
        if pile is not None and not marks:
            _lying(canvas, left, y, width, tall, suit.paper, suit.ink, pile[-1] in ("genie", "row"), RANK_NAMES[rank])
        elif marks:
            here = NAMES[kind] == aimed
            paper = scene.palette.accent if here else scene.palette.sun
            ink = scene.palette.on_accent if here else scene.palette.on_sun
            canvas.fill(left, y, width - 1, tall, paper)
            canvas.centred(left, middle, max(3, width - 1), f"[{RANK_NAMES[rank]}]", ink, paper, bold=True)
            canvas.target(left, y, width, tall, ("action", marks[0]))
        else:
            canvas.centred(left, middle, width - 1, "·", scene.palette.strong_line)


def _lying(canvas: Canvas, x: int, y: int, width: int, tall: int, paper: str, ink: str, wild: bool, rank: str) -> None:
    canvas.fill(x, y, width - 1, tall, paper)
    canvas.centred(x, y + tall // 2, width - 1, f"{rank}*" if wild else rank, ink, bold=True)
