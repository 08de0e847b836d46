"""Entropy for servers under test: the same in every run."""

import os
from collections import Counter
from random import Random

from koloda.server.tables.identifiers import Entropy

_asked: Counter[str] = Counter()


def of_this_test() -> Entropy:
    """Depends only on the running test and on how often it has asked, not on other tests."""
    test = os.environ["PYTEST_CURRENT_TEST"].partition(" ")[0]
    _asked[test] += 1
    return Random(f"{test} {_asked[test]}").randbytes
