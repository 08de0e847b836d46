"""Cards and goals of Mind Up! as terms: for events, descriptions and views in words."""

from functools import cache
from typing import get_args

from koloda.core.events import Term
from koloda.core.numbers import signed
from koloda.games.mind_up.cards import ColourName, GoalName


class Name(Term, frozen=True):
    area = "mind_up"


class Colour(Name, frozen=True):
    template = "{colour}"

    colour: ColourName


class Card(Name, frozen=True):
    """`37 (blue, +1)`"""

    number: int
    colour: Colour
    mark: str


class CardUnmarked(Name, frozen=True):
    number: int
    colour: Colour


class GoalText(Name, frozen=True):
    template = "goal_{name}"

    name: GoalName


class Goal(Name, frozen=True):
    """`B1: 2 or 4 blue cards, +2`"""

    name: str
    text: GoalText
    worth: str


AnyCard = Card | CardUnmarked

_COLOURS = {name: Colour(colour=name) for name in get_args(ColourName)}
_GOALS = {name: GoalText(name=name) for name in get_args(GoalName)}


@cache
def card(number: int, colour: str, mark: int) -> AnyCard:
    if mark == 0:
        return CardUnmarked(number=number, colour=_COLOURS[colour])
    return Card(number=number, colour=_COLOURS[colour], mark=signed(mark))


@cache
def goal(name: str, worth: int) -> Goal:
    return Goal(name=name, text=_GOALS[name], worth=signed(worth))
