"""Sets of cards as bits."""

from hypothesis import given
from hypothesis import strategies as st

from koloda.core.bits import added_up, enlist, lowest, nth, size

SETS = st.integers(1, (1 << 62) - 1)


@given(SETS)
def test_nth_lists_the_set_bits_in_order(cards: int) -> None:
    listed = [n for n in range(62) if cards >> n & 1]
    assert [nth(cards, n) for n in range(len(listed))] == listed
    assert size(cards) == len(listed)
    assert lowest(cards) == listed[0]
    assert added_up(cards) == sum(listed)
    out = [-1] * 64
    assert enlist(cards, 100, out, 1) == 1 + len(listed)
    assert out == [-1, *(100 + n for n in listed), *[-1] * (63 - len(listed))]
