"""Dobro on the screen: the good number is the largest thing on it."""

from collections.abc import Sequence

from koloda.core.facts import fact
from koloda.drawing import cards, numerals, rings
from koloda.drawing.canvas import Canvas, fitted
from koloda.drawing.cards import Face
from koloda.drawing.palette import BACK, PAPER
from koloda.drawing.scene import Scene, Span, Thing
from koloda.games.dobro.state import DRAW_UP, END_TURN, HIGHEST, LOWEST, PLAY_REVERSE, PLAY_SKIP, TAKE, WAYS, WITH_JOKER
from koloda.games.dobro.view import DobroView, TrickPlay

SEAT_WIDTH = 25
RAISES = True
_SHAPES = {"J": "J", "S": "»", "R": "⇄"}
_WORDS = {"J": "joker", "S": "skip", "R": "reverse"}
_BUTTONS = {TAKE: ("take", "t"), DRAW_UP: ("draw", "d"), END_TURN: ("end", "e")}


def title(scene: Scene) -> str:
    view: DobroView = scene.view
    if view.direction is None:
        return scene.t("title_two", round=view.round, rounds=view.rounds)
    direction = scene.t("clockwise" if view.direction > 0 else "counterclockwise")
    return scene.t("title", round=view.round, rounds=view.rounds, direction=direction)


def due(scene: Scene) -> str:
    view: DobroView = scene.view
    if view.phase == "choose":
        return scene.say(fact("dobro.view_choose"))
    return scene.say(fact("dobro.view_turn" if view.trick else "dobro.view_lead"))


def own(scene: Scene) -> str:
    view: DobroView = scene.view
    text = scene.t("own", points=view.points[view.seat or 0], pile=view.pile_sizes[view.seat or 0])
    return f"{text} · {scene.t('forgetful_yours')}" if view.forgetful == view.seat else text


def seat(scene: Scene, seat: int) -> tuple[list[Span], list[Span]]:
    view: DobroView = scene.view
    figures = scene.t("seat", hand=view.hand_sizes[seat], pile=view.pile_sizes[seat])
    if seat == view.forgetful:
        figures += f", {scene.t('forgetful')}"
    return [Span(scene.t("points", points=view.points[seat]))], [Span(figures)]


def face(scene: Scene, name: str) -> Face:
    if name in _SHAPES:
        word = _WORDS[name]
        return Face(_SHAPES[name], scene.t(f"short_{word}"), scene.t(f"long_{word}"), paper=BACK, ink=scene.palette.sun)
    return Face(name, hill=(int(name) - LOWEST) / (HIGHEST - LOWEST) * 0.7)


def things(scene: Scene) -> list[Thing]:
    view: DobroView = scene.view
    found = []
    for name in view.hand or []:
        uses = _uses(name, scene.legal)
        only_paired = name.isdecimal() and bool(uses) and all(action % WAYS == WITH_JOKER for action in uses)
        found.append(Thing(name, uses, face(scene, name), note="+J" if only_paired else ""))
    on_table = sum(len(played.cards) for played in view.trick)
    for action, (word, key) in _BUTTONS.items():
        if action in scene.legal:
            found.append(Thing(scene.t(f"button_{word}", cards=on_table), (action,), key=key))
    return found


