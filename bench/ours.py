"""Koloda's own speed on one core, in decisions (in the arena: games) per second, through its public functions.

Four players at each table.
"""

import platform
import random
from importlib.metadata import version
from itertools import count

from goals import ARENA
from worker import Bench, Task, main

import koloda
from koloda.arena.batch_job import play_batch
from koloda.arena.plan import Plan
from koloda.arena.simulation import simulate
from koloda.core.schema import dtype
from koloda.games import GAMES

PLAYERS = 4
GAMES_AT_ONCE = 100
LONG = 1 << 20  # deals: more than will be played


def prepare(quick: bool) -> Bench:
    return Bench(
        {
            **{f"{name}, compiled": _compiled(name) for name in GAMES},
            **{f"{name}, interpreted": _interpreted(name) for name in GAMES},
            **{f"{name}{ARENA}": _arena(name) for name, game in GAMES.items() if game.policy},
        },
        {
            "versions": {
                "python": platform.python_version(),
                **{name: version(name) for name in ("koloda", "numba", "numpy")},
            },
            "state_bytes": {name: dtype(game.set_up.State).itemsize for name, game in GAMES.items()},
        },
    )


def _compiled(name: str) -> Task:
    seeds = count(1)

    def task(amount: int) -> float:
        return simulate(name, PLAYERS, games=amount * GAMES_AT_ONCE, seed=next(seeds), jobs=1).decisions

    return task


def _arena(name: str) -> Task:
    """Play batches like a worker process of `koloda arena`: level 2 in every seat, one game per deal."""
    plan = Plan.of(name, ["2"], LONG, PLAYERS)
    batches = count()

    def task(amount: int) -> float:
        return sum(len(play_batch(plan, next(batches) % plan.batches)["games"]) for _ in range(amount))

    return task


def _interpreted(name: str) -> Task:
    """The loop that a reader of the documentation would write; the dealer's draws are part of it, uncounted."""
    seeds = count(1)
    chance = random.Random(1).random

    def task(amount: int) -> float:
        decisions = 0
        for _ in range(amount):
            play = koloda.play(name, players=PLAYERS, seed=next(seeds))
            while not play.over:
                seat = play.actor
                actions = play.legal(seat)
                play.act(seat, actions[int(chance() * len(actions))])
                decisions += 1
        return decisions

    return task


if __name__ == "__main__":
    main("Measure Koloda.", prepare)
