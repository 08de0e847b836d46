"""What can happen in No Thanks!, each with the text of the same name."""

from koloda.core.events import GameEvent


class Event(GameEvent, frozen=True):
    area = "no_thanks"


class Starts(Event, frozen=True):
    player: int


class TurnedUp(Event, frozen=True):
    player: int
    card: int
    left: int


class Passed(Event, frozen=True):
    player: int
    card: int
    pot: int
    """The chips on the card, with this player's."""


class Took(Event, frozen=True):
    player: int
    card: int
    pot: int


class Scored(Event, frozen=True):
    player: int
    points: int
