"""Leduc poker of rlcard and PettingZoo, whose loops make an observation at every decision, asked for or not.

Both are rlcard's rules: blinds of 1 and 2 instead of an ante, a random first player, and folding is always allowed.
"""

import random

from worker import Task


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
