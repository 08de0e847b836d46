"""The table of a game without its own terminal part, drawn from its view and its legal moves.

The table shows the fields that the game's view adds to those of the core. The game's texts say how:

- `field_<name>` is what the field is called (without it: the field's name), and "" hides it, as None does;
- `card_<name>` is what a field is called that holds a card, or a list of cards, which are drawn;
- `player_<name>` is what a field is called that holds a seat, or a list of seats, which are shown by name: the view
  declares it as `Seat`, and `Catalogue.add` makes the text from `field_<name>`;
- `seat_<name>` is what a list is called that has one entry for each seat. A game that has no such text leaves it to
  the lengths: a list with as many entries as there are players is shown by seat;
- `hand_<name>` is what your own entry of such a list is called, if its entries are cards: yours are drawn, and others'
  are shown when you know them;
- `value_<text>` is how a text in the view reads; a card shows its first letter large.

`web/src/generic/figures.ts` does the same for the browser.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from koloda.core.facts import Fact, fact
from koloda.core.text import Language, say, texts
from koloda.core.view import View
from koloda.drawing import cards, rings
from koloda.drawing.canvas import Canvas, fitted
from koloda.drawing.cards import Face
from koloda.drawing.palette import CARD_INK
from koloda.drawing.scene import Scene, Span, Thing

KEYS = "1234567890"
LARGEST = 14
"""How many lines, besides the facts, the table needs to draw large cards."""
LAPPED = 8
"""Columns of a large card that must stay free when another lies on it."""
SHOWN_ELSEWHERE = {*View.__struct_fields__, "turn"}
"""Fields that the table shows without words: whose turn it is, and the result."""
NOTHING = "–"
SUITS = ("♣", "♦", "♥", "♠", "")
RED_SUITS = ("♦", "♥")
RED = "#c22f2c"
"""As the browser has it."""


@dataclass(frozen=True)
class Figure:
    """A field of the view in words."""

    name: str
    value: str

    def __str__(self) -> str:
        return f"{self.name} {self.value}".strip()


@dataclass(frozen=True)
class Card:
    """What a card shows: a number or a letter, and a word or the sign of its suit, "" where there is none."""

    label: str
    word: str

    def __str__(self) -> str:
        return f"{self.label}{self.word}" if self.word in SUITS else self.word

    @property
    def face(self) -> Face:
        if self.word not in SUITS:
            return Face(self.label, word=self.word)
        return Face(self.label, corner=self.word, ink=RED if self.word in RED_SUITS else CARD_INK)


@dataclass(frozen=True)
class Cards:
    """A field of the view that contains cards."""

    name: str
    cards: list[Card]

    def __str__(self) -> str:
        return " ".join(str(card) for card in self.cards) or NOTHING


@dataclass(frozen=True)
class Figures:
    """Everything in a view: the `cards` and `facts` of the table, and the figures `by_seat`."""

    cards: list[Cards]
    facts: list[Figure]
    by_seat: list[list[Figure]]


def figures(view: View, language: Language, names: Sequence[str]) -> Figures:
    wording = _Wording(view, language, names)
    fields: dict[str, Any] = msgspec.to_builtins(view)
    found = Figures([], [], [[] for _ in range(view.players)])
    for field, value in fields.items():
        if field in SHOWN_ELSEWHERE or value is None or wording.name(field) == "":
            continue
        if wording.is_by_seat(field, value):
            for seat, one in enumerate(value):
                if one is None and wording.has("hand", field):
                    continue
                if seat == view.seat and wording.has("hand", field):
                    if one:
                        found.cards.append(wording.cards(wording.hand(field), one))
                else:
                    found.by_seat[seat].append(Figure(wording.name(field), wording.value(one)))
        elif wording.has("card", field):
            found.cards.append(wording.cards(wording.name(field), value))
        elif wording.has("player", field):
            seats = value if isinstance(value, list) else [value]
            named = ", ".join(wording.player(seat) for seat in seats) or NOTHING
            found.facts.append(Figure(wording.name(field), named))
        else:
            found.facts.append(Figure(wording.name(field), wording.value(value)))
    return found


class _Wording:
    """Finds the titles of a view's fields in the game's texts."""

    def __init__(self, view: View, language: Language, names: Sequence[str]) -> None:
        self._view = view
        self._language = language
        self._names = names
        self._texts = texts(language)
        by_seat = (f"{view.game}.seat_", f"{view.game}.hand_")
        self._declares_seats = any(key.startswith(by_seat) for key in self._texts)

    def name(self, field: str) -> str:
        for kind in ("field", "card", "player", "seat", "hand"):
            if (found := self._own(f"{kind}_{field}")) is not None:
                return found
        return field.replace("_", " ")

    def hand(self, field: str) -> str:
        return self._own(f"hand_{field}") or self.name(field)

    def has(self, kind: str, field: str) -> bool:
        """Do the game's texts say that a field contains this kind of thing?"""
        return self._own(f"{kind}_{field}") is not None

    def is_by_seat(self, field: str, value: object) -> bool:
        if not isinstance(value, list) or len(value) != self._view.players:
            return False
        if self._declares_seats:
            return self.has("seat", field) or self.has("hand", field)
        return not self.has("card", field) and not self.has("player", field)

    def player(self, seat: int) -> str:
        return say(fact("common.player", player=seat), self._language, self._names)

    def cards(self, name: str, value: object) -> Cards:
        return Cards(name, [self.card(one) for one in (value if isinstance(value, list) else [value])])

    def card(self, value: object) -> Card:
        plain, shown = str(value), self.value(value)
        if plain != shown:
            return Card(shown[:1].upper(), shown)
        return Card(plain[:-1], plain[-1]) if len(plain) > 1 and plain[-1] in SUITS else Card(plain, "")

    def value(self, value: object) -> str:
        if value is None or value == []:
            return NOTHING
        if isinstance(value, bool):
            return say(fact("screen.value_on" if value else "screen.value_off"), self._language)
        if isinstance(value, str):
            own = self._own(f"value_{value.replace('-', '_')}")
            return value if own is None else own
        if isinstance(value, list):
            shown = [self.value(one) for one in value]
            return (", " if any(" " in one for one in shown) else " ").join(shown)
        if isinstance(value, Mapping):
            return ", ".join(f"{self.name(str(key))} {self.value(one)}" for key, one in value.items())
        return str(value)

    def _own(self, key: str) -> str | None:
        return self._texts.get(f"{self._view.game}.{key}")


