"""Piles as counts."""

from hypothesis import given
from hypothesis import strategies as st

from koloda.games.dobro.cards import added_up, count, one


@given(st.lists(st.integers(0, 15), min_size=14, max_size=14))
def test_the_kinds_of_a_pile_are_counted_and_added_up(counts: list[int]) -> None:
    pile = sum(n * one(kind) for kind, n in enumerate(counts))
    assert count(pile) == sum(counts)
    assert added_up(pile) == sum(kind * n for kind, n in enumerate(counts))
