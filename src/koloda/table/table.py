"""A table: a game that is being played, by people and bots, with a dealer and a record."""

from collections.abc import Mapping, Sequence
from typing import Any

from koloda.bots.bot import Bot, Budget, needs_story
from koloda.bots.knowledge import Knowledge, knowledge_of
from koloda.core.errors import NotLegal
from koloda.core.events import Told, facts_of
from koloda.core.facts import Fact, fact
from koloda.core.game import Act, Game, seats_of
from koloda.core.options import Value
from koloda.core.view import View
from koloda.table import record as records
from koloda.table.course import Step, Undo
from koloda.table.dealer import Dealer


class Table:
    """Draws are carried out as they fall due. The record says which seats are bots'; people sit in the others."""

    def __init__(self, record: records.Record, dealer: Dealer) -> None:
        self.record = record
        self.dealer = dealer
        self.record.course.settle(dealer.deal)

    @classmethod
    def open(
        cls, game: Game, values: Mapping[str, Value], names: list[str], dealer: Dealer, bots: Mapping[int, str]
    ) -> "Table":
        """A new game. `values` are the settled players and options, `bots` the seats of bots and which they are."""
        record = records.started(game, values, names, dealer)
        record.bots = dict(bots)
        return cls(record, dealer)

    @property
    def game(self) -> Game:
        return self.record.game

    @property
    def state(self) -> Any:
        return self.record.course.state

    @property
    def over(self) -> bool:
        return self.record.over

    @property
    def actors(self) -> list[int]:
        return seats_of(self.game.rules.actors(self.state))

    @property
    def steps(self) -> Sequence[Step]:
        """All that has happened and counts."""
        return self.record.course.steps

    def legal(self, seat: int) -> list[int]:
        return self.game.legal(self.state, seat)

    def view(self, seat: int | None) -> View:
        return self.game.view(self.state, seat)

    def story(self, seat: int | None, since: int = 0) -> list[Fact]:
        """What a seat was told, from step number `since` on."""
        return facts_of(self.events(seat, since))

    def events(self, seat: int | None, since: int = 0) -> list[Told]:
        """The same as typed events."""
        return [told for step in self.steps[since:] for told in self.game.narration.narrate(*step, seat)]

    def knowledge(self, seat: int, story: bool = True) -> Knowledge:
        """All that a bot in a seat is given; without the story where it needs none."""
        told = self.events(seat) if story else []
        return knowledge_of(self.game, self.state, seat, told.copy)

    def bots_choice(self, bots: Mapping[int, Bot], budget: Budget) -> Act | None:
        """What a bot does next: a bystander that steps in, else one that must act; None if it is people's turn."""
        for seat, bot in bots.items():
            if self.game.steps_in and seat not in self.actors and self.legal(seat):
                action = bot.choose(self.knowledge(seat, needs_story(bot)), budget)
                if action is not None:
                    return Act(seat, action)
        for seat in self.actors:
            if seat in bots:
                action = bots[seat].choose(self.knowledge(seat, needs_story(bots[seat])), budget)
                assert action is not None
                return Act(seat, action)
        return None

    def act(self, seat: int, action: int) -> None:
        """Carry out a decision and the draws that it brings. A refused one changes nothing."""
        self.record.course.add(Act(seat, action))
        self.record.course.settle(self.dealer.deal)

    def can_undo(self, seat: int) -> bool:
        """May a seat take its last decision back? See `Course.can_undo`."""
        return self.record.course.can_undo(seat, self.record.bots)

    def undo(self, seat: int) -> None:
        """Take a seat's last decision back, if it can be."""
        if not self.can_undo(seat):
            raise NotLegal(fact("errors.undo"))
        self.record.course.add(Undo(seat))
