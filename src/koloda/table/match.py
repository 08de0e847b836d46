"""A match: one game as it is played, its entries one after another and the state that they lead to."""

from collections.abc import Callable, Collection
from typing import Any, NamedTuple

from koloda.core.errors import NotLegal
from koloda.core.facts import fact
from koloda.core.game import Act, Draw, Event, Game
from koloda.table.play import refusal


class Undo(NamedTuple):
    """A seat takes its last decision back, and with it all that came after."""

    seat: int


Entry = Draw | Act | Undo


class Step(NamedTuple):
    before: Any
    event: Event
    after: Any


class Match:
    """Starts with a started state; `add` checks an entry and carries it out.

    `entries` is all that happened, undone moves included: the record keeps it. `steps` is what counts.
    """

    def __init__(self, game: Game, state: Any) -> None:
        self.game = game
        self.state = state
        self.entries: list[Entry] = []
        self.steps: list[Step] = []

    def copy(self) -> "Match":
        """The same match, which goes its own way from here."""
        made = Match(self.game, self.state)
        made.entries, made.steps = self.entries[:], self.steps[:]
        return made

    @property
    def draws(self) -> int:
        """How many draws there were; none is ever undone."""
        return sum(isinstance(entry, Draw) for entry in self.entries)

    def add(self, entry: Entry) -> None:
        """Carry out an entry, or raise an error and change nothing."""
        if isinstance(entry, Undo):
            taken_back = self.last_decision(entry.seat)
            if taken_back is None:
                raise NotLegal(fact("errors.undo"))
            self.state = self.steps[taken_back].before
            del self.steps[taken_back:]
        else:
            after = self._after(entry)
            self.steps.append(Step(self.state, entry, after))
            self.state = after
        self.entries.append(entry)

    def last_decision(self, seat: int) -> int | None:
        """The step of a seat's last decision; None once something was drawn since, or the game is over."""
        if self.game.rules.over(self.state):
            return None
        for number in range(len(self.steps) - 1, -1, -1):
            event = self.steps[number].event
            if isinstance(event, Draw):
                return None
            if event.seat == seat:
                return number
        return None

    def can_undo(self, seat: int, bots: Collection[int]) -> bool:
        """Not if its last decision showed it something, nor once something was drawn since, a person moved, or a bot
        showed a card. `bots` are the seats of bots."""
        last, narration = self.last_decision(seat), self.game.narration
        if last is None:
            return False
        before, decision, _ = self.steps[last]
        assert isinstance(decision, Act)
        return not narration.uncovers(before, decision.action) and not any(
            isinstance(event, Act) and (event.seat not in bots or narration.reveals(before, event.action))
            for before, event, _ in self.steps[last + 1 :]
        )

    def _after(self, event: Event) -> Any:
        rules = self.game.rules
        after = self.state.copy()
        if isinstance(event, Draw):
            due = rules.chance(after)
            if not 0 <= event.outcome < due:
                raise NotLegal(fact("errors.outcome", outcome=event.outcome, due=due))
            rules.draw(after, event.outcome)
        else:
            if not 0 <= event.seat < after.players or event.action not in self.game.legal(after, event.seat):
                raise refusal(self.game, self.state, event.seat, event.action)
            rules.act(after, event.seat, event.action)
        return after

    def settle(self, deal: Callable[[int], int]) -> None:
        """Carry out the draws that are due."""
        while n := self.game.rules.chance(self.state):
            self.add(Draw(deal(n)))
