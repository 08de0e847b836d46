"""Cards, plays and good numbers of Dobro as terms: for events, descriptions and views in words."""

from collections.abc import Sequence
from functools import cache

from koloda.core.events import Term


class Name(Term, frozen=True):
    area = "dobro"


class Number(Name, frozen=True):
    """A number card."""

    number: int


class Joker(Name, frozen=True):
    pass


class Skip(Name, frozen=True):
    pass


class Reverse(Name, frozen=True):
    pass


class JokerAs(Name, frozen=True):
    number: int


class Pair(Name, frozen=True):
    number: int


class WithJoker(Name, frozen=True):
    """A number and a Joker."""

    number: int


class JokersAs(Name, frozen=True):
    """Two Jokers."""

    number: int


class Good(Name, frozen=True):
    good: int


class NoGood(Name, frozen=True):
    """There is no good number yet."""


Card = Number | Joker | Skip | Reverse
NumberPlay = Number | JokerAs | Pair | WithJoker | JokersAs

_SPECIALS: dict[str, Card] = {"J": Joker(), "S": Skip(), "R": Reverse()}


@cache
def card(name: str) -> Card:
    """The card that is called `7`, `J`, `S` or `R` in notation."""
    return _SPECIALS[name] if name in _SPECIALS else Number(number=int(name))


def play(cards: Sequence[str], number: int) -> NumberPlay:
    """One or two cards, played as this number."""
    jokers = cards.count("J")
    if len(cards) == 1:
        return JokerAs(number=number) if jokers else Number(number=number)
    return (Pair, WithJoker, JokersAs)[jokers](number=number)


@cache
def good_number(good: int | None) -> Good | NoGood:
    return Good(good=good) if good else NoGood()
