"""Other engines, a decision at a time with its observation, on one core. Runs in the peers' environment."""

import os
import random
from typing import Any

from peers import ONE_THREAD
from worker import Bench, Task, main

SIZES = (64, 1024, 16384)


def prepare(quick: bool) -> Bench:
    os.environ.update(ONE_THREAD)
    tasks: dict[str, Task] = {
        "OpenSpiel from Python, leduc_poker": openspiel(),
        "rlcard, leduc-holdem": rlcard(),
        "PettingZoo, leduc_holdem_v4": pettingzoo(),
    }
    tasks.update({f"pgx leduc_holdem, {size} games": pgx(size) for size in SIZES})
    return Bench(tasks, {})


def openspiel() -> Task:
    import pyspiel

    game = pyspiel.load_game("leduc_poker")
    chance = random.Random(1).random

    def task(amount: int) -> float:
        decisions = 0
        for _ in range(amount):
            state = game.new_initial_state()
            while not state.is_terminal():
                if not state.is_chance_node():
                    state.observation_tensor(state.current_player())
                    decisions += 1
                actions = state.legal_actions()
                state.apply_action(actions[int(chance() * len(actions))])
        return decisions

    return task


def rlcard() -> Task:
    import rlcard

    env = rlcard.make("leduc-holdem", config={"seed": 1})
    chance = random.Random(1).random

    def task(amount: int) -> float:
        decisions = 0
        for _ in range(amount):
            state, _ = env.reset()
            while not env.is_over():
                actions = list(state["legal_actions"])
                state, _ = env.step(actions[int(chance() * len(actions))])
                decisions += 1
        return decisions

    return task


def pettingzoo() -> Task:
    import numpy as np
    from pettingzoo.classic import leduc_holdem_v4

    env = leduc_holdem_v4.env()
    env.reset(seed=1)
    chance = random.Random(1).random

    def task(amount: int) -> float:
        decisions = 0
        for _ in range(amount):
            env.reset()
            for _agent in env.agent_iter():
                seen, _, ended, cut, _ = env.last()
                if ended or cut:
                    env.step(None)
                    continue
                actions = np.flatnonzero(seen["action_mask"])
                env.step(actions[int(chance() * len(actions))])
                decisions += 1
        return decisions

    return task


def pgx(size: int) -> Task:
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset
    from pgx_tasks import _any_legal

    env = pgx.make("leduc_holdem")
    step = jax.vmap(auto_reset(env.step, env.init))

    @jax.jit
    def decide(state: Any, key: Any) -> Any:
        key, choice, deal = jax.random.split(key, 3)
        state = step(state, _any_legal(choice, state.legal_action_mask), jax.random.split(deal, size))
        return state, key, state.observation.astype(jnp.float32).sum()

    deal, key = jax.random.split(jax.random.key(1))
    now = (jax.jit(jax.vmap(env.init))(jax.random.split(deal, size)), key)

    def task(amount: int) -> float:
        nonlocal now
        for _ in range(amount):
            state, key, seen = decide(*now)
            now = (state, key)
        seen.block_until_ready()
        return amount * size

    return task


if __name__ == "__main__":
    main("Measure other engines, step by step.", prepare)
