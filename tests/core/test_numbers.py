"""Numbers as people write them."""

import pytest

from koloda.arena.plan import read_budget
from koloda.bots.bot import Budget
from koloda.core.errors import KolodaError
from koloda.core.numbers import whole_number


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1000000", 10**6),
        ("1_000_000", 10**6),
        ("1 000 000", 10**6),
        ("1\u00a0000\u202f000", 10**6),
        ("1e6", 10**6),
        ("1.5E+3", 1500),
        ("2.0", 2),
        ("-1", -1),
        ("0", 0),
    ],
)
def test_numbers_as_people_write_them(text: str, number: int) -> None:
    assert whole_number(text) == number


@pytest.mark.parametrize("text", ["", "x", "1.5", "1e-3", "1e99", "1__0", "_1", "١", "0x10", "9" * 30, "nan"])
def test_what_is_not_a_whole_number(text: str) -> None:
    with pytest.raises(KolodaError, match="not a whole number"):
        whole_number(text)


def test_budgets() -> None:
    assert read_budget("1_000") == Budget(iterations=1000)
    assert read_budget("1e2ms") == Budget(milliseconds=100)
    for wrong in ("0", "1.5", "ms", "-5"):
        with pytest.raises(KolodaError, match="A budget is"):
            read_budget(wrong)
