"""A sample of tables with difficult people; `make soak` has ten thousand of them."""

import pytest

from tests.server.never_stuck import run
from tests.soak import SEED, TIMES

PARTS = max(1, TIMES)
TABLES = 25 if TIMES == 1 else 100


@pytest.mark.parametrize("part", range(PARTS))
def test_no_table_gets_stuck(part: int) -> None:
    run(SEED + TABLES * part, TABLES)
