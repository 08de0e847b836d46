"""Assigns bots to seats: every bot sits in every seat equally often on every deal.

A *table* is the group of bots of one game. With as many bots as seats there is one table. With fewer bots, the list
repeats until the seats are filled (A,B for five seats: A,B,A,B,A). With more bots, every combination is a table. In a
population, every bot sits alone among every other (A,B,B,B and B,A,A,A).

Every table plays a deal in all rotations of one circular order. The circular orders alternate from deal to deal, so
that over many deals every bot has every neighbour equally often too.
"""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations, permutations

Seating = tuple[int, ...]
"""The bots by seat, as indices into the list of distinct bots."""


def tables(bots: Sequence[int], players: int) -> list[Seating]:
    """Return the groups of bots that play together."""
    if len(bots) <= players:
        return [tuple(bots[seat % len(bots)] for seat in range(players))]
    return sorted(set(combinations(bots, players)))


def pairings(bots: int, players: int) -> list[Seating]:
    """Return a table for every pair of bots: one of the first among the second. With two players that is one table."""
    return [
        (one, *[other] * (players - 1)) for one, other in permutations(range(bots), 2) if players > 2 or one < other
    ]


@cache
def circular_orders(table: Seating) -> tuple[Seating, ...]:
    """Return the distinct circular orders of a table, with mirror images next to each other."""
    found: dict[Seating, None] = {}
    first, rest = table[0], table[1:]
    for others in sorted(set(permutations(rest))):
        for order in ((first, *others), (first, *reversed(others))):
            found.setdefault(min(rotations(order)), None)
    return tuple(found)


@cache
def rotations(order: Seating) -> tuple[Seating, ...]:
    """Return the distinct rotations of a circular order."""
    rotated = [order[n:] + order[:n] for n in range(len(order))]
    return tuple(dict.fromkeys(rotated))


def seatings(groups: Sequence[Seating], deal: int) -> list[Seating]:
    """Return the seatings of a deal's games, in the order in which they are played."""
    found: list[Seating] = []
    for table in groups:
        orders = circular_orders(table)
        found += rotations(orders[deal % len(orders)])
    return found


def random_seatings(bots: int, players: int, games: int, random: Callable[[int], int]) -> list[Seating]:
    """Return seatings for a number of games, with the bot of every seat drawn independently."""
    return [tuple(random(bots) for _ in range(players)) for _ in range(games)]
