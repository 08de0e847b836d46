"""The simulation finds bugs. `python -m tests.server.planted_bugs` searches for the seeds that do."""

import pytest

from tests.server.planted_bugs import BUGS, MOST, found_by, search
from tests.server.schedules import run_one
from tests.soak import SEED, TIMES

FIRST = {
    "no_fencing": 17,
    "acknowledged_before_commit": 1,
    "lost_wake_up_without_poll": 7,
    "doubled_on_retry": 3,
    "answers_in_memory_only": 9,
    "any_number": 1,
    "stale_cache": 9,
    "early_takeover": 4,
    "renewed_after_expiry": 17,
    "told_twice": 7,
    "late_clock": 12,
    "gap_counts": 142,
    "one_view_for_all": 1,
    "nobody_takes_over": 5,
}
"""The first seed that finds a bug."""


def test_seeds_are_known_for_all_bugs() -> None:
    assert FIRST.keys() == BUGS.keys()
    assert max(FIRST.values()) <= MOST


@pytest.mark.parametrize("bug", BUGS)
def test_a_planted_bug_is_found(bug: str) -> None:
    """In `make soak` by other seeds, too."""
    run_one(FIRST[bug])  # without the bug everything holds
    assert found_by(bug, FIRST[bug]) is not None
    assert TIMES == 1 or search(bug, SEED, SEED + MOST - 1) is not None
