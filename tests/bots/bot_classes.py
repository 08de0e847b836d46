"""Bots as Python classes, with every kind of behaviour, for the tests."""

import ctypes
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from koloda.bots.bot import Budget
from koloda.bots.knowledge import Knowledge


class Last:
    def choose(self, knowledge: Knowledge, budget: Budget) -> int | None:
        return knowledge.legal[-1] if knowledge.must else None


class Numpy(Last):
    def choose(self, knowledge: Knowledge, budget: Budget) -> Any:
        import numpy as np  # imported here, so that the other classes start sooner

        action = super().choose(knowledge, budget)
        return None if action is None else np.int16(action)


class Seeded(Last):
    """Tells its seed, as its error."""

    def __init__(self, *, seed: object) -> None:
        self.seed = seed

    def choose(self, knowledge: Knowledge, budget: Budget) -> int | None:
        raise LookupError(self.seed)


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
    """Never answers."""

    def choose(self, knowledge: Knowledge, budget: Budget) -> int | None:
        while True:
            pass


class Slow(Last):
    """Sleeps through one decision until the file that BOT_AWAKE names is there, then answers in time."""

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, knowledge: Knowledge, budget: Budget) -> int | None:
        self.asked += 1
        while self.asked == 2 and not Path(os.environ["BOT_AWAKE"]).exists():
            time.sleep(0.01)
        return super().choose(knowledge, budget)


class Loud(Last):
    """Writes to standard output in every way, and reads standard input."""

    def __init__(self) -> None:
        subprocess.run([sys.executable, "-S", "-c", "print('a banner')"], check=True)

    def choose(self, knowledge: Knowledge, budget: Budget) -> int | None:
        print("I think, \N{SNOWMAN}")
        os.write(1, b'{"id": 1, "action": 0}\n')
        assert sys.stdin.read() == ""
        return super().choose(knowledge, budget)


class Flooding(Last):
    def __init__(self) -> None:
        print("x" * 1_000_000)


class Exiting:
    def choose(self, knowledge: Knowledge, budget: Budget) -> int | None:
        print("farewell \x1b[2J")
        os._exit(3)


class Segfaulting:
    def choose(self, knowledge: Knowledge, budget: Budget) -> int | None:
        ctypes.string_at(0)
        return 0


class Greedy:
    """Wants more memory than there is."""

    def choose(self, knowledge: Knowledge, budget: Budget) -> int | None:
        return len(bytearray(1 << 60))


class Curious(Last):
    """Tells which of Koloda's settings it can read, as its error."""

    def choose(self, knowledge: Knowledge, budget: Budget) -> int | None:
        raise LookupError(sorted(name for name in os.environ if name.startswith(("KOLODA_", "BOT_"))))


class Picky:
    def __init__(self, taste: str) -> None: ...

    def choose(self, knowledge: Knowledge, budget: Budget) -> int | None: ...


class Mute:
    pass
