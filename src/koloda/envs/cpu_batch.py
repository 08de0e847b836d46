"""A batch on the CPU: each thread runs compiled rules on a part of the games."""

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from koloda.bots.weights import weights
from koloda.compiled import batch_cpu, layout_cpu, loader
from koloda.compiled.batch import Games
from koloda.compiled.batch_cpu import Bots, Workspace
from koloda.core.cores import usable_cores
from koloda.core.game import Game
from koloda.envs.batch import Batch, boards, checked, memories
from koloda.envs.compile_notice import compile_notice
from koloda.envs.rewards import number_of, sign_of

SMALLEST_PART = 512
"""Games per thread, at least: for fewer, waking a thread costs more than it gains."""
MOST_THREADS = 1024


class CpuBatch(Batch):
    def __init__(
        self,
        game: Game,
        values: Mapping[str, Any],
        size: int,
        seed: int,
        reward: str,
        observation: str,
        threads: int | None,
        progress: bool,
    ) -> None:
        super().__init__(game, values, size, seed, reward, observation)
        self._progress = progress
        parts = {"layout": layout_cpu, "memory": loader.memory_part(self.observation)}
        self._driver = loader.compiled(game, batch_cpu, parts=parts)
        self._slices = slices(size, threads)
        self._actions = np.zeros(size, np.int32)
        self.observations = np.zeros((size, self.observation.size), self.observation.width)
        self.masks = np.zeros((size, game.actions), np.bool_)
        self.seats = np.zeros(size, np.int8)
        self.rewards = np.zeros((size, self.players), np.float32)
        self.done = np.zeros(size, np.bool_)
        self._games = Games(
            boards=boards(game, values, size),
            memories=memories(self.observation, size),
            streams=np.zeros((size, 4), np.int64),
            noise=np.zeros((size, 4), np.int64),
            episodes=np.zeros(size, np.int64),
            observations=self.observations,
            masks=self.masks,
            seats=self.seats,
            rewards=self.rewards,
            done=self.done,
            seed=seed,
            first=0,
            reward=number_of(reward),
            sign=sign_of(game),
        )
        self._parts = [slice_of(self._games, part) for part in self._slices]
        self._workspaces = [workspace(game) for _ in self._slices]
        self._part_actions = [self._actions[part] for part in self._slices]
        self._pool = ThreadPoolExecutor(len(self._parts) - 1) if len(self._parts) > 1 else None
        begin_all = self._driver(batch_cpu.begin_all)
        with compile_notice(game, progress):
            self._each(lambda i: begin_all(self._parts[i], self._workspaces[i]))

    @cached_property
    def _step(self) -> Callable[[Games, Workspace, NDArray[Any], bool], int]:
        step = self._driver(batch_cpu.step)
        with compile_notice(self.game, self._progress):
            return loader.specialized(step, self._parts[0], self._workspaces[0], self._actions, True)

    @cached_property
    def _choose(self) -> Callable[[Games, Workspace, NDArray[Any]], None]:
        choose = self._driver(batch_cpu.choose)
        with compile_notice(self.game, self._progress):
            return loader.specialized(choose, self._parts[0], self._workspaces[0], self._actions)

    @cached_property
    def _random_steps(self) -> Callable[[Games, Workspace, int], None]:
        random_steps = self._driver(batch_cpu.random_steps)
        with compile_notice(self.game, self._progress):
            return loader.specialized(random_steps, self._parts[0], self._workspaces[0], 1)

    @cached_property
    def _bots(self) -> list[Bots]:
        numbers = np.array(weights(self.game, self.players) or (0,), np.int64)
        return [Bots(boards(self.game, self.values, 1), numbers) for _ in self._slices]

    @cached_property
    def _choose_as_bots(self) -> Callable[[Games, Workspace, Bots, NDArray[Any], NDArray[Any]], None]:
        choose, levels = self._driver(batch_cpu.choose_as_bots), np.zeros(1, np.int8)
        return loader.specialized(choose, self._parts[0], self._workspaces[0], self._bots[0], levels, self._actions)

    def step(self, actions: Any, trusted: bool = False) -> None:
        given = np.asarray(actions)
        self._check_form(given.shape, given.dtype.kind, f"{given.dtype}{list(given.shape)}")
        asked = given if trusted or given.dtype == np.int32 else np.clip(given, -1, self.game.actions)
        chosen = np.ascontiguousarray(asked, np.int32)
        step = self._step
        if len(self._parts) == 1:
            wrong = step(self._parts[0], self._workspaces[0], chosen, bool(trusted))
        else:
            wrong = -1 if trusted else self._driver(batch_cpu.first_illegal)(self.masks, chosen)
            if wrong < 0:
                self._each(lambda i: step(self._parts[i], self._workspaces[i], chosen[self._slices[i]], True))
        if wrong >= 0:
            raise self._refuse(wrong, int(given[wrong]))

    def random_actions(self) -> Any:
        choose = self._choose
        self._each(lambda i: choose(self._parts[i], self._workspaces[i], self._part_actions[i]))
        return self._actions

    def bot_actions(self, levels: Any, trusted: bool = False) -> Any:
        given = np.asarray(levels)
        self._check_form(given.shape, given.dtype.kind, f"{given.dtype}{list(given.shape)}", "batch_levels")
        if not trusted:
            wrong = (given < -1) | (given > self._highest_level)
            if wrong.any():
                place = int(wrong.argmax())
                raise self._refuse_level(place, int(given[place]))
        asked = np.ascontiguousarray(given, np.int8)
        choose, bots, workspaces = self._choose_as_bots, self._bots, self._workspaces
        self._each(
            lambda i: choose(self._parts[i], workspaces[i], bots[i], asked[self._slices[i]], self._part_actions[i])
        )
        return self._actions

    def random_steps(self, steps: int) -> None:
        checked("steps", steps, 0, 1 << 62)
        random_steps = self._random_steps
        self._each(lambda i: random_steps(self._parts[i], self._workspaces[i], int(steps)))

    def _each(self, work: Callable[[int], object]) -> None:
        """Run `work` on every part, the first one in this thread."""
        if self._pool is None:
            work(0)
            return
        others = [self._pool.submit(work, i) for i in range(1, len(self._parts))]
        work(0)
        for other in others:
            other.result()

    def _kept(self) -> dict[str, Any]:
        games = self._games
        return {
            "boards": games.boards.copy(),
            "memories": games.memories.copy(),
            "words": games.streams.astype(np.uint32),
            "whims": games.noise.astype(np.uint32),
            "episodes": games.episodes.copy(),
            "rewards": games.rewards.copy(),
            "done": games.done.copy(),
        }

    def _load(self, kept: Mapping[str, Any]) -> None:
        games = self._games
        games.boards[...] = kept["boards"]
        games.memories[...] = kept["memories"]
        games.streams[...] = kept["words"]
        games.noise[...] = kept["whims"]
        games.episodes[...] = kept["episodes"]
        games.rewards[...] = kept["rewards"]
        games.done[...] = kept["done"]
        show_all = self._driver(batch_cpu.show_all)
        self._each(lambda i: show_all(self._parts[i], self._workspaces[i]))


def workspace(game: Game) -> Workspace:
    """The scratch memory of a thread."""
    return Workspace(
        legal=np.zeros(game.widest, np.int16),
        points=np.zeros(game.seats, np.int64),
        places=np.zeros(game.seats, np.int64),
    )


def slices(size: int, threads: int | None) -> list[slice]:
    """Divide this many games into parts, one per thread."""
    most = checked("threads", threads if threads is not None else usable_cores(), 1, MOST_THREADS)
    count = max(1, min(most, size // SMALLEST_PART))
    return [slice(size * i // count, size * (i + 1) // count) for i in range(count)]


def slice_of(games: Games, part: slice) -> Games:
    """A part of the games, sharing their arrays."""
    members: Any = (member[part] if isinstance(member, np.ndarray) else member for member in games)
    return Games(*members)._replace(first=part.start)
