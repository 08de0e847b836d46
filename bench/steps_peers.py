"""Other engines, a decision at a time with its observation, on one core. Runs in the peers' environment."""

import os
import random
from typing import Any

import leduc_tasks
from goals import PETTINGZOO, PGX, RLCARD, SIZES, python
from peers import ONE_THREAD, versions
from worker import Bench, Task, main


def prepare(quick: bool) -> Bench:
    os.environ.update(ONE_THREAD)
    tasks: dict[str, Task] = {
        python("leduc_poker"): openspiel(),
        RLCARD: leduc_tasks.rlcard(),
        PETTINGZOO: leduc_tasks.pettingzoo(),
    }
    tasks.update({f"{PGX}, {size} games": pgx(size) for size in SIZES})
    return Bench(tasks, {"versions": versions()})


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


def pgx(size: int) -> Task:
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset
    from pgx_tasks import any_legal

    env = pgx.make("leduc_holdem")
    step = jax.vmap(auto_reset(env.step, env.init))

    @jax.jit
    def decide(state: Any, key: Any) -> Any:
        key, choice, deal = jax.random.split(key, 3)
        state = step(state, any_legal(choice, state.legal_action_mask), jax.random.split(deal, size))
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
