"""A batch on the CPU: compiled rules over shelves of games, one shelf a thread."""

import os
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from koloda.compiled import batch_cpu, loader
from koloda.core.game import Game
from koloda.envs.batch import Batch, boards, checked
from koloda.envs.rewards import number_of, sign_of

SMALLEST_SHELF = 512
"""Games; to wake a thread for fewer costs more than it brings."""
MOST_THREADS = 1024


class CpuBatch(Batch):
    def __init__(
        self, game: Game, values: Mapping[str, Any], size: int, seed: int, reward: str, threads: int | None
    ) -> None:
        super().__init__(game, values, size, seed, reward)
        most = checked("threads", threads if threads is not None else cores(), 1, MOST_THREADS)
        self._driver = loader.driver(game, batch_cpu, parts=[game.observation.source])
        self._boards = boards(game, values, size)
        self._words = np.zeros((size, 4), np.int64)
        self._whims = np.zeros((size, 4), np.int64)
        self._episodes = np.zeros(size, np.int64)
        self._actions = np.zeros(size, np.int32)
        self.observations = np.zeros((size, game.observation.size), game.observation.width)
        self.masks = np.zeros((size, game.actions), np.bool_)
        self.seats = np.zeros(size, np.int8)
        self.rewards = np.zeros((size, self.players), np.float32)
        self.done = np.zeros(size, np.bool_)
        count = max(1, min(most, size // SMALLEST_SHELF))
        self._slices = [slice(size * i // count, size * (i + 1) // count) for i in range(count)]
        self._shelves = [self._shelf(part) for part in self._slices]
        self._pool = ThreadPoolExecutor(count - 1) if count > 1 else None
        self._each(lambda i: self._driver.begin_all(*self._to_begin(i)))

    def step(self, actions: Any, trusted: bool = False) -> None:
        given = np.asarray(actions)
        self._check_form(given.shape, given.dtype.kind, f"{given.dtype}{list(given.shape)}")
        asked = given if trusted or given.dtype == np.int32 else np.clip(given, -1, self.game.actions)
        chosen = np.ascontiguousarray(asked, np.int32)
        if len(self._shelves) == 1:
            wrong = self._driver.step(*self._shelves[0], chosen, bool(trusted))
        else:
            wrong = -1 if trusted else self._driver.first_illegal(self.masks, chosen)
            if wrong < 0:
                self._each(lambda i: self._driver.step(*self._shelves[i], chosen[self._slices[i]], True))
        if wrong >= 0:
            raise self._refuse(wrong, int(given[wrong]))

    def random_actions(self) -> Any:
        self._each(self._choose)
        return self._actions

    def wander(self, steps: int) -> None:
        checked("steps", steps, 0, 1 << 62)
        self._each(lambda i: self._driver.wander(*self._shelves[i], self._whims[self._slices[i]], steps))

    def _shelf(self, part: slice) -> tuple[Any, Any, Any]:
        """The arguments of the driver for a part of the batch."""
        shelf = tuple(array[part] for array in (self._boards, self._words, self._episodes, self.rewards, self.done))
        shown = tuple(array[part] for array in (self.observations, self.masks, self.seats))
        return shelf, shown, (self.seed, part.start, number_of(self.reward), sign_of(self.game))

    def _to_begin(self, i: int) -> tuple[Any, ...]:
        shelf, shown, terms = self._shelves[i]
        return shelf[0], shelf[1], self._whims[self._slices[i]], shown, terms

    def _choose(self, i: int) -> None:
        part = self._slices[i]
        self._driver.choose(self._boards[part], self._whims[part], self.seats[part], self._actions[part])

    def _each(self, work: Callable[[int], object]) -> None:
        """The same for every shelf; the first in this thread."""
        if self._pool is None:
            work(0)
            return
        others = [self._pool.submit(work, i) for i in range(1, len(self._shelves))]
        work(0)
        for other in others:
            other.result()

    def _kept(self) -> dict[str, Any]:
        return {
            "boards": self._boards.copy(),
            "words": self._words.astype(np.uint32),
            "whims": self._whims.astype(np.uint32),
            "episodes": self._episodes.copy(),
            "rewards": self.rewards.copy(),
            "done": self.done.copy(),
        }

    def _load(self, kept: Mapping[str, Any]) -> None:
        for name, array in kept.items():
            mine = getattr(self, name if name in ("rewards", "done") else f"_{name}")
            mine[...] = array
        self._each(lambda i: self._driver.show_all(self._shelves[i][0][0], self._shelves[i][1]))


def cores() -> int:
    """Cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
