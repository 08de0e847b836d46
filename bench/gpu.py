"""One GPU: `python bench/gpu.py GAME ... [10 12 ...]`, the numbers of games at once as powers of two.

First the games of the GPU are compared with those of the CPU. Then it prints a line of JSON for every measurement:
playouts, `step` with `random_actions`, `random_steps`, and `bot_actions` of levels 1 and 2, in decisions per second,
the best of three. Games of other packages must be installed: `make build/games` puts those of `examples/games` where
`PYTHONPATH=build/games` finds them.
"""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from time import perf_counter

import numpy as np
from goals import players_of
from numba import cuda

from koloda import envs
from koloda.envs.cuda_playouts import on_cuda
from koloda.games import find

POWERS = range(10, 21, 2)
ARRAYS = ("observations", "masks", "seats", "rewards", "done")
LOCK = "gpu.lock"


def tell(**found: object) -> None:
    print(json.dumps(found), flush=True)


@contextmanager
def alone() -> Iterator[None]:
    """Several processes may compile at the same time, but only one measures."""
    import fcntl

    with open(LOCK, "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def compare(name: str) -> None:
    """Every array after every step, whole games, and checkpoints from one device to the other."""
    here, there = (envs.batch(name, players_of(name), 1000, device, seed=3) for device in ("cpu", "cuda"))
    for n in range(60):
        for array in ARRAYS:
            assert np.array_equal(getattr(here, array), getattr(there, array).copy_to_host()), (n, array)
        actions, same = here.random_actions(), there.random_actions()
        assert np.array_equal(actions, same.copy_to_host())
        here.step(actions)
        there.step(same)
        compare_bots(here, there, n)
        if n % 5 == 0:
            here.random_steps(20)
            there.random_steps(20)
    kept, copied = here.state_dict(), there.state_dict()
    assert all(np.array_equal(kept[key], copied[key]) for key in kept)
    for players in (2, 3, 5):
        one, other = (envs.playouts(name, players, 5000, device, seed=7) for device in ("cpu", "cuda"))
        for field in ("lengths", "scores", "standings"):
            assert np.array_equal(getattr(one, field), getattr(other, field)), (players, field)
    tell(game=name, equal=True)


def compare_bots(here: envs.Batch, there: envs.Batch, n: int) -> None:
    """Bots of all levels, by turns in every game; a game without a policy has only random ones."""
    count = 3 if here.game.policy else 1
    levels = ((np.arange(here.size) + n) % (count + 1) - 1).astype(np.int8)
    actions, same = here.bot_actions(levels), there.bot_actions(cuda.to_device(levels))
    assert np.array_equal(actions, same.copy_to_host()), n
    here.step(here.bot_actions(levels + (levels < 0)))
    there.step(there.bot_actions(levels + (levels < 0)))


def best(decisions: float, work: Callable[[], object]) -> float:
    times = []
    for _ in range(3):
        cuda.synchronize()
        began = perf_counter()
        work()
        cuda.synchronize()
        times.append(perf_counter() - began)
    return decisions / min(times)


def measure(name: str, sizes: list[int]) -> None:
    game = find(name)
    values = game.set_up.settle(players_of(name))
    for size in sizes:
        found = [on_cuda(game, values, 32 * size, seed, size) for seed in (1, 2, 3)]
        tell(game=name, what="playouts", size=size, rate=max(p.decisions / p.seconds for p in found))
        batch = envs.batch(name, players_of(name), size, "cuda", seed=1)
        batch.random_steps(100)
        steps = max(20, min(400, (1 << 24) // size))
        for what, work in (
            ("step", partial(step, batch, steps, trusted=True)),
            ("step, checked", partial(step, batch, steps, trusted=False)),
            ("random_steps", partial(batch.random_steps, steps)),
        ):
            tell(game=name, what=what, size=size, rate=best(steps * size, work))
        for level in (1, 2) if game.policy else ():
            levels = cuda.to_device(np.full(size, level, np.int8))
            for _ in range(20):  # into positions that such bots meet
                batch.step(batch.bot_actions(levels), trusted=True)
            work = partial(choose, batch, levels, steps)
            tell(game=name, what=f"bot_actions, level {level}", size=size, rate=best(steps * size, work))


def step(batch: envs.Batch, steps: int, trusted: bool) -> None:
    for _ in range(steps):
        batch.step(batch.random_actions(), trusted)


def choose(batch: envs.Batch, levels: object, steps: int) -> None:
    for _ in range(steps):
        batch.bot_actions(levels, trusted=True)


if __name__ == "__main__":
    powers = [int(word) for word in sys.argv[1:] if word.isdecimal()] or POWERS
    for game in [word for word in sys.argv[1:] if not word.isdecimal()]:
        compare(game)
        with alone():
            measure(game, [1 << k for k in powers])