def lines(view: View, language: Language, names: Sequence[str]) -> list[str]:
    """The view as lines of text: the table's facts, then a line for each player."""
    told = figures(view, language, names)
    shown = [f"{held.name}: {held}" for held in told.cards]
    shown += [f"{figure.name}: {figure.value}" for figure in told.facts]
    for seat, own in enumerate(told.by_seat):
        mark = ">" if seat in view.actors else " "
        figured = "; ".join(str(figure) for figure in own)
        player = say(fact("common.player", player=seat), language, names)
        shown.append(f"{mark} {player}: {figured}" if figured else f"{mark} {player}")
    return shown


class GenericPainter:
    """A `Painter` for any game. `describe` says what a legal action would do."""

    SEAT_WIDTH = 24
    RAISES = False

    def __init__(self, describe: Callable[[int], Fact], lowest_wins: bool) -> None:
        self._describe = describe
        self._lowest_wins = lowest_wins

    def title(self, scene: Scene) -> str:
        return scene.t("lowest_wins" if self._lowest_wins else "highest_wins")

    def due(self, scene: Scene) -> str:
        return scene.t("your_turn")

    def own(self, scene: Scene) -> str:
        return " · ".join(str(figure) for figure in self._figures(scene).by_seat[scene.view.seat or 0])

    def seat(self, scene: Scene, seat: int) -> tuple[list[Span], list[Span]]:
        """The first figure next to the name, the others below."""
        first, *others = self._figures(scene).by_seat[seat] or [Figure("", "")]
        line: list[Span] = []
        for figure in others:
            line.append(Span(f"{' · ' if line else ''}{figure.name} ", scene.palette.faint_ink))
            line.append(Span(figure.value, bold=True))
        return [Span(str(first))], line

    def things(self, scene: Scene) -> list[Thing]:
        """The legal moves, one below the other."""
        keys = [*KEYS[: len(scene.legal)], *[""] * (len(scene.legal) - len(KEYS))]
        return [
            Thing(scene.say(self._describe(action)), (action,), key=key, listed=True)
            for action, key in zip(scene.legal, keys, strict=True)
        ]

    def stage(self, scene: Scene, canvas: Canvas, y: int) -> None:
        """Draw the cards, and below them the table's facts."""
        rings.draw(canvas, 0, y, canvas.width, canvas.height - y, scene.palette.ring)
        told = self._figures(scene)
        held = sum(len(each.cards) for each in told.cards)
        large = canvas.height - y >= LARGEST + len(told.facts) and canvas.width >= held * LAPPED
        tall = cards.size(large)[1] + 2
        if told.cards and canvas.height - y >= tall + len(told.facts):
            top = y + (canvas.height - y - tall - len(told.facts)) // 2
            self._cards(scene, canvas, told.cards, top, large)
            self._facts(scene, canvas, told.facts, top + tall, top + tall + len(told.facts))
        else:
            facts = [*(Figure(each.name, str(each)) for each in told.cards), *told.facts]
            self._facts(scene, canvas, facts, y, canvas.height)

    @staticmethod
    def _cards(scene: Scene, canvas: Canvas, all_held: Sequence[Cards], y: int, large: bool) -> None:
        """Fields side by side, each with its name below, more room for more cards; lapped where there are many."""
        width, tall = cards.size(large)
        weights = [max(2, len(held.cards)) for held in all_held]
        start = 1
        for held, weight in zip(all_held, weights, strict=True):
            room = (canvas.width - 2) * weight // sum(weights) - 2
            step = max(1, min(width + 1, (room - width) // max(1, len(held.cards) - 1)))
            left = start + max(0, (room - step * (len(held.cards) - 1) - width) // 2)
            for place, card in enumerate(held.cards):
                cards.draw(canvas, left + place * step, y, card.face, large=large)
            canvas.centred(start, y + tall, room, held.name, scene.palette.faint_ink)
            start += room + 2

    @staticmethod
    def _facts(scene: Scene, canvas: Canvas, facts: Sequence[Figure], y: int, end: int) -> None:
        """Draw names and values between two lines, in as many columns as they need."""
        room = end - y
        if not facts or room < 1:
            return
        columns = -(-len(facts) // room)
        rows = -(-len(facts) // columns)
        width = min(56, (canvas.width - 2) // columns - 1)
        left = (canvas.width - columns * (width + 1)) // 2
        top = y + (room - rows) // 2
        for number, figure in enumerate(facts):
            x, line = left + number // rows * (width + 1), top + number % rows
            canvas.fill(x, line, width, 1, scene.palette.surface)
            value = fitted(figure.value, width - 4 - min(len(figure.name), width // 3))
            canvas.write(x + 1, line, fitted(figure.name, width - len(value) - 3), scene.palette.faint_ink)
            canvas.write(x + width - len(value) - 1, line, value, scene.palette.ink, bold=True)

    @staticmethod
    def _figures(scene: Scene) -> Figures:
        return figures(scene.view, scene.language, scene.names)
