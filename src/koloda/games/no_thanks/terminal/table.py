"""No Thanks! on the screen: the card and what lies on it."""

from collections.abc import Iterable

from koloda.drawing import cards, numerals, rings
from koloda.drawing.canvas import Canvas
from koloda.drawing.cards import Face
from koloda.drawing.palette import CARD_INK, PAPER
from koloda.drawing.scene import Scene, Span, Thing
from koloda.games.no_thanks.state import PASS, TAKE
from koloda.games.no_thanks.view import NoThanksView

SEAT_WIDTH = 28
RAISES = False


def title(scene: Scene) -> str:
    return scene.t("title", left=scene.view.left)


def due(scene: Scene) -> str:
    return scene.t("your_turn")


def own(scene: Scene) -> str:
    view: NoThanksView = scene.view
    seat = view.seat or 0
    return scene.t("own", points=view.points[seat], chips=view.chips[seat] or 0)


def seat(scene: Scene, seat: int) -> tuple[list[Span], list[Span]]:
    view: NoThanksView = scene.view
    chips = view.chips[seat]
    held = scene.t("chips_hidden") if chips is None else scene.t("chips", chips=chips)
    figures = [Span(f"{scene.t('points', points=view.points[seat])} · {held}")]
    if not view.taken[seat]:
        return figures, [Span(scene.t("no_cards"), scene.palette.faint_ink)]
    line = []
    for run in runs(view.taken[seat]):
        line.append(Span(str(run[0]), bold=True))
        line.append(Span(f"–{run[-1]} " if len(run) > 1 else " ", scene.palette.faint_ink))
    return figures, line


def runs(taken: Iterable[int]) -> list[list[int]]:
    """Cards in sequence: only the lowest of each counts (NT-7)."""
    found: list[list[int]] = []
    for card in taken:
        if found and found[-1][-1] == card - 1:
            found[-1].append(card)
        else:
            found.append([card])
    return found


def things(scene: Scene) -> list[Thing]:
    view: NoThanksView = scene.view
    found = [
        Thing(str(card), face=Face(str(card)), lapped=card != run[-1], held=False)
        for run in runs(view.taken[view.seat or 0])
        for card in run
    ]
    if PASS in scene.legal:
        found.append(Thing(scene.t("button_pass"), (PASS,), key="n"))
    if TAKE in scene.legal:
        found.append(Thing(scene.t("button_take", card=view.card or 0, pot=view.pot), (TAKE,), key="t"))
    return found


def stage(scene: Scene, canvas: Canvas, y: int) -> None:
    view: NoThanksView = scene.view
    height = canvas.height - y
    rings.draw(canvas, 0, y, canvas.width, height, scene.palette.ring)
    if view.card is None:
        return
    if height < numerals.LARGE_ROWS + 2:
        _short_stage(scene, canvas, y, height)
        return
    scale = 2 if height >= 16 else 1
    number = str(view.card)
    inner = numerals.width("88", scale) + 6 * scale
    tall = numerals.LARGE_ROWS * scale + 2
    left, top = canvas.width // 2 - inner // 2 - 8, y + max(0, (height - tall) // 2)
    canvas.fill(left - 1, top, inner + 2, tall, PAPER)
    cards.frame(canvas, left - 1, top, (inner + 2, tall), CARD_INK)
    numerals.draw(canvas, left + (inner - numerals.width(number, scale)) // 2, top + 1, number, CARD_INK, scale)
    _pot(scene, canvas, left + inner + 4, top)
    cards.back(canvas, 3, top + 1)
    canvas.centred(0, top + 1 + cards.SMALL_HEIGHT, 11, scene.t("left", cards=view.left), scene.palette.ink)


def _short_stage(scene: Scene, canvas: Canvas, y: int, height: int) -> None:
    """The same in a few lines: the card comes first."""
    view: NoThanksView = scene.view
    number, left = str(view.card), scene.t("left", cards=view.left)
    chips = f"{view.pot} {scene.t('chips_word', chips=view.pot)} {scene.t('on_the_card')}"
    if height < numerals.SMALL_ROWS:
        canvas.centred(0, y, canvas.width, f"[{number}]  ·  {chips}  ·  {left}", scene.palette.ink, bold=True)
        return
    inner = numerals.width("88", small=True) + 4
    x, top = 3, y + (height - numerals.SMALL_ROWS) // 2
    canvas.fill(x, top, inner, numerals.SMALL_ROWS, PAPER)
    middle = x + (inner - numerals.width(number, small=True)) // 2
    numerals.draw(canvas, middle, top, number, CARD_INK, small=True)
    canvas.write(x + inner + 2, top, chips, scene.palette.ink, bold=True)
    canvas.write(x + inner + 2, top + 1, "◉" * min(view.pot, canvas.width - x - inner - 3), scene.palette.sun)
    canvas.write(x + inner + 2, top + 2, left, scene.palette.faint_ink)


def _pot(scene: Scene, canvas: Canvas, x: int, y: int) -> None:
    """The chips on the card: how many, drawn, and as chips in rows of ten."""
    view: NoThanksView = scene.view
    numerals.draw(canvas, x, y + 1, str(view.pot), scene.palette.ink)
    text = x + numerals.width(str(view.pot)) + 2
    canvas.write(text, y + 2, scene.t("chips_word", chips=view.pot), scene.palette.ink, bold=True)
    canvas.write(text, y + 3, scene.t("on_the_card"), scene.palette.faint_ink)
    for row in range(0, min(view.pot, 30), 10):
        canvas.write(text, y + 4 + row // 10, "◉" * min(10, view.pot - row), scene.palette.sun)
