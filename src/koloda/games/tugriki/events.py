"""What can happen in Tugriki, each with the text of the same name."""

from koloda.core.events import GameEvent
from koloda.games.tugriki.wording import Card, Colour


class TugrikiEvent(GameEvent, frozen=True):
    area = "tugriki"


class RoundStarts(TugrikiEvent, frozen=True):
    round: int
    player: int
    cards: int
    bank: int


class Hand(TugrikiEvent, frozen=True):
    """All of a hand is dealt; told to its owner."""

    cards: list[Card]


class Drew(TugrikiEvent, frozen=True):
    """Another draws a card."""

    player: int
    left: int


class DrewCard(TugrikiEvent, frozen=True):
    """One draws a card oneself."""

    player: int
    card: Card


class Laid(TugrikiEvent, frozen=True):
    player: int
    card: Card


class LaidOver(Laid, frozen=True):
    """Over the wild card in its place."""


class LaidWild(TugrikiEvent, frozen=True):
    player: int
    card: Card
    place: Card
    """The card that it stands for."""


class Finished(TugrikiEvent, frozen=True):
    colour: Colour


class Binds(TugrikiEvent, frozen=True):
    """A row must be finished first."""

    colour: Colour


class Free(TugrikiEvent, frozen=True):
    """Nothing binds any more."""


class Named(TugrikiEvent, frozen=True):
    player: int
    colour: Colour


class Clockwise(TugrikiEvent, frozen=True):
    """The direction of play is now clockwise."""


class Anticlockwise(TugrikiEvent, frozen=True):
    """The direction of play is now anticlockwise."""


class Again(TugrikiEvent, frozen=True):
    """A player moves again."""

    player: int


class Robbed(TugrikiEvent, frozen=True):
    """Tugriks come from the bank."""

    player: int
    tugriks: int


class Fined(TugrikiEvent, frozen=True):
    player: int
    tugriks: int


class Missed(TugrikiEvent, frozen=True):
    """A turn is missed."""

    player: int


class Passed(TugrikiEvent, frozen=True):
    """A player cannot lay, and the deck is empty: the turn passes for a tugrik."""

    player: int


class Exchanged(TugrikiEvent, frozen=True):
    """Everybody has drawn a card from the next player's hand."""


class Got(TugrikiEvent, frozen=True):
    """One's own card of an exchange."""

    player: int
    other: int
    card: Card


class Gave(TugrikiEvent, frozen=True):
    """The card that an exchange took from one."""

    player: int
    other: int
    card: Card


class Paid(TugrikiEvent, frozen=True):
    player: int
    tugriks: int


class SaidNothing(TugrikiEvent, frozen=True):
    """A player lays nothing and does not pay."""

    player: int


class Challenged(TugrikiEvent, frozen=True):
    player: int
    other: int


class Shown(TugrikiEvent, frozen=True):
    """The challenged hand; told to the challenger."""

    player: int
    other: int
    cards: list[Card]


class Guilty(TugrikiEvent, frozen=True):
    """The challenged player pays."""

    player: int
    tugriks: int


class Innocent(TugrikiEvent, frozen=True):
    """The challenger pays."""

    player: int
    tugriks: int


class Called(TugrikiEvent, frozen=True):
    player: int
    other: int
    tugriks: int
    """What the other pays."""


class WonRound(TugrikiEvent, frozen=True):
    player: int
    tugriks: int


class Stalemate(TugrikiEvent, frozen=True):
    """Only wild cards are left: nobody wins the round."""

    tugriks: int


class Stalled(TugrikiEvent, frozen=True):
    rounds: int
    """In a row without a winner."""


class Split(TugrikiEvent, frozen=True):
    """Everybody gets as much of the bank."""

    tugriks: int


class KnockoutStalled(TugrikiEvent, frozen=True):
    """A knockout is over, as several rounds in a row had no winner."""


class KnockoutLong(TugrikiEvent, frozen=True):
    """A knockout is over, as it has had its last round."""


class Asked(TugrikiEvent, frozen=True):
    """Will the player lend to the other?"""

    player: int
    other: int


class Lent(TugrikiEvent, frozen=True):
    player: int
    other: int
    tugriks: int


class Refused(TugrikiEvent, frozen=True):
    player: int
    other: int


class Out(TugrikiEvent, frozen=True):
    player: int


class Repaid(TugrikiEvent, frozen=True):
    """Loans are paid back as far as possible."""


class Scored(TugrikiEvent, frozen=True):
    player: int
    tugriks: int
