"""What can happen in Mind Up!, each with the text of the same name."""

from koloda.core.events import GameEvent
from koloda.games.mind_up.wording import AnyCard, Goal


class Event(GameEvent, frozen=True):
    area = "mind_up"


class TurnedUp(Event, frozen=True):
    player: int
    card: AnyCard


class LaysOut(Event, frozen=True):
    """Somebody shuffles the collection cards."""

    player: int


class LaidOut(Event, frozen=True):
    player: int
    order: str
    """The values from left to right: `2-4-1-5-3`."""


class Dealt(Event, frozen=True):
    """The first hands are complete."""

    count: int


class Hand(Event, frozen=True):
    """One's own first hand."""

    cards: list[AnyCard]


class Drew(Event, frozen=True):
    """Another's card for a new round."""

    player: int


class DrewCard(Event, frozen=True):
    """One's own card for a new round."""

    player: int
    card: AnyCard


class Opened(Event, frozen=True):
    goal: Goal


class Chose(Event, frozen=True):
    """Another has chosen."""

    player: int


class ChoseCard(Event, frozen=True):
    """One has chosen oneself."""

    player: int
    card: AnyCard


class TookBack(Event, frozen=True):
    player: int


class Took(Event, frozen=True):
    player: int
    own: AnyCard
    """The card that was chosen."""
    card: AnyCard
    """The card of the row that it brings."""


class LastCard(Event, frozen=True):
    player: int
    card: AnyCard


class Met(Event, frozen=True):
    player: int
    goal: Goal


class Scored(Event, frozen=True):
    player: int
    round: int
    points: int
    total: int