def _uses(name: str, legal: Sequence[int]) -> tuple[int, ...]:
    """What a card may be played as: alone first, then in a pair; a Joker by rising number."""
    actions = [action for action in legal if action < TAKE]
    if name == "S":
        return tuple(action for action in actions if action == PLAY_SKIP)
    if name == "R":
        return tuple(action for action in actions if action == PLAY_REVERSE)
    plays = [action for action in actions if action < PLAY_SKIP]
    if name == "J":
        return tuple(sorted((a for a in plays if a % WAYS in (1, 3, 4)), key=lambda a: (a % WAYS, a)))
    return tuple(a for a in plays if a // WAYS + LOWEST == int(name) and a % WAYS in (0, 2, 3))


def stage(scene: Scene, canvas: Canvas, y: int) -> None:
    view: DobroView = scene.view
    height = canvas.height - y
    if height < numerals.LARGE_ROWS + 1:
        _short_stage(scene, canvas, y, height)
        return
    rings.draw(canvas, 0, y, canvas.width, height, scene.palette.ring)
    scale = 2 if height >= 16 else 1
    large = height >= 18
    middle = canvas.width // 2
    number = str(view.good or "-")
    top = y + max(0, (height - 2 - numerals.LARGE_ROWS * scale - (cards.size(large)[1] + 1 if large else 0)) // 2)
    goes = "  ·  ".join(allowed(scene))
    tight = height < numerals.LARGE_ROWS + 2  # then what goes stands in the one line above
    canvas.centred(0, top, canvas.width, goes if tight else scene.t("good_number"), scene.palette.faint_ink, bold=True)
    left = middle - numerals.width(number, scale) // 2
    if view.good is not None:
        numerals.draw(canvas, left, top + 1, number, scene.palette.ink, scale)
    below = top + 1 + numerals.LARGE_ROWS * scale
    if not tight:
        canvas.centred(0, below, canvas.width, goes, scene.palette.ink, bold=True)
    _deck(scene, canvas, y + (height - 6) // 2 if large else top + 1, large)
    if large:
        _trick(scene, canvas, (canvas.width - _fan_width(view.trick, 60, large)) // 2, below + 2, 60, large)
    else:
        start = max(middle + numerals.width(number, scale) // 2 + 3, middle + 14)
        _trick(scene, canvas, start, top + 1, canvas.width - start - 1, large)


def _short_stage(scene: Scene, canvas: Canvas, y: int, height: int) -> None:
    """The same in a few lines: the good number comes first."""
    view: DobroView = scene.view
    number, goes = str(view.good or "-"), "  ·  ".join(allowed(scene))
    lying = scene.t("on_table", cards=sum(len(played.cards) for played in view.trick))
    lines = [scene.t("good_number"), goes, f"{lying}  ·  {scene.t('deck', cards=view.deck)}"]
    if height < numerals.SMALL_ROWS:
        lines = [f"{scene.t('good_number')} {number}  ·  {goes}", lines[-1]]
        for line, text in enumerate(lines[:height]):
            canvas.centred(0, y + line, canvas.width, text, scene.palette.ink, bold=line == 0)
        return
    top = y + (height - numerals.SMALL_ROWS) // 2
    left = 2 + numerals.width("88", small=True)
    numerals.draw(canvas, left - numerals.width(number, small=True), top, number, scene.palette.ink, small=True)
    for line, text in enumerate(lines):
        ink = scene.palette.ink if line == 1 else scene.palette.faint_ink
        canvas.write(left + 3, top + line, fitted(text, canvas.width - left - 4), ink, bold=line < 2)


def allowed(scene: Scene) -> list[str]:
    """DB-8 to DB-10: what goes on the good number."""
    good = scene.view.good
    if good is None:
        return [scene.t("anything")]
    told = []
    if good < HIGHEST:
        told.append(scene.t("more_than", good=good))
    if good <= HIGHEST:
        told.append(f"{good} → {2 * good}")
    if good <= 2 * HIGHEST:
        told.append(scene.t("pair_from", number=max(LOWEST, -(-good // 2))))
    return told or [scene.t("only_take")]


def _deck(scene: Scene, canvas: Canvas, y: int, large: bool) -> None:
    width, tall = cards.size(large)
    cards.back(canvas, 3, y, large)
    canvas.centred(0, y + tall, width + 6, scene.t("deck", cards=scene.view.deck), scene.palette.ink)


def _fan_width(trick: list[TrickPlay], room: int, large: bool) -> int:
    shown = min(sum(len(played.cards) for played in trick), _most(room, large))
    return max(0, shown - 1) * _step(large) + cards.size(large)[0]


def _step(large: bool) -> int:
    return 5 if large else 3


def _most(room: int, large: bool) -> int:
    return max(1, (room - cards.size(large)[0]) // _step(large) + 1)


def _trick(scene: Scene, canvas: Canvas, x: int, y: int, room: int, large: bool) -> None:
    """The plays, fanned: the top one last."""
    laid = [(name, played) for played in scene.view.trick for name in played.cards]
    if not laid:
        cards.empty(canvas, x, y, scene.palette.strong_line, large)
        canvas.write(x, y + cards.size(large)[1], scene.t("nothing_lies"), scene.palette.faint_ink)
        return
    hidden = len(laid) - _most(room, large)
    for place, (name, played) in enumerate(laid[max(0, hidden) :]):
        shown = face(scene, name)
        if name == "J" and played.number is not None:
            shown = Face(str(played.number), "J", paper=BACK, ink=PAPER)
        cards.draw(canvas, x + place * _step(large), y, shown, large=large)
    note = scene.t("on_table", cards=len(laid))
    canvas.write(x, y + cards.size(large)[1], note, scene.palette.faint_ink)
