"""Two moves of a seat in the same deals: what each of them brings, by what the seat knows."""

from typing import Any, NamedTuple

from koloda.bots.background_loader import BackgroundLoader, first_decision
from koloda.bots.knowledge import Knowledge
from koloda.bots.memory import blank
from koloda.bots.search_state import Boards
from koloda.bots.weights import weights
from koloda.compiled import counterfactuals, loader, plain_reasons
from koloda.compiled.loader import Driver
from koloda.compiled.rollout import NOTHING
from koloda.compiled.scratch import allocate
from koloda.core.errors import NotUnderstood
from koloda.core.game import REMEMBERED, Game, Memory

Moves = tuple[int | None, int | None]
"""None: a bystander does nothing."""


class Outcomes(NamedTuple):
    """A row for each deal, in it one for each of the two moves."""

    wins: Any
    """By seat: shares of the win."""
    points: Any
    """By seat: scores as the rulebook counts them."""
    counted: Any
    """What the game has counted (`Reasons`)."""
    unfinished: int
    """How often the round ended before the game."""


class Comparer(BackgroundLoader):
    """Compares moves of a game. There is one per process: `game.once(Comparer)`, for several threads at once."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, counterfactuals)
        self.counted = (game.reasons or plain_reasons).COUNTED

    def compare(self, knowledge: Knowledge, moves: Moves, key: int, first: int, deals: int) -> Outcomes:
        """Play both moves on in deals `first`, `first + 1`, ... of a seed. Loads the driver if it is not there yet."""
        self.load()
        s, seat, memory = knowledge.partial_state, knowledge.seat, knowledge.memory
        return self._compare(self.at_hand, s, seat, memory, moves, key, first, deals)

    def call_once(self, driver: Driver) -> None:
        s, seat, legal = first_decision(self.game)
        self._compare((driver, True), s, seat, blank(self.game.seats), (legal[0], legal[-1]), 0, 0, 1)

    def _compare(
        self,
        at_hand: tuple[Driver, bool],
        s: Any,
        seat: int,
        memory: Memory,
        moves: Moves,
        key: int,
        first: int,
        deals: int,
    ) -> Outcomes:
        import numpy as np

        game, (driver, compiled) = self.game, at_hand
        tuned = weights(game, s.players)
        sizes = {"WEIGHTS": max(len(tuned), 1), "REMEMBERED": REMEMBERED, "COUNTS": max(self.counted, 1)}
        room, workspace = allocate(counterfactuals.Workspace, game, compiled, **sizes)
        room.seat, room.simultaneous = seat, int(game.simultaneous)
        for i, weight in enumerate(tuned):
            room.weights[i] = weight
        for other, remembered in enumerate(memory):
            for i, number in enumerate(remembered):
                room.memory[other][i] = number
        wins = np.empty((deals, 2, s.players))
        points = np.empty((deals, 2, s.players), np.int64)
        counted = np.empty((deals, 2, self.counted), np.int64)
        actions: Any = np.array([NOTHING if move is None else move for move in moves], np.int64)
        boards = loader.records([s]).repeat(3) if compiled else Boards([s] * 3)
        play = driver(counterfactuals.compare)
        try:
            unfinished = play(boards, actions, key, first, wins, points, counted, workspace)
        except (ArithmeticError, AssertionError, LookupError) as problem:  # policies trust positions
            raise NotUnderstood.of("errors.cannot_play_on") from problem
        return Outcomes(wins, points, counted, unfinished)
