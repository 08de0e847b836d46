"""Mind Up! on the screen: the row, who has chosen, and the collections."""

from collections.abc import Sequence

from rich.cells import cell_len

from koloda.core.facts import fact
from koloda.drawing import cards, rings
from koloda.drawing.canvas import Canvas, fitted
from koloda.drawing.cards import Face
from koloda.drawing.palette import SUITS
from koloda.drawing.scene import Scene, Span, Thing
from koloda.games.mind_up.state import TAKE_BACK, VALUES
from koloda.games.mind_up.view import Card, MindUpView
from koloda.games.mind_up.wording import goal

SEAT_WIDTH = 25
RAISES = True


def title(scene: Scene) -> str:
    view: MindUpView = scene.view
    return scene.t("title", round=view.round, rounds=view.rounds, stack=view.stack)


def due(scene: Scene) -> str:
    return scene.say(fact("mind_up.view_choose"))


def own(scene: Scene) -> str:
    view: MindUpView = scene.view
    seat = view.seat or 0
    return scene.t("own", total=view.totals[seat], points=view.points[seat][view.round - 1])


def seat(scene: Scene, seat: int) -> tuple[list[Span], list[Span]]:
    view: MindUpView = scene.view
    figures = [Span(scene.t("points", points=view.totals[seat]))]
    if seat in view.chosen:
        figures.append(Span(" ✓", scene.palette.good, bold=True))
    return figures, _cells(scene, view.collections[seat])


def _cells(scene: Scene, collection: Sequence[Sequence[Card]]) -> list[Span]:
    """The five collection cards of a seat, how many cards on each."""
    line = []
    for place in range(VALUES):
        if place < len(collection):
            suit = SUITS[collection[place][0].colour]
            line.append(Span(f"{suit.shape}{len(collection[place])} ", suit.ink, suit.paper, bold=True))
        else:
            line.append(Span(" · ", scene.palette.faint_ink))
        line.append(Span(" " if place + 1 < VALUES else ""))
    return line


def face(scene: Scene, card: Card) -> Face:
    suit = SUITS[card.colour]
    corner = f"{suit.shape}{scene.t(f'letters_{card.colour}')}"
    mark = f"{card.mark:+}" if card.mark else ""
    return Face(str(card.number), corner, mark=mark, paper=suit.paper, ink=suit.ink)


def things(scene: Scene) -> list[Thing]:
    view: MindUpView = scene.view
    found = []
    for card in view.hand or []:
        actions = (card.number,) if card.number in scene.legal else ()
        found.append(Thing(str(card.number), actions, face(scene, card), picked=card.number == view.choice))
    if TAKE_BACK in scene.legal:
        found.append(Thing(scene.t("button_back"), (TAKE_BACK,), key="b"))
    return found


def stage(scene: Scene, canvas: Canvas, y: int) -> None:
    view: MindUpView = scene.view
    height = canvas.height - y
    rings.draw(canvas, 0, y, canvas.width, height, scene.palette.ring)
    large = height >= 20
    width, tall = cards.size(large)
    if height < 1 + tall + 1:
        _short_stage(scene, canvas, y)
        return
    goals = _goals(scene)
    deep = 3 if height >= tall + 4 else 1
    room = 1 + tall + deep + len(goals)
    gap = 1 if height >= room + 3 else 0
    top = y + max(0, (height - room - 2 * gap) // 2)
    canvas.centred(0, top, canvas.width, f"{scene.t('row')}   {_tray(scene)}", scene.palette.ink, bold=True)
    step = width + 2
    left = (canvas.width - step * len(view.row) + 2) // 2
    for place, card in enumerate(view.row):
        cards.draw(canvas, left + place * step, top + 1, face(scene, card), large=large)
    y = top + 1 + tall + gap
    if view.seat is not None:
        _collection(scene, canvas, y, deep)
    for line, goal_text in enumerate(goals, y + deep + gap):
        canvas.centred(1, line, canvas.width - 2, goal_text, scene.palette.ink)


def _short_stage(scene: Scene, canvas: Canvas, y: int) -> None:
    """The same in a few lines: the row comes first."""
    view: MindUpView = scene.view
    shown = [face(scene, card) for card in view.row]
    texts = [f" {each.label} {each.corner}{each.mark} " for each in shown]
    x = max(0, (canvas.width - sum(cell_len(text) + 1 for text in texts) + 1) // 2)
    for each, text in zip(shown, texts, strict=True):
        x = 1 + canvas.write(x, y, text, each.ink, each.paper, bold=True)
    if view.seat is not None:
        _collection(scene, canvas, y + 1, 1)
    for line, text in enumerate((_tray(scene), *_goals(scene)), y + 2):
        canvas.centred(1, line, canvas.width - 2, text, scene.palette.ink)


def _tray(scene: Scene) -> str:
    """Who has chosen, never in which order; chosen cards lie face down."""
    view: MindUpView = scene.view
    if view.over:
        return ""
    done = len(view.chosen)
    return "▮" * done + "▯" * (view.players - done) + "  " + scene.t("chosen", done=done, players=view.players)


def _collection(scene: Scene, canvas: Canvas, y: int, deep: int) -> None:
    """One's own: value, shape and colour, numbers; in three lines or in one."""
    view: MindUpView = scene.view
    mine = view.collections[view.seat or 0]
    width = min(18, (canvas.width - 2) // VALUES)
    left = (canvas.width - width * VALUES) // 2
    for place in range(VALUES):
        x = left + place * width
        value = f"×{view.order[place]}" if place < len(view.order) else "×?"
        lines = [value, scene.t("empty"), ""]
        ink, paper = scene.palette.ink, scene.palette.surface
        if place < len(mine):
            suit = SUITS[mine[place][0].colour]
            numbers = " ".join(str(card.number) for card in mine[place])
            lines = [value, f"{suit.shape} {scene.t(f'colour_{mine[place][0].colour}')}", numbers]
            ink, paper = suit.ink, suit.paper
            if deep == 1:
                lines = [f"{value} {suit.shape}{numbers}"]
        canvas.fill(x, y, width - 1, deep, paper)
        for line, text in enumerate(lines[:deep]):
            canvas.centred(x, y + line, width - 1, text, ink, bold=line == 0)


def _goals(scene: Scene) -> list[str]:
    """The open goals in words."""
    return [fitted("◎ " + scene.say(goal(found.name, found.worth).fact), 200) for found in scene.view.goals]
