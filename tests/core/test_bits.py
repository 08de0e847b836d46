"""Sets of cards as bits."""

from hypothesis import given
from hypothesis import strategies as st

from koloda.core.bits import lowest, nth, size

SETS = st.integers(1, (1 << 62) - 1)


@given(SETS)
def test_nth_lists_the_set_bits_in_order(cards: int) -> None:
    listed = [n for n in range(62) if cards >> n & 1]
    assert [nth(cards, n) for n in range(len(listed))] == listed
    assert size(cards) == len(listed)
    assert lowest(cards) == listed[0]
