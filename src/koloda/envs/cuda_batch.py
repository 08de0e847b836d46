"""A batch on a GPU: the same rules, one game a thread. Its arrays stay on the GPU.

They have DLPack and `__cuda_array_interface__`: PyTorch, JAX, CuPy and Numba share them without a copy. In memory the
games come last; `observations`, `masks` and `rewards` are views turned round.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numba import cuda

from koloda.compiled.cuda_device import board, driver, shared_bytes, simulated, threads
from koloda.compiled.cuda_launch import Launch, prepared
from koloda.core.game import Game
from koloda.core.schema import dtype
from koloda.envs.batch import Batch, boards, checked
from koloda.envs.rewards import number_of, sign_of

BLOCK = 256  # threads that take actions over


class CudaBatch(Batch):
    def __init__(self, game: Game, values: Mapping[str, Any], size: int, seed: int, reward: str) -> None:
        super().__init__(game, values, size, seed, reward)
        blocks = -(-size // threads(game))
        self._grid = (blocks, threads(game), shared_bytes(game))
        self._driver = driver(game)
        self._store = cuda.to_device(boards(game, values, size, board(game)).view(np.int64))
        self._words = cuda.device_array((4, size), np.uint32)
        self._whims = cuda.device_array((4, size), np.uint32)
        self._episodes = cuda.to_device(np.zeros(size, np.int64))
        self._actions = shared(cuda.device_array(size, np.int32))
        self._wrong = cuda.to_device(np.array([size], np.int64))
        self._observations = cuda.device_array((game.observation.size, size), game.observation.width)
        self._masks = cuda.device_array((game.actions, size), np.bool_)
        self._rewards = cuda.to_device(np.zeros((self.players, size), np.float32))
        self.observations = shared(self._observations, turned=True)
        self.masks = shared(self._masks, turned=True)
        self.rewards = shared(self._rewards, turned=True)
        self.seats = shared(cuda.device_array(size, np.int8))
        self.done = shared(cuda.to_device(np.zeros(size, np.bool_)))
        self._accepting: tuple[Any, Any, Launch] = (None, None, lambda: None)
        self._wandering: tuple[int, Launch] = (-1, lambda: None)
        shown = (self._observations, self._masks, self.seats)
        self._prepare("begin_all", self._store, self._words, self._whims, seed, *shown)()
        self._show_all = self._prepare("show_all", self._store, *shown)
        self._choose = self._prepare("choose", self._store, self._whims, self.seats, self._actions)
        self._step = self._prepare("step", *self._games(), self._actions, *self._results(), self._wrong)

    def step(self, actions: Any, trusted: bool = False) -> None:
        if actions is not self._actions or not trusted:
            self._accept(actions, trusted)
        self._step()
        if not trusted:
            wrong = int(self._wrong.copy_to_host()[0])
            if wrong < self.size:
                self._wrong.copy_to_device(np.array([self.size], np.int64))
                raise self._refuse(wrong, int(self._actions.copy_to_host()[wrong]))

    def random_actions(self) -> Any:
        self._choose()
        return self._actions

    def wander(self, steps: int) -> None:
        checked("steps", steps, 0, 1 << 62)
        if self._wandering[0] != steps:
            launch = self._prepare("wander", *self._games(), self._whims, *self._results(), int(steps))
            self._wandering = (steps, launch)
        self._wandering[1]()

    def _prepare(self, kernel: str, *args: Any) -> Launch:
        return prepared(self._driver, kernel, self._grid, *args)

    def _games(self) -> tuple[Any, ...]:
        return self._store, self._words, self._episodes, self.seed, number_of(self.reward), sign_of(self.game)

    def _results(self) -> tuple[Any, ...]:
        return self._observations, self._masks, self._rewards, self.done, self.seats

    def _accept(self, actions: Any, trusted: bool) -> None:
        """Actions of any whole kind, on the GPU or brought there, into the batch's own array."""
        there = getattr(actions, "__cuda_array_interface__", None)
        if there is None:
            actions = np.asarray(actions)
            there = actions.__array_interface__
            self._check_actions(there)
            actions = cuda.to_device(actions)
        self._check_actions(there)
        key = (there["data"], there["typestr"], there.get("strides"), trusted)
        if actions is not self._accepting[0] or key != self._accepting[1]:
            given = actions if simulated() else cuda.as_cuda_array(actions, sync=False)
            grid = (-(-self.size // BLOCK), BLOCK, 0)
            args = (given, int(trusted), self._masks, self._actions, self._wrong)
            self._accepting = (actions, key, prepared(self._driver, "accept", grid, *args))
        self._accepting[2]()

    def _check_actions(self, form: Mapping[str, Any]) -> None:
        kind = np.dtype(form["typestr"])
        self._check_form(tuple(form["shape"]), kind.kind, f"{kind}{list(form['shape'])}")

    def _kept(self) -> dict[str, Any]:
        plain = np.zeros(self.size, dtype(self.game.set_up.State))
        plain[:] = self._store.copy_to_host().view(board(self.game))
        return {
            "boards": plain,
            "words": np.ascontiguousarray(self._words.copy_to_host().T),
            "whims": np.ascontiguousarray(self._whims.copy_to_host().T),
            "episodes": self._episodes.copy_to_host(),
            "rewards": np.ascontiguousarray(self._rewards.copy_to_host().T),
            "done": self.done.copy_to_host(),
        }

    def _load(self, kept: Mapping[str, Any]) -> None:
        padded = np.zeros(self.size, board(self.game))
        padded[:] = kept["boards"]
        self._store.copy_to_device(padded.view(np.int64))
        for name in ("words", "whims", "rewards"):
            getattr(self, f"_{name}").copy_to_device(np.ascontiguousarray(kept[name].T))
        self._episodes.copy_to_device(kept["episodes"])
        self.done.copy_to_device(kept["done"])
        self._show_all()


def shared(array: Any, turned: bool = False) -> Any:
    """The memory of a device array for others to share; `turned`: as a view with its dimensions exchanged.

    (Numba's own `.T` is a copy.)
    """
    if simulated():
        return array.T if turned else array
    from koloda.envs.cuda_arrays import SharedArray

    step = -1 if turned else 1
    return SharedArray(array.shape[::step], array.strides[::step], array.dtype, gpu_data=array.gpu_data)
