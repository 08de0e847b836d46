"""Decks of Mind Up!: an edition file (`edition.toml` is the box), checked, and put into the state."""

from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Literal, get_args

import msgspec

from koloda.core.edition import DEFAULT, Edition
from koloda.games.mind_up.state import COLOURS, GOALS, HIGHEST, LARGEST_HAND, ROUNDS, VALUES, State

ColourName = Literal["orange", "pink", "blue", "green", "purple"]
COLOUR_NAMES: tuple[str, ...] = get_args(ColourName)
GoalName = Literal["A1", "A2", "B1", "B2", "C1", "C2", "D1", "D2", "E1", "E2", "F1", "F2", "G1", "G2"]
GOAL_NAMES: tuple[str, ...] = get_args(GoalName)
SMALLEST_HAND = 2  # with one card there is nothing to choose (MU-12)
LARGEST_MARK = 9
LARGEST_WORTH = 99
KEYS = ("hand", "rounds", "values", "colours", "marks", "goals")


class Deck(msgspec.Struct, frozen=True):
    """What an edition gives: cards with their colours and marks, goals with their worth, the length of the game."""

    hand: int
    rounds: int
    values: list[int]
    colours: dict[int, int]
    marks: dict[int, int]
    """Without those of mark 0."""
    goals: dict[int, int]


@cache
def box() -> Deck:
    return read(Edition.parse(files("koloda.games.mind_up").joinpath("edition.toml").read_text("utf-8")))


def named(edition: str) -> Deck:
    """The deck of the option's value."""
    return box() if edition == DEFAULT else read(Edition.expand(edition))


def check(edition: Edition) -> None:
    read(edition)


def read(edition: Edition) -> Deck:
    for key in edition.tables:
        if key not in KEYS:
            raise edition.bad(key, "mind_up.edition_key", key=key, allowed=", ".join(KEYS))
    values = _values(edition)
    colours = _colours(edition, most=len(values))
    return Deck(
        hand=_number(edition, "hand", edition.tables.get("hand"), SMALLEST_HAND, LARGEST_HAND),
        rounds=_number(edition, "rounds", edition.tables.get("rounds"), 1, ROUNDS),
        values=values,
        colours=colours,
        marks=_marks(edition, colours),
        goals=_goals(edition),
    )


def _values(edition: Edition) -> list[int]:
    """MU-3. With one collection card alone there is nothing to lay out."""
    values = _numbers(edition, "values", edition.tables.get("values"), VALUES, {})
    if len(values) < 2:
        raise edition.bad("values", "mind_up.edition_values")
    return sorted(values)


def _colours(edition: Edition, most: int) -> dict[int, int]:
    """MU-1. Every colour needs a collection card to lie on (MU-10)."""
    table = _table(edition, "colours", COLOUR_NAMES)
    if sum(bool(cards) for cards in table.values()) > most:
        raise edition.bad("colours", "mind_up.edition_colours", most=most)
    colours: dict[int, int] = {}
    for colour, name in enumerate(COLOUR_NAMES):
        for card in _numbers(edition, f"colours.{name}", table.get(name, []), HIGHEST, colours):
            colours[card] = colour
    return colours


def _marks(edition: Edition, deck: Mapping[int, int]) -> dict[int, int]:
    """MU-2."""
    allowed = [str(mark) for mark in range(-LARGEST_MARK, LARGEST_MARK + 1)]
    marks: dict[int, int] = {}
    for mark, cards in _table(edition, "marks", allowed).items():
        for card in _numbers(edition, f"marks.{mark}", cards, HIGHEST, marks):
            if card not in deck:
                raise edition.bad(f"marks.{mark}", "mind_up.edition_no_colour", card=card)
            marks[card] = int(mark)
    return {card: mark for card, mark in marks.items() if mark}


def _goals(edition: Edition) -> dict[int, int]:
    """MU-20. A goal that is left out, or worth nothing, is not in the box."""
    table = _table(edition, "goals", GOAL_NAMES)
    low, high = -LARGEST_WORTH, LARGEST_WORTH
    worth = [_number(edition, f"goals.{name}", table.get(name, 0), low, high) for name in GOAL_NAMES]
    return {goal: points for goal, points in enumerate(worth) if points}


def _table(edition: Edition, key: str, allowed: Iterable[str]) -> Mapping[str, Any]:
    table = edition.tables.get(key, {})
    if not isinstance(table, Mapping):
        raise edition.bad(key, "mind_up.edition_table", key=key)
    for name in table:
        if name not in allowed:
            raise edition.bad(f"{key}.{name}", "mind_up.edition_key", key=name, allowed=", ".join(allowed))
    return table


def _numbers(edition: Edition, where: str, numbers: object, highest: int, taken: Mapping[int, int]) -> list[int]:
    """A list of numbers from 1, none of them twice or taken before."""
    if not isinstance(numbers, list):
        raise edition.bad(where, "mind_up.edition_list", key=where)
    for i, number in enumerate(numbers):
        _number(edition, where, number, 1, highest)
        if number in taken or number in numbers[:i]:
            raise edition.bad(where, "mind_up.edition_twice", number=number)
    return numbers


def _number(edition: Edition, where: str, given: object, low: int, high: int) -> int:
    if isinstance(given, int) and not isinstance(given, bool) and low <= given <= high:
        return given
    raise edition.bad(where, "mind_up.edition_number", key=where, given=str(given), low=low, high=high)


def put(deck: Deck, s: State) -> None:
    """The deck into the option fields of a state."""
    s.first_hand = deck.hand
    s.rounds = deck.rounds
    s.collection_cards = sum(1 << value for value in deck.values)
    s.deck = sum(1 << card for card in deck.colours)
    for card, colour in deck.colours.items():
        s.colour[card] = colour
    for card, mark in deck.marks.items():
        s.mark[card] = mark
    for goal, worth in deck.goals.items():
        s.worth[goal] = worth


def found(s: State) -> str:
    """The edition of a state: `default`, or its tables in one word."""
    cards = numbers(s.deck)
    deck = Deck(
        hand=s.first_hand,
        rounds=s.rounds,
        values=numbers(s.collection_cards),
        colours={card: s.colour[card] for card in cards},
        marks={card: s.mark[card] for card in cards if s.mark[card]},
        goals={goal: s.worth[goal] for goal in range(GOALS) if s.worth[goal]},
    )
    return DEFAULT if deck == box() else _edition(deck).compact()


def _edition(deck: Deck) -> Edition:
    colours = {COLOUR_NAMES[c]: [n for n, colour in deck.colours.items() if colour == c] for c in range(COLOURS)}
    marks = {str(mark): [n for n, other in deck.marks.items() if other == mark] for mark in set(deck.marks.values())}
    goals = {GOAL_NAMES[goal]: worth for goal, worth in deck.goals.items()}
    length = {"hand": deck.hand, "rounds": deck.rounds}
    return Edition({**length, "values": deck.values, "colours": colours, "marks": marks, "goals": goals})


def numbers(cards: int) -> list[int]:
    """A set of cards (or values) as ascending numbers."""
    found = []
    while cards:
        lowest = cards & -cards
        found.append(lowest.bit_length() - 1)
        cards ^= lowest
    return found
