"""Cards and plays of Dobro as facts, for narration and for views in words."""

from collections.abc import Sequence

from koloda.core.facts import Fact, fact

_SPECIALS = {"J": "joker", "S": "skip", "R": "reverse"}


def card(name: str) -> Fact:
    """The card that is called `7`, `J`, `S` or `R` in notation."""
    return fact(f"dobro.{_SPECIALS[name]}") if name in _SPECIALS else fact("dobro.number", number=int(name))


def play(cards: Sequence[str], number: int | None) -> Fact:
    """One or two cards, played as this number; a Skip or Reverse as none."""
    if number is None:
        return card(cards[0])
    jokers = cards.count("J")
    if len(cards) == 1:
        key = "joker_as" if jokers else "number"
    else:
        key = ("pair", "with_joker", "jokers_as")[jokers]
    return fact(f"dobro.{key}", number=number)


def good_number(good: int | None) -> Fact:
    return fact("dobro.good", good=good) if good else fact("dobro.no_good")
