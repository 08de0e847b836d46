"""History nodes: a state and how it came about. Nodes share their past, so a tree of games is cheap to keep."""

from collections.abc import Callable, Iterator
from typing import Any, Self

from koloda.core.events import facts_of
from koloda.core.game import Act, Game, Ply
from koloda.core.observation import FORMS, MEMORY, Observation
from koloda.core.view import encode
from koloda.games import find
from koloda.table.match import Step, narrate, next_state


class HistoryNode:
    """A state, the ply that led to it, and the node before. It never changes, so a copy is the node itself."""

    __slots__ = (
        *("_known", "_memory", "_observed", "_outcomes", "_past"),
        *("before", "game", "observation", "ply", "state"),
    )

    def __init__(self, game: Game, state: Any, ply: Ply | None, before: Self | None, observation: Observation) -> None:
        self.game = game
        self.observation = observation
        self.state = state
        self.ply = ply
        self.before = before
        self._memory: Any = None
        self._known: dict[int | None, str] = {}
        self._observed: dict[int, list[int]] = {}
        self._outcomes: list[tuple[int, float]] | None = None
        self._past: dict[int, list[list[int]]] = {}
        """By seat, what it observed before a node that nothing led to."""

    def after(self, ply: Ply) -> "HistoryNode":
        """The node that a ply leads to, which the rules allow."""
        return HistoryNode(self.game, next_state(self.game, self.state, ply), ply, self, self.observation)

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
            self._observed[seat] = self.observation.of(self.state, seat, self._remembered())
        return self._observed[seat]

    def _remembered(self) -> Any:
        """What the players remember of all that led here."""
        unwatched = []
        node: HistoryNode = self
        while node._memory is None and node.before is not None:
            unwatched.append(node)
            node = node.before
        if node._memory is None:
            node._memory = self.observation.nothing_remembered()
        for node in reversed(unwatched):
            assert node.before is not None
            assert node.ply is not None
            node._memory = node.before._memory.copy()
            self.observation.watch(node.before.state, node._memory, node.ply)
        return self._memory

    def observed_before(self, seat: int) -> Iterator[list[int]]:
        """The different observations before this one, the last first. Between draws there is nothing to remember."""
        now = self.observed(seat)
        node: HistoryNode = self
        while node.before is not None:
            node = node.before
            if not self.game.rules.chance(node.state):
                then = node.observed(seat)
                if then != now:
                    yield then
                now = then
        yield from node._past.get(seat, ())

    def known(self, seat: int) -> str:
        """All that a seat was told and has decided, and what it sees now: equal where it cannot tell nodes apart."""
        sees = ",".join(map(str, self.observed(seat)))
        return f"seat {seat}\n{self._story(seat)}sees {sees}"

    def _story(self, seat: int | None) -> str:
        untold = []
        node: HistoryNode | None = self
        while node is not None and seat not in node._known:
            untold.append(node)
            node = node.before
        story = node._known[seat] if node is not None else ""
        for node in reversed(untold):
            story += node._told(seat)
            node._known[seat] = story
        return story

    def _told(self, seat: int | None) -> str:
        """What a seat learns from the ply of this node."""
        if self.ply is None or self.before is None:
            return ""
        step = Step(self.before.state, self.ply, self.state)
        lines = [encode(fact).decode() for fact in facts_of(narrate(self.game, [step], seat))]
        if isinstance(self.ply, Act) and self.ply.seat == seat:
            lines.append(f"decides {self.ply.action}")
        return "".join(f"{line}\n" for line in lines)

    def resampled(self, seat: int, draw: Callable[[int], int]) -> "HistoryNode":
        """A node that a seat cannot tell from this one, in which all that it cannot see is drawn anew.

        The seat remembers what it was told. Of what the others were told in secret nothing can be known: they remember
        what everybody was told.
        """
        state = self.state.copy()
        self.game.rules.hide(state, seat)
        while n := self.game.rules.chance(state):
            self.game.rules.draw(state, draw(n))
        made = HistoryNode(self.game, state, None, None, self.observation)
        made._memory = self._remembered().copy()
        made._known = {other: self._story(other if other == seat else None) for other in range(state.players)}
        made._past = {seat: list(self.observed_before(seat))}
        return made

    def plies(self) -> list[Ply]:
        """All that happened, from the start."""
        found = []
        node: HistoryNode | None = self
        while node is not None and node.ply is not None:
            found.append(node.ply)
            node = node.before
        return found[::-1]

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        start = self
        while start.before is not None:
            start = start.before
        form = next(name for name in FORMS if self.game.observation.form(name) is self.observation)
        return _reached, (self.game.name, start.state, self.plies(), form)


def root(game: Game, state: Any, form: str = MEMORY) -> HistoryNode:
    """The node of a state that nothing led to."""
    return HistoryNode(game, state, None, None, game.observation.form(form))


def _reached(name: str, state: Any, plies: list[Ply], form: str) -> HistoryNode:
    """The node that events lead to."""
    node = root(find(name), state, form)
    for ply in plies:
        node = node.after(ply)
    return node
