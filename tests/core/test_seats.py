"""Relative seats."""

from hypothesis import given
from hypothesis import strategies as st

from koloda.core.seats import around, others_after


@given(st.integers(2, 8).flatmap(lambda players: st.tuples(st.just(players), st.integers(0, players - 1))), st.data())
def test_a_set_of_others_is_counted_from_the_next_seat(table: tuple[int, int], data: st.DataObject) -> None:
    players, seat = table
    seats = data.draw(st.integers(0, (1 << players) - 1))
    found = others_after(seats, seat, players)
    assert found < 1 << (players - 1)
    assert [found >> (i - 1) & 1 for i in range(1, players)] == [
        seats >> around(seat, i, players) & 1 for i in range(1, players)
    ]
