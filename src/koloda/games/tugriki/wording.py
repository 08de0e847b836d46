"""Cards and colours of Tugriki as terms: for events, descriptions and views in words."""

from typing import get_args

from koloda.core.events import Term
from koloda.core.facts import Fact, fact
from koloda.games.tugriki.cards import RANK_NAMES, ColourName
from koloda.games.tugriki.state import RANKS


class Name(Term, frozen=True):
    area = "tugriki"


class Colour(Name, frozen=True):
    template = "{colour}"

    colour: ColourName


class ColouredCard(Name, frozen=True):
    template = "card_{colour}"

    colour: ColourName
    rank: str


class Genie(Name, frozen=True):
    pass


class RowChoice(Name, frozen=True):
    template = "row"


Card = ColouredCard | Genie | RowChoice

_COLOURS = tuple(Colour(colour=name) for name in get_args(ColourName))
_CARDS: tuple[Card, ...] = (
    *(ColouredCard(colour=each.colour, rank=rank) for each in _COLOURS for rank in RANK_NAMES),
    Genie(),
    RowChoice(),
)
_KINDS = {each: kind for kind, each in enumerate(_CARDS)}


def card(kind: int) -> Card:
    """The card of a number; the wilds come last, in the order of `state.GENIE` and `state.CHOICE`."""
    return _CARDS[kind]


def as_object(kind: int) -> Fact:
    """The card as the object of a sentence ("lay red 4"), for languages in which that makes a difference."""
    laid = card(kind)
    if isinstance(laid, ColouredCard):
        return fact(f"tugriki.object_{laid.colour}", rank=laid.rank)
    return fact("tugriki.object_genie" if isinstance(laid, Genie) else "tugriki.object_row")


def kind_of(card: Card) -> int:
    """The number of a card: `card` the other way round."""
    return _KINDS[card]


def colour(number: int) -> Colour:
    return _COLOURS[number]


def number_of(colour: Colour) -> int:
    """The number of a colour: `colour` the other way round."""
    return _COLOURS.index(colour)


def colour_of(kind: int) -> Colour:
    """The colour of a coloured card."""
    return _COLOURS[kind // RANKS]
