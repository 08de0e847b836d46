"""Koloda's own speed on one core, in decisions (in the arena: games) per second, through its public functions.

Four players at each table, but in games that others have too as many as with them.
"""

import platform
import random
from collections.abc import Callable
from importlib.metadata import version
from itertools import count

from goals import ARENA, SAME_PLAYERS, players_of
from worker import Bench, Task, main

import koloda
from koloda import envs
from koloda.arena.batch_job import play_batch
from koloda.arena.plan import Plan
from koloda.core.schema import dtype
from koloda.games import GAMES
from koloda.table.match import Match, RandomDraws

GAMES_AT_ONCE = 100
MOST_AT_ONCE = 1 << 20  # in one call: for larger arrays the system hands out fresh memory every time
LONG = 1 << 20  # deals: more than will be played


def prepare(quick: bool) -> Bench:
    check_installed()
    return Bench(
        {
            **{f"{name}, compiled": _compiled(name) for name in GAMES},
            **{f"{name}, stepped": _stepped(name) for name in GAMES},
            **{f"{name}, interpreted": _interpreted(name) for name in GAMES},
            **{f"{name}{ARENA}": _arena(name) for name, game in GAMES.items() if game.policy},
        },
        {
            "versions": versions(),
            "state_bytes": {name: dtype(game.set_up.State).itemsize for name, game in GAMES.items()},
        },
    )


def versions() -> dict[str, str]:
    return {"python": platform.python_version(), **{name: version(name) for name in ("koloda", "numba", "numpy")}}


def check_installed() -> None:
    """Are the games there that other engines have too?"""
    if missing := [name for name in SAME_PLAYERS if name not in GAMES]:
        raise SystemExit(f"Not installed: {', '.join(missing)} of examples/games. `make bench` sees to it.")


def _compiled(name: str) -> Task:
    seeds = count(1)

    def task(amount: int) -> float:
        games = amount * GAMES_AT_ONCE
        decisions = 0
        for first in range(0, games, MOST_AT_ONCE):
            part = min(MOST_AT_ONCE, games - first)
            decisions += envs.playouts(name, players_of(name), part, seed=next(seeds), threads=1).decisions
        return decisions

    return task


def _arena(name: str) -> Task:
    """Play batches like a worker process of `koloda arena`: level 2 in every seat, one game per deal."""
    plan = Plan.of(name, ["2"], LONG, players_of(name))
    batches = count()

    def task(amount: int) -> float:
        return sum(len(play_batch(plan, next(batches) % plan.batches)["games"]) for _ in range(amount))

    return task


def _stepped(name: str) -> Task:
    """The step API as it is once its rules are compiled."""
    koloda.play(name, wait=True)
    return _loop(lambda seed: koloda.play(name, players=players_of(name), seed=seed))


def _interpreted(name: str) -> Task:
    """The step API before that."""
    game, players = GAMES[name], players_of(name)
    return _loop(lambda seed: Match(game, game.new(players), RandomDraws(random.Random(seed))))


def _loop(start: Callable[[int], Match]) -> Task:
    """The loop that a reader of the documentation would write; the dealer's draws are part of it, uncounted."""
    seeds = count(1)
    chance = random.Random(1).random

    def task(amount: int) -> float:
        decisions = 0
        for _ in range(amount):
            play = start(next(seeds))
            while not play.over:
                seat = play.actor
                actions = play.legal(seat)
                play.act(seat, actions[int(chance() * len(actions))])
                decisions += 1
        return decisions

    return task


if __name__ == "__main__":
    main("Measure Koloda.", prepare)
