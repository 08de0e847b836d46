"""What can happen in Mind Up!, each with the text of the same name."""

from koloda.core.events import GameEvent
from koloda.games.mind_up.wording import AnyCard, Goal


class MindUpEvent(GameEvent, frozen=True):
    area = "mind_up"


class TurnedUp(MindUpEvent, frozen=True):
    player: int
    card: AnyCard


class LaysOut(MindUpEvent, frozen=True):
    """Somebody shuffles the collection cards."""

    player: int


class LaidOut(MindUpEvent, frozen=True):
    player: int
    order: str
    """The values from left to right: `2-4-1-5-3`."""


class Dealt(MindUpEvent, frozen=True):
    """The first hands are complete."""

    count: int


class Hand(MindUpEvent, frozen=True):
    """One's own first hand."""

    cards: list[AnyCard]


class Drew(MindUpEvent, frozen=True):
    """Another's card for a new round."""

    player: int


class DrewCard(MindUpEvent, frozen=True):
    """One's own card for a new round."""

    player: int
    card: AnyCard


class Opened(MindUpEvent, frozen=True):
    goal: Goal


class Chose(MindUpEvent, frozen=True):
    """Another has chosen."""

    player: int


class ChoseCard(MindUpEvent, frozen=True):
    """One has chosen oneself."""

    player: int
    card: AnyCard


class TookBack(MindUpEvent, frozen=True):
    player: int


class Took(MindUpEvent, frozen=True):
    player: int
    own: AnyCard
    """The card that was chosen."""
    card: AnyCard
    """The card of the row that it brings."""


class LastCard(MindUpEvent, frozen=True):
    player: int
    card: AnyCard


class Met(MindUpEvent, frozen=True):
    player: int
    goal: Goal


class Scored(MindUpEvent, frozen=True):
    player: int
    round: int
    points: int
    total: int
