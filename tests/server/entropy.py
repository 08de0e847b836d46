"""Bytes that are the same in every run, for servers under test."""

import hashlib
import os
from collections import Counter
from itertools import count

from koloda.server.opening import Entropy

_asked: Counter[str] = Counter()


def seeded(seed: str) -> Entropy:
    calls = count()
    return lambda size: hashlib.shake_256(f"{seed} {next(calls)}".encode()).digest(size)


def of_this_test() -> Entropy:
    """The same in every run of the running test, whatever ran before it; another one each time the test asks."""
    test = os.environ["PYTEST_CURRENT_TEST"].partition(" ")[0]
    _asked[test] += 1
    return seeded(f"{test} {_asked[test]}")
