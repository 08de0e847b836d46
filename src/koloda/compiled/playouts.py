"""Whole random games on the CPU, spread over threads: the one loop of `koloda simulate` and `envs.playouts`."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from koloda.compiled import loader, random_games
from koloda.compiled.random_games import Results
from koloda.core.game import Game
from koloda.core.schema import Fields

CHUNK = 4096


class RandomGames:
    """The games of one seed. Game n is the same whatever else is played."""

    def __init__(self, game: Game, start: Fields, players: int, seed: int) -> None:
        """Compiles."""
        self._play_all = loader.compiled(game, random_games)(random_games.play_all)
        self._start, self._players, self._seed = start, players, seed
        self._chunk(0, 1)

    def play(self, games: int, threads: int) -> Iterator[Results]:
        """The first so many games, in chunks, in order."""
        firsts = range(0, games, CHUNK)
        counts = [min(CHUNK, games - first) for first in firsts]
        if threads == 1:
            yield from map(self._chunk, firsts, counts)
            return
        with ThreadPoolExecutor(threads) as pool:
            yield from pool.map(self._chunk, firsts, counts)

    def _chunk(self, first: int, count: int) -> Results:
        results = Results(
            lengths=np.zeros(count, np.int32),
            scores=np.zeros((count, self._players), np.int32),
            standings=np.zeros((count, self._players), np.int64),
        )
        self._play_all(loader.records([self._start]), self._seed, first, results)
        return results
