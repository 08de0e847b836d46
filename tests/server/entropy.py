"""Secrets for servers under test: the same in every run."""

import os
from collections import Counter
from random import Random

from koloda.server.tables.identifiers import Entropy

_asked: Counter[str] = Counter()


def of_this_test() -> Entropy:
    """The same in every run of the running test, whatever ran before it; another one each time the test asks."""
    test = os.environ["PYTEST_CURRENT_TEST"].partition(" ")[0]
    _asked[test] += 1
    return Random(f"{test} {_asked[test]}").randbytes
