"""What can happen in Tugriki, each with the text of the same name."""

from koloda.core.events import GameEvent
from koloda.games.tugriki.wording import Card, Colour


class Event(GameEvent, frozen=True):
    area = "tugriki"


class RoundStarts(Event, frozen=True):
    round: int
    player: int
    cards: int
    bank: int


class Hand(Event, frozen=True):
    """All of a hand is dealt; told to its owner."""

    cards: list[Card]


class Drew(Event, frozen=True):
    """Another draws a card."""

    player: int
    left: int


class DrewCard(Event, frozen=True):
    """One draws a card oneself."""

    player: int
    card: Card


class Laid(Event, frozen=True):
    player: int
    card: Card


class LaidOver(Laid, frozen=True):
    """Over the wild card in its place."""


class LaidWild(Event, frozen=True):
    player: int
    card: Card
    place: Card
    """The card that it stands for."""


class Finished(Event, frozen=True):
    colour: Colour


class Binds(Event, frozen=True):
    """A row must be finished first."""

    colour: Colour


class Free(Event, frozen=True):
    """Nothing binds any more."""


class Named(Event, frozen=True):
    player: int
    colour: Colour


class Clockwise(Event, frozen=True):
    """The direction of play is now clockwise."""


class Anticlockwise(Event, frozen=True):
    """The direction of play is now anticlockwise."""


class Again(Event, frozen=True):
    """A player moves again."""

    player: int


class Robbed(Event, frozen=True):
    """Tugriks come from the bank."""

    player: int
    tugriks: int


class Fined(Event, frozen=True):
    player: int
    tugriks: int


class Missed(Event, frozen=True):
    """A turn is missed."""

    player: int


class Passed(Event, frozen=True):
    """A player cannot lay, and the deck is empty: the turn passes for a tugrik."""

    player: int


class Exchanged(Event, frozen=True):
    """Everybody has drawn a card from the next player's hand."""


class Got(Event, frozen=True):
    """One's own card of an exchange."""

    player: int
    other: int
    card: Card


class Gave(Event, frozen=True):
    """The card that an exchange took from one."""

    player: int
    other: int
    card: Card


class Paid(Event, frozen=True):
    player: int
    tugriks: int


class SaidNothing(Event, frozen=True):
    """A player lays nothing and does not pay."""

    player: int


class Challenged(Event, frozen=True):
    player: int
    other: int


class Shown(Event, frozen=True):
    """The challenged hand; told to the challenger."""

    player: int
    other: int
    cards: list[Card]


class Guilty(Event, frozen=True):
    """The challenged player pays."""

    player: int
    tugriks: int


class Innocent(Event, frozen=True):
    """The challenger pays."""

    player: int
    tugriks: int


class Called(Event, frozen=True):
    player: int
    other: int
    tugriks: int
    """What the other pays."""


class WonRound(Event, frozen=True):
    player: int
    tugriks: int


class Stalemate(Event, frozen=True):
    """Only wild cards are left: nobody wins the round."""

    tugriks: int


class Stalled(Event, frozen=True):
    rounds: int
    """In a row without a winner."""


class Split(Event, frozen=True):
    """Everybody gets as much of the bank."""

    tugriks: int


class KnockoutStalled(Event, frozen=True):
    """A knockout is over, as several rounds in a row had no winner."""


class KnockoutLong(Event, frozen=True):
    """A knockout is over, as it has had its last round."""


class Asked(Event, frozen=True):
    """Will the player lend to the other?"""

    player: int
    other: int


class Lent(Event, frozen=True):
    player: int
    other: int
    tugriks: int


class Refused(Event, frozen=True):
    player: int
    other: int


class Out(Event, frozen=True):
    player: int


class Repaid(Event, frozen=True):
    """Loans are paid back as far as possible."""


class Scored(Event, frozen=True):
    player: int
    tugriks: int
