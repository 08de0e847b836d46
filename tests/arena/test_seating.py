"""Seatings: every bot in every seat equally often on every deal."""

from collections import Counter
from itertools import permutations

import pytest

from koloda.arena.seating import circular_orders, rotations, seatings, tables


@pytest.mark.parametrize(
    ("bots", "players"),
    [([0, 1], 2), ([0, 1, 2], 3), ([0, 1, 1, 1], 4), ([0, 1, 0, 1], 4), ([0, 1, 2, 3], 4), ([0, 1, 2], 2), ([0, 1], 5)],
)
def test_every_bot_sits_in_every_seat_equally_often_on_every_deal(bots: list[int], players: int) -> None:
    groups = tables(bots, players)
    for deal in range(60):
        played = seatings(groups, deal)
        by_seat = [Counter(seating[seat] for seating in played) for seat in range(players)]
        assert all(counted == by_seat[0] for counted in by_seat)
        assert len(set(played)) == len(played)


def test_with_more_than_two_different_bots_neighbours_change_as_well() -> None:
    groups = tables([0, 1, 2, 3], 4)
    orders = len(circular_orders(groups[0]))
    assert orders == 6
    neighbours = Counter(
        (seating[seat], seating[(seat + 1) % 4])
        for deal in range(orders)
        for seating in seatings(groups, deal)
        for seat in range(4)
    )
    assert len(neighbours) == 12
    assert len(set(neighbours.values())) == 1


def test_all_seatings_of_three_come_within_two_deals() -> None:
    groups = tables([0, 1, 2], 3)
    assert sorted(seatings(groups, 0) + seatings(groups, 1)) == sorted(permutations(range(3)))


def test_with_fewer_bots_than_seats_the_list_starts_over() -> None:
    assert tables([0, 1], 5) == [(0, 1, 0, 1, 0)]


def test_with_more_bots_than_seats_every_group_plays() -> None:
    assert tables([0, 1, 2, 3], 2) == [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]


def test_a_seating_that_repeats_itself_is_played_once() -> None:
    assert rotations((0, 0, 0)) == ((0, 0, 0),)
    assert rotations((0, 1, 0, 1)) == ((0, 1, 0, 1), (1, 0, 1, 0))


def test_one_against_a_table_has_one_circular_order() -> None:
    assert circular_orders((0, 1, 1, 1)) == ((0, 1, 1, 1),)
