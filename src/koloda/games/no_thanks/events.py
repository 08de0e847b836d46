"""What can happen in No Thanks!, each with the text of the same name."""

from koloda.core.events import GameEvent


class NoThanksEvent(GameEvent, frozen=True):
    area = "no_thanks"


class Starts(NoThanksEvent, frozen=True):
    player: int


class TurnedUp(NoThanksEvent, frozen=True):
    player: int
    card: int
    left: int


class Passed(NoThanksEvent, frozen=True):
    player: int
    card: int
    pot: int
    """The chips on the card, with this player's."""


class Took(NoThanksEvent, frozen=True):
    player: int
    card: int
    pot: int


class Scored(NoThanksEvent, frozen=True):
    player: int
    points: int
