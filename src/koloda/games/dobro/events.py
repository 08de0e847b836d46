"""What can happen in Dobro, each with the text of the same name."""

from koloda.core.events import GameEvent
from koloda.games.dobro.wording import Card, Good, NoGood, NumberPlay


class DobroEvent(GameEvent, frozen=True):
    area = "dobro"


class Dealt(DobroEvent, frozen=True):
    """The first card of a round is dealt."""

    round: int
    rounds: int
    cards: int
    """What everybody gets."""


class Hand(DobroEvent, frozen=True):
    """All of a hand is dealt; told to its owner."""

    cards: list[Card]


class Leads(DobroEvent, frozen=True):
    player: int


class Played(DobroEvent, frozen=True):
    player: int
    play: NumberPlay
    good: int
    """The good number afterwards."""


class Doubled(Played, frozen=True):
    """An equal play, which doubles the good number (DB-9, DB-10)."""


class Skipped(DobroEvent, frozen=True):
    player: int
    good: Good | NoGood


class Reversed(DobroEvent, frozen=True):
    player: int
    good: Good | NoGood


class Took(DobroEvent, frozen=True):
    player: int
    cards: int
    """How many lay on the table."""


class Draws(DobroEvent, frozen=True):
    """A player is about to draw so many cards."""

    player: int
    cards: int
    left: int


class Drew(DobroEvent, frozen=True):
    """A card is drawn; told to its owner."""

    player: int
    card: Card


class Forgot(DobroEvent, frozen=True):
    """A turn ends without drawing."""

    player: int


class ForgotFrom(DobroEvent, frozen=True):
    """The forgetful card goes to another player."""

    player: int
    other: int


class OutOfCards(DobroEvent, frozen=True):
    player: int
    round: int


class Scored(DobroEvent, frozen=True):
    player: int
    cards: int
    points: int
    total: int


class ScoredForgetful(Scored, frozen=True):
    """With the forgetful card."""
