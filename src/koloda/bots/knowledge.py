"""What a bot gets to make a decision: never a state, and nothing that leads to one."""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

from koloda.bots.memory import blank
from koloda.core.events import Told, facts_of
from koloda.core.facts import Fact
from koloda.core.game import Game, Memory
from koloda.core.view import View


class Knowledge:
    """Everything that a seat knows at one decision.

    `view` and `story` (every fact that the seat was told, from the start) are what a person would have. `events` are
    the same story as typed events, which a program can match.
    `partial_state` is the same knowledge with the fields of the state: the rules' `hide` has put back whatever the
    seat cannot know, so that drawing while `chance` is due gives a position that may be the true one. Compiled bots
    work on it. It is None where the rules have no `hide`.
    """

    def __init__(
        self,
        game: Game,
        players: int,
        seat: int,
        must: bool,
        legal: list[int],
        partial_state: Any,
        told: Callable[[], Sequence[Told]],
    ) -> None:
        self.game = game
        self.players = players
        self.seat = seat
        self.must = must  # else a bystander, who may act or not
        self.legal = legal
        self.partial_state = partial_state
        self._told = told

    @cached_property
    def determinized(self) -> Any:
        """A complete position that the seat cannot tell from the true one. Its moves mean the same in all of them."""
        s = self.partial_state.copy()
        while self.game.rules.chance(s):
            self.game.rules.draw(s, 0)
        return s

    @cached_property
    def view(self) -> View:
        """The view, taken from a determinized position: the seat sees the same in all of them."""
        return self.game.view(self.determinized, self.seat)

    @cached_property
    def story(self) -> list[Fact]:
        return facts_of(self._told())

    @cached_property
    def events(self) -> list[Told]:
        """In a game that declares no events, plain facts."""
        return self.game.event_reader.read(self._told())

    @cached_property
    def recollection(self) -> Any:
        """What a player with perfect memory has kept of the game, besides what the position shows.

        Where the game remembers (`Observation.remembers`), a bot that uses it needs the story.
        """
        game = self.game
        if not game.observation.remembers:
            return game.observation.nothing_remembered()
        assert game.recollect is not None, f"{game.package}.bots.memory has no recollect()"
        return game.recollect(self.determinized, self.seat, self.events)

    @cached_property
    def observation(self) -> list[int]:
        """The numbers of the game's observation, as a batch has them: what a player with perfect memory knows."""
        return self.game.observe(self.determinized, self.seat, self.recollection)

    @cached_property
    def insight(self) -> list[int]:
        """The numbers that a network sees."""
        return self.game.observation.insight.of(self.determinized, self.seat, self.recollection)

    @cached_property
    def memory(self) -> Memory:
        """What the events tell a search of the round in progress; where a game remembers nothing, all 0."""
        keep = self.game.remember
        return blank(self.game.seats) if keep is None else keep(self.partial_state, self.seat, self.events)


def knowledge_of(game: Game, s: Any, seat: int, told: Callable[[], Sequence[Told]] = list) -> Knowledge:
    """What a seat knows of a state. Only a table or an arena calls this; `told` must not hold the state.

    The view and the story are built when a bot first asks for them, but only from what the seat knows: bots that use
    neither need not wait for them.
    """
    partial_state = None
    if game.deals_anew:
        partial_state = s.copy()
        game.rules.hide(partial_state, seat)
    must = bool(game.rules.actors(s) >> seat & 1)
    made = Knowledge(game, s.players, seat, must, game.legal(s, seat), partial_state, told)
    if partial_state is None:
        made.view = game.view(s, seat)
        made.observation = game.observe(s, seat)
        made.insight = game.observation.insight.of(s, seat)
    return made
