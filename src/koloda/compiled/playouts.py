"""Whole random games on the CPU, spread over threads: the one loop of `koloda simulate` and `envs.playouts`."""

from collections import deque
from collections.abc import Callable, Generator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

import numpy as np

from koloda.compiled import loader, random_games
from koloda.compiled.random_games import Results, Workspace
from koloda.compiled.scratch import allocate
from koloda.core.game import Game
from koloda.core.schema import Fields

CHUNK = 4096
AHEAD = 4
"""How many chunks may be waiting for each thread."""
T = TypeVar("T")


class RandomGames:
    """The games of one seed. Game n is the same whatever else is played."""

    def __init__(self, game: Game, start: Fields, players: int, seed: int) -> None:
        """Compiles."""
        self._players, self._seed = players, seed
        self._board = loader.records([start])
        self._workspace: Any = allocate(Workspace, game, compiled=True)[1]
        play_all = loader.compiled(game, random_games)(random_games.play_all)
        self._play_all = loader.specialized(play_all, self._board, seed, 0, self._room(1), self._workspace)

    def play(self, games: int, threads: int) -> Results:
        """The first so many games."""
        results = self._room(games)

        def part(first: int) -> None:
            members = (array[first : first + CHUNK] for array in results)
            self._fill(first, Results(*members))

        for _ in _spread(part, range(0, games, CHUNK), threads):
            pass
        return results

    def chunks(self, games: int, threads: int) -> Generator[Results, None, None]:
        """The same games a part at a time, in order."""

        def part(first: int) -> Results:
            results = self._room(min(CHUNK, games - first))
            self._fill(first, results)
            return results

        return _spread(part, range(0, games, CHUNK), threads)

    def _room(self, games: int) -> Results:
        return Results(
            lengths=np.empty(games, np.int32),
            scores=np.empty((games, self._players), np.int32),
            standings=np.empty((games, self._players), np.int64),
        )

    def _fill(self, first: int, results: Results) -> None:
        """Every call has a board and a workspace of its own, for it may run beside others."""
        self._play_all(self._board.copy(), self._seed, first, results, self._workspace.copy())


def _spread(work: Callable[[int], T], firsts: range, threads: int) -> Generator[T, None, None]:
    if threads == 1:
        yield from map(work, firsts)
        return
    pool = ThreadPoolExecutor(threads)
    try:
        begun: deque[Future[T]] = deque()
        for first in firsts:
            begun.append(pool.submit(work, first))
            if len(begun) > AHEAD * threads:
                yield begun.popleft().result()
        while begun:
            yield begun.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)  # after an interruption, only what is being played is played to its end
