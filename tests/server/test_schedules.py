"""Some schedules of a failing cluster; `make soak` has ten thousand of them."""

import pytest

from tests.server.schedules import Schedule, run, simulated
from tests.soak import SEED, TIMES

SCHEDULES = 100
PARTS = 2 if TIMES == 1 else TIMES


@pytest.mark.parametrize("part", range(PARTS))
def test_everything_holds_whatever_fails(part: int) -> None:
    run(SEED + SCHEDULES * part, SCHEDULES)


def test_a_seed_decides_everything() -> None:
    def played(seed: int) -> list[bytes]:
        schedule = simulated(Schedule(seed))
        return schedule.nodes.store._events[schedule.table]

    assert played(3) == played(3) != played(4)
