"""pgx's leduc_holdem: random legal play of a whole batch, games restarting by themselves, compiled as one loop."""

from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import pgx
from goals import PGX, PGX_GAME
from pgx.experimental import auto_reset
from worker import Bench, Task, summary, take

DECISIONS_A_CALL = 2**17


def prepare(quick: bool) -> Bench:
    env = pgx.make(PGX_GAME)
    sizes = [2**k for k in (range(10, 15, 2) if quick else range(6, 15))]
    tasks = {size: _playing(env, size) for size in sizes}
    rates = {size: _rate(task) for size, task in tasks.items()}
    best = max(rates, key=rates.__getitem__)
    facts = {"game": PGX_GAME, "best_batch": best, "by_batch": rates}
    return Bench({PGX: tasks[best]}, facts)


def _rate(task: Task) -> float:
    task(1)
    return summary([take(task, 1) for _ in range(5)]).median


def _playing(env: Any, size: int) -> Task:
    """Every step of every game is one decision: a game that ends is dealt anew within the same step."""
    step = jax.vmap(auto_reset(env.step, env.init))
    steps = DECISIONS_A_CALL // size

    def decide(carry: Any, _: Any) -> Any:
        state, key = carry
        key, choice, deal = jax.random.split(key, 3)
        actions = any_legal(choice, state.legal_action_mask)
        return (step(state, actions, jax.random.split(deal, size)), key), None

    @partial(jax.jit, donate_argnums=0)
    def play(carry: Any) -> Any:
        return jax.lax.scan(decide, carry, None, length=steps)[0]

    deal, key = jax.random.split(jax.random.key(1))
    carry = (jax.jit(jax.vmap(env.init))(jax.random.split(deal, size)), key)

    def task(amount: int) -> float:
        nonlocal carry
        for _ in range(amount):
            carry = play(carry)
        jax.block_until_ready(carry)
        return amount * steps * size

    return task


def any_legal(key: Any, legal: Any) -> Any:
    """A legal action for each game; one random number a game is faster than `jax.random.categorical`."""
    nth = (jax.random.uniform(key, legal.shape[:1]) * legal.sum(-1)).astype(jnp.int32)
    return jnp.argmax(jnp.cumsum(legal, -1) > nth[:, None], -1)
