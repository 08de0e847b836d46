"""The fields of a plain game, declared once: how each is written in a position, and what a seat sees of it.

    FIELDS = (
        CardField("cards", DECK, known=rules.knows),
        NumberField("stakes", 1, 26),
        SeatField("turn", shown=False),
        ComputedField("pot", int, lambda s, seat: sum(s.stakes)),
    )

Each has the name of a field of the state; if that is a list, it has an entry for each seat. `notation.py` builds
positions from such a table, `view.py` builds views.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from koloda.core.errors import NotUnderstood
from koloda.core.view import Seat

Known = Callable[[Any, int, int], bool]
"""May a seat (-1: a spectator) know the entry of another? Of a field that has no entries by seat, the other is -1."""
Bound = int | Callable[[Any], int]

FRENCH_SUITS = ("clubs", "diamonds", "hearts", "spades")
FRENCH_CARDS = [f"{rank}{suit}" for rank in (*range(2, 11), *"JQKA") for suit in "♣♦♥♠"]
"""The 52 cards: four of each rank, from 2♣ to A♠."""
_LETTERS = str.maketrans("♣♦♥♠", "cdhs")


def _everybody(s: Any, seat: int, other: int) -> bool:
    return True


def _bound(bound: Bound, s: Any) -> int:
    return bound if isinstance(bound, int) else bound(s)


@dataclass(frozen=True)
class Field(ABC):
    """A field of the state, or a value that `of` computes from it."""

    name: str
    default: Bound | None = field(default=None, kw_only=True)
    """Its value in a position that leaves it out, which may depend on the fields before it; None: as at the start."""
    known: Known = field(default=_everybody, kw_only=True)
    shown: bool = field(default=True, kw_only=True)
    """Is it part of the view?"""
    of: Callable[[Any], Any] | None = field(default=None, kw_only=True)
    """Computes the value, if the state has no field of this name."""

    type: ClassVar[Any]
    """The type of an entry in the view."""

    def value(self, s: Any) -> Any:
        """A number, or a list of them by seat."""
        value = getattr(s, self.name) if self.of is None else self.of(s)
        return value[: s.players] if isinstance(value, list) else value

    def usual(self, s: Any, start: Any) -> Any:
        """The value that a position leaves out."""
        if self.default is None:
            return self.value(start) if self.of is None else 0
        usual = _bound(self.default, s)
        return [usual] * s.players if isinstance(self.value(start), list) else usual

    @abstractmethod
    def seen(self, s: Any, number: int) -> Any:
        """Return what a view shows for a number."""

    @abstractmethod
    def write(self, s: Any, number: int) -> str:
        """Return the text of a number in a position."""

    @abstractmethod
    def read(self, s: Any, text: str) -> int:
        """Return the number for a text in a position."""


@dataclass(frozen=True)
class NumberField(Field):
    low: Bound
    high: Bound

    type = int

    def seen(self, s: Any, number: int) -> int:
        return number

    def write(self, s: Any, number: int) -> str:
        return str(number)

    def read(self, s: Any, text: str) -> int:
        low, high = _bound(self.low, s), _bound(self.high, s)
        if text.removeprefix("-").isdecimal() and low <= int(text) <= high:
            return int(text)
        raise NotUnderstood.of("errors.position_number", key=self.name, given=text, low=low, high=high)


@dataclass(frozen=True)
class SeatField(Field):
    """A seat, or -1 for nobody."""

    type = Seat | None

    def seen(self, s: Any, number: int) -> int | None:
        return None if number < 0 else number

    def write(self, s: Any, number: int) -> str:
        return "-" if number < 0 else str(number + 1)

    def read(self, s: Any, text: str) -> int:
        if text in ("", "-"):
            return -1
        if text.isdecimal() and 1 <= int(text) <= s.players:
            return int(text) - 1
        raise NotUnderstood.of("errors.position_number", key=self.name, given=text, low=1, high=s.players)


@dataclass(frozen=True)
class SeatsField(Field):
    """A set of seats as bits. A position has 0 or 1 for each seat, a view a list of seats."""

    type = list[Seat]

    def seen(self, s: Any, number: int) -> list[int]:
        return _members(number)

    def write(self, s: Any, number: int) -> str:
        return "/".join(str(number >> seat & 1) for seat in range(s.players))

    def read(self, s: Any, text: str) -> int:
        flags = text.split("/")
        if len(flags) != s.players:
            raise NotUnderstood.of("errors.position_seats", key=self.name, given=len(flags), players=s.players)
        if not {*flags} <= {"0", "1"}:
            raise NotUnderstood.of("errors.position_number", key=self.name, given=text, low=0, high=1)
        return sum(1 << seat for seat, flag in enumerate(flags) if flag == "1")


@dataclass(frozen=True)
class WordField(Field):
    """The number of a word, or -1 for none. A position may shorten a word as long as no other begins the same way."""

    words: Sequence[str]

    type = str | None

    def seen(self, s: Any, number: int) -> str | None:
        return None if number < 0 else self.words[number]

    def write(self, s: Any, number: int) -> str:
        return "-" if number < 0 else in_letters(self.words[number])

    def read(self, s: Any, text: str) -> int:
        if text in ("", "-"):
            return -1
        written = [in_letters(word) for word in self.words]
        found = [text] if text in written else [word for word in written if word.startswith(text)]
        if len(found) != 1:
            raise NotUnderstood.of("errors.position_word", key=self.name, given=text, allowed=", ".join(written))
        return written.index(found[0])


@dataclass(frozen=True)
class Deck:
    """Cards by number. A position takes the cards that it names out of `field`, a set of cards in the state."""

    field: str
    names: Sequence[str] | Callable[[Any], Sequence[str]]
    """The name of each card; where they depend on the number of players, a function of the state."""

    def name(self, s: Any, card: int) -> str:
        return self._names(s)[card]

    def written(self, s: Any, card: int) -> str:
        """Return the name of a card as notation has it: `10h`."""
        return in_letters(self.name(s, card))

    def take(self, s: Any, text: str) -> int:
        """Take the card of that name out of the deck."""
        left: int = getattr(s, self.field)
        names = self._names(s)
        for card in _members(left):
            if in_letters(names[card]) == text:
                setattr(s, self.field, left & ~(1 << card))
                return card
        raise NotUnderstood.of("errors.position_card", text=text)

    def _names(self, s: Any) -> Sequence[str]:
        return self.names(s) if callable(self.names) else self.names


@dataclass(frozen=True)
class CardField(Field):
    """A card, or -1 for none."""

    deck: Deck

    type = str | None

    def seen(self, s: Any, number: int) -> str | None:
        return None if number < 0 else self.deck.name(s, number)

    def write(self, s: Any, number: int) -> str:
        return "-" if number < 0 else self.deck.written(s, number)

    def read(self, s: Any, text: str) -> int:
        return -1 if text in ("", "-") else self.deck.take(s, text)


@dataclass(frozen=True)
class CardsField(Field):
    """A set of cards as bits."""

    deck: Deck

    type = list[str]

    def seen(self, s: Any, number: int) -> list[str]:
        return [self.deck.name(s, card) for card in _members(number)]

    def write(self, s: Any, number: int) -> str:
        return ",".join(self.deck.written(s, card) for card in _members(number)) or "-"

    def read(self, s: Any, text: str) -> int:
        names = [] if text in ("", "-") else text.split(",")
        return sum(1 << self.deck.take(s, name) for name in names)


@dataclass(frozen=True)
class ComputedField:
    """Something else that the view shows, computed from the state for a seat (None: a spectator)."""

    name: str
    type: Any
    value: Callable[[Any, int | None], Any]


def _members(bits: int) -> list[int]:
    return [number for number in range(bits.bit_length()) if bits >> number & 1]


def in_letters(name: str) -> str:
    """Return the name of a card as people type it: `10h` for 10♥."""
    return name.translate(_LETTERS)
