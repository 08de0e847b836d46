"""Bots as Python classes, with every kind of behaviour, for the tests."""

import threading
from typing import Any

import numpy as np

from koloda.bots.bot import Budget
from koloda.bots.knowledge import Knowledge


class Last:
    def choose(self, knowledge: Knowledge, budget: Budget) -> int | None:
        return knowledge.legal[-1] if knowledge.must else None


class Numpy(Last):
    def choose(self, knowledge: Knowledge, budget: Budget) -> Any:
        action = super().choose(knowledge, budget)
        return None if action is None else np.int16(action)


class Seeded(Last):
    def __init__(self, *, seed: object) -> None:
        self.seed = seed


class Crashing:
    def choose(self, knowledge: Knowledge, budget: Budget) -> int | None:
        raise ZeroDivisionError("no way out")


class Unspeakable(Exception):
    def __str__(self) -> str:
        raise ValueError

    __repr__ = __str__


class Speechless:
    def choose(self, knowledge: Knowledge, budget: Budget) -> Any:
        if len(knowledge.story) % 2:
            return Unspeakable()
        raise Unspeakable


class Leaving:
    def choose(self, knowledge: Knowledge, budget: Budget) -> int | None:
        raise SystemExit(7)


class Odd:
    """Wrong in a new way every time, and damages what it gets."""

    answers: tuple[Any, ...] = (True, "take", 1.0, 10**30, -1, None, [1])

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, knowledge: Knowledge, budget: Budget) -> Any:
        self.asked += 1
        knowledge.legal.clear()
        return self.answers[self.asked % len(self.answers)]


class Sleepy:
    """Does not answer until it is woken."""

    def __init__(self) -> None:
        self.awake = threading.Event()

    def choose(self, knowledge: Knowledge, budget: Budget) -> int | None:
        self.awake.wait()
        return knowledge.legal[0]


class Slow(Last):
    """Sleeps through one decision, then answers in time."""

    def __init__(self) -> None:
        self.asked = 0
        self.awake = threading.Event()

    def choose(self, knowledge: Knowledge, budget: Budget) -> int | None:
        self.asked += 1
        if self.asked == 2:
            self.awake.wait()
        return super().choose(knowledge, budget)


class Picky:
    def __init__(self, taste: str) -> None: ...

    def choose(self, knowledge: Knowledge, budget: Budget) -> int | None: ...


class Mute:
    pass
