"""A batch on a GPU: the same rules, one game per thread. Its arrays stay on the GPU.

PyTorch, JAX, CuPy and Numba share them without a copy, through DLPack and `__cuda_array_interface__`. In memory the
games come last; `observations`, `masks` and `rewards` are transposed views.
"""

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

import numpy as np
from numba import cuda

from koloda.bots.weights import weights
from koloda.compiled import batch_cuda
from koloda.compiled.batch import Games
from koloda.compiled.cuda_device import SIMULATED_THREADS, board, driver, shared_bytes, simulated, threads
from koloda.compiled.cuda_launch import Launch, prepared
from koloda.core.game import Game
from koloda.core.schema import dtype
from koloda.envs.batch import Batch, boards, checked, memories
from koloda.envs.rewards import number_of, sign_of

BLOCK = 256  # threads that copy actions


class CudaBatch(Batch):
    def __init__(
        self, game: Game, values: Mapping[str, Any], size: int, seed: int, reward: str, observation: str
    ) -> None:
        super().__init__(game, values, size, seed, reward, observation)
        blocks = -(-size // threads(game))
        self._grid = (blocks, threads(game), shared_bytes(game))
        self._driver = driver(game, self.observation)
        self._actions = shared(cuda.device_array(size, np.int32))
        self._wrong = cuda.to_device(np.array([size], np.int64))
        games = self._games = Games(
            boards=cuda.to_device(boards(game, values, size, board(game)).view(np.int64)),
            memories=cuda.to_device(self._blank_memories()),
            streams=cuda.device_array((4, size), np.uint32),
            noise=cuda.device_array((4, size), np.uint32),
            episodes=cuda.to_device(np.zeros(size, np.int64)),
            observations=cuda.device_array((self.observation.size, size), self.observation.width),
            masks=cuda.device_array((game.actions, size), np.bool_),
            seats=shared(cuda.device_array(size, np.int8)),
            rewards=cuda.to_device(np.zeros((self.players, size), np.float32)),
            done=shared(cuda.to_device(np.zeros(size, np.bool_))),
            seed=seed,
            first=0,
            reward=number_of(reward),
            sign=sign_of(game),
        )
        self.observations = shared(games.observations, turned=True)
        self.masks = shared(games.masks, turned=True)
        self.rewards = shared(games.rewards, turned=True)
        self.seats = games.seats
        self.done = games.done
        self._taking: dict[Any, Launch] = {}
        self._stepping: tuple[int, Launch] | None = None
        self._prepare(batch_cuda.begin_all, games)()
        self._show_all = self._prepare(batch_cuda.show_all, games)
        self._choose = self._prepare(batch_cuda.choose, games, self._actions)
        self._step = self._prepare(batch_cuda.step, games, self._actions, self._wrong)

    @cached_property
    def _levels(self) -> Any:
        return cuda.to_device(np.zeros(self.size, np.int32))

    @cached_property
    def _choose_as_bots(self) -> Launch:
        numbers = cuda.to_device(np.array(weights(self.game, self.players) or (0,), np.int64))
        return self._prepare(batch_cuda.choose_as_bots, self._games, numbers, self._levels, self._actions)

    def step(self, actions: Any, trusted: bool = False) -> None:
        if actions is not self._actions or not trusted:
            self._take("batch_actions", actions, batch_cuda.accept, trusted, self._games.masks, self._actions)
        self._step()
        if not trusted and (wrong := self._first_wrong()) < self.size:
            raise self._refuse(wrong, int(self._actions.copy_to_host()[wrong]))

    def random_actions(self) -> Any:
        self._choose()
        return self._actions

    def bot_actions(self, levels: Any, trusted: bool = False) -> Any:
        highest = self._highest_level
        self._take("batch_levels", levels, batch_cuda.accept_levels, trusted, highest, self._levels)
        if not trusted and (wrong := self._first_wrong()) < self.size:
            raise self._refuse_level(wrong, int(self._levels.copy_to_host()[wrong]))
        self._choose_as_bots()
        return self._actions

    def random_steps(self, steps: int) -> None:
        checked("steps", steps, 0, 1 << 62)
        if self._stepping is None or self._stepping[0] != steps:
            self._stepping = (steps, self._prepare(batch_cuda.random_steps, self._games, int(steps)))
        self._stepping[1]()

    def _prepare(self, kernel: Callable[..., None], *args: Any) -> Launch:
        return prepared(self._driver, kernel, self._grid, *args)

    def _take(self, what: str, numbers: Any, kernel: Callable[..., None], trusted: bool, *args: Any) -> None:
        """Copy numbers of any integer type, from the GPU or the CPU, into the batch's own array, the last of `args`."""
        there = getattr(numbers, "__cuda_array_interface__", None)
        if there is None:
            numbers = np.asarray(numbers)
            there = numbers.__array_interface__
            self._check_numbers(what, there)
            numbers = cuda.to_device(numbers)
        self._check_numbers(what, there)
        form = (what, there["typestr"], there.get("strides"), trusted)
        launch = self._taking.get(form)
        if launch is None:
            given = numbers if simulated() else cuda.as_cuda_array(numbers, sync=False)
            block = SIMULATED_THREADS if simulated() else BLOCK
            grid = (-(-self.size // block), block, 0)
            launch = prepared(self._driver, kernel, grid, given, int(trusted), *args, self._wrong)
            self._taking[form] = launch
        launch.take(numbers)
        launch()

    def _check_numbers(self, what: str, form: Mapping[str, Any]) -> None:
        kind = np.dtype(form["typestr"])
        self._check_form(tuple(form["shape"]), kind.kind, f"{kind}{list(form['shape'])}", what)

    def _first_wrong(self) -> int:
        """The first place at which a kernel has found something wrong; the size of the batch for none."""
        wrong = int(self._wrong.copy_to_host()[0])
        if wrong < self.size:
            self._wrong.copy_to_device(np.array([self.size], np.int64))
        return wrong

    def _blank_memories(self) -> Any:
        """Room for what the players remember, in the form that kernels take it."""
        if simulated():
            made = memories(self.observation, self.size, "i8")
            return made.view(np.dtype((np.record, made.dtype)))
        return memories(self.observation, self.size)

    def _kept(self) -> dict[str, Any]:
        games = self._games
        plain = np.zeros(self.size, dtype(self.game.set_up.State))
        plain[:] = _on_host(games.boards).view(board(self.game))
        remembered = memories(self.observation, self.size)
        remembered[:] = _on_host(games.memories)
        return {
            "boards": plain,
            "memories": remembered,
            "words": np.ascontiguousarray(_on_host(games.streams).T),
            "whims": np.ascontiguousarray(_on_host(games.noise).T),
            "episodes": _on_host(games.episodes),
            "rewards": np.ascontiguousarray(_on_host(games.rewards).T),
            "done": _on_host(games.done),
        }

    def _load(self, kept: Mapping[str, Any]) -> None:
        games = self._games
        padded = np.zeros(self.size, board(self.game))
        padded[:] = kept["boards"]
        _to_device(padded.view(np.int64), games.boards)
        remembered = self._blank_memories()
        remembered[:] = kept["memories"]
        _to_device(remembered, games.memories)
        _to_device(kept["words"].T, games.streams)
        _to_device(kept["whims"].T, games.noise)
        _to_device(kept["rewards"].T, games.rewards)
        _to_device(kept["episodes"], games.episodes)
        _to_device(kept["done"], games.done)
        self._show_all()


def _on_host(array: Any) -> Any:
    return array.copy_to_host()


def _to_device(values: Any, array: Any) -> None:
    array.copy_to_device(np.ascontiguousarray(values))


def shared(array: Any, turned: bool = False) -> Any:
    """Share the memory of a device array; `turned`: as a transposed view.

    (Numba's own `.T` is a copy.)
    """
    if simulated():
        return array.T if turned else array
    from koloda.envs.cuda_arrays import SharedArray

    step = -1 if turned else 1
    return SharedArray(array.shape[::step], array.strides[::step], array.dtype, gpu_data=array.gpu_data)
