"""pgx on one GPU, as `bench/gpu.py` measures Koloda: random legal actions, games that restart, observations consumed.

`python bench/gpu_pgx.py [leduc_holdem ...] [10 12 ...]`, the numbers of games as powers of two; it needs pgx, and jax
for CUDA.
`fused`: all steps in one compiled loop. `stepped`: one compiled call a step. `playouts`: one loop, and nobody looks at
the observations, so the compiler may leave them out. Random keys are JAX's usual ones, and the fastest it has.
"""

import json
import sys
from functools import partial
from time import perf_counter
from typing import Any

import jax
import jax.numpy as jnp
import pgx
from pgx.experimental import auto_reset

GAMES = ("leduc_holdem", "sparrow_mahjong", "kuhn_poker")
KEYS = ("threefry2x32", "unsafe_rbg")


def any_legal(key: Any, legal: Any) -> Any:
    nth = (jax.random.uniform(key, legal.shape[:1]) * legal.sum(-1)).astype(jnp.int32)
    return jnp.argmax(jnp.cumsum(legal, -1) > nth[:, None], -1)


def best(decisions: float, play: Any, carry: Any, calls: int) -> float:
    times = []
    for _ in range(4):
        jax.block_until_ready(carry)
        began = perf_counter()
        for _ in range(calls):
            carry = play(carry)
        jax.block_until_ready(carry)
        times.append(perf_counter() - began)
    return decisions / min(times[1:])


def measure(name: str, size: int, keys: str) -> None:
    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def decide(carry: Any, _: Any, looked_at: str = "observation") -> Any:
        state, key, seen = carry
        key, choice, deal = jax.random.split(key, 3)
        actions = any_legal(choice, state.legal_action_mask)
        state = step(state, actions, jax.random.split(deal, size))
        return (state, key, seen + getattr(state, looked_at).astype(jnp.float32).sum()), None

    steps = max(8, min(256, (1 << 24) // size))
    deal, key = jax.random.split(jax.random.key(1, impl=keys))
    carry = (jax.jit(jax.vmap(env.init))(jax.random.split(deal, size)), key, jnp.float32(0))

    @partial(jax.jit, donate_argnums=0)
    def fused(carry: Any) -> Any:
        return jax.lax.scan(decide, carry, None, length=steps)[0]

    @jax.jit
    def playouts(carry: Any) -> Any:
        state, key, seen = jax.lax.scan(partial(decide, looked_at="rewards"), carry, None, length=steps)[0]
        return state.replace(observation=carry[0].observation), key, seen

    stepped = jax.jit(lambda carry: decide(carry, None)[0])
    for what, play, calls in (("playouts", playouts, 1), ("stepped", stepped, steps), ("fused", fused, 1)):
        rate = best(steps * size, play, carry, calls)
        print(json.dumps({"pgx": name, "keys": keys, "what": what, "size": size, "rate": rate}), flush=True)


if __name__ == "__main__":
    powers = [int(word) for word in sys.argv[1:] if word.isdecimal()] or range(10, 21, 2)
    for name in [word for word in sys.argv[1:] if word in GAMES] or GAMES:
        for k in powers:
            for keys in KEYS:
                measure(name, 1 << k, keys)
