"""Moments of a game: a state and how it came about. Moments share their past, so a tree of games is cheap to keep."""

from collections.abc import Iterator
from typing import Any, Self

from koloda.core.events import facts_of
from koloda.core.game import Act, Draw, Event, Game
from koloda.core.view import encode
from koloda.games import find


class Moment:
    """A state, the event that led to it, and the moment before. It never changes, so a copy is the moment itself."""

    __slots__ = ("_known", "_observed", "_outcomes", "before", "event", "game", "state")

    def __init__(self, game: Game, state: Any, event: Event | None, before: Self | None) -> None:
        self.game = game
        self.state = state
        self.event = event
        self.before = before
        self._known: dict[int, str] = {}
        self._observed: dict[int, list[int]] = {}
        self._outcomes: list[tuple[int, float]] | None = None

    def after(self, event: Event) -> "Moment":
        """What an event leads to; the event is one that the rules allow."""
        state = self.state.copy()
        if isinstance(event, Draw):
            self.game.rules.draw(state, event.outcome)
        else:
            self.game.rules.act(state, event.seat, event.action)
        return Moment(self.game, state, event, self)

    def outcomes(self) -> list[tuple[int, float]]:
        """The draws that are due with their probabilities; of those that bring the same the first stands for all."""
        if self._outcomes is None:
            n = self.game.rules.chance(self.state)
            kinds: dict[str, list[int]] = {}
            for outcome in range(n):
                kinds.setdefault(self.game.notation.write_draw(self.state, outcome), []).append(outcome)
            self._outcomes = [(alike[0], len(alike) / n) for alike in kinds.values()]
        return self._outcomes

    def observed(self, seat: int) -> list[int]:
        """A seat's observation."""
        if seat not in self._observed:
            self._observed[seat] = self.game.observe(self.state, seat)
        return self._observed[seat]

    def observed_before(self, seat: int) -> Iterator[list[int]]:
        """The different observations before this one, the last first. Between draws there is nothing to remember."""
        now = self.observed(seat)
        moment = self.before
        while moment is not None:
            if not self.game.rules.chance(moment.state):
                then = moment.observed(seat)
                if then != now:
                    yield then
                now = then
            moment = moment.before

    def known(self, seat: int) -> str:
        """All that a seat was told and has decided, and what it sees now: equal where it cannot tell moments apart."""
        sees = ",".join(map(str, self.observed(seat)))
        return f"seat {seat}\n{self._story(seat)}sees {sees}"

    def _story(self, seat: int) -> str:
        untold = []
        moment: Moment | None = self
        while moment is not None and seat not in moment._known:
            untold.append(moment)
            moment = moment.before
        story = moment._known[seat] if moment is not None else ""
        for moment in reversed(untold):
            story += moment._told(seat)
            moment._known[seat] = story
        return story

    def _told(self, seat: int) -> str:
        """What a seat learns from the event of this moment."""
        if self.event is None or self.before is None:
            return ""
        narrate = self.game.narration.narrate
        told = [encode(fact) for fact in facts_of(narrate(self.before.state, self.event, self.state, seat))]
        lines = [fact.decode() for fact in told]
        if isinstance(self.event, Act) and self.event.seat == seat:
            lines.append(f"decides {self.event.action}")
        return "".join(f"{line}\n" for line in lines)

    def events(self) -> list[Event]:
        """All that happened, from the start."""
        found = []
        moment: Moment | None = self
        while moment is not None and moment.event is not None:
            found.append(moment.event)
            moment = moment.before
        return found[::-1]

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        start = self
        while start.before is not None:
            start = start.before
        return again, (self.game.name, start.state, self.events())


def first(game: Game, state: Any) -> Moment:
    return Moment(game, state, None, None)


def again(name: str, state: Any, events: list[Event]) -> Moment:
    """The moment that events lead to."""
    moment = first(find(name), state)
    for event in events:
        moment = moment.after(event)
    return moment
