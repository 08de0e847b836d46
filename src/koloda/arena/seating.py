"""Who sits where: every bot in every seat equally often on every deal.

A *table* is the bots of one game. With as many bots as seats there is one table; with fewer, the list starts over until
the seats are filled (A,B for five seats: A,B,A,B,A); with more, every choice of as many as there are seats is a table.

A deal is played by every table in all turns of one circular order. The circular orders of a table take turns from deal
to deal, so that over many deals every bot has every neighbour equally often too.
"""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations, permutations

Seating = tuple[int, ...]
"""The bots (numbers in the list of different bots) by seat."""


def tables(bots: Sequence[int], players: int) -> list[Seating]:
    """The groups that sit down together."""
    if len(bots) <= players:
        return [tuple(bots[seat % len(bots)] for seat in range(players))]
    return sorted(set(combinations(bots, players)))


@cache
def circular_orders(table: Seating) -> tuple[Seating, ...]:
    """The different ways round a table, each beginning with the first bot in the list; mirrored ones side by side."""
    found: dict[Seating, None] = {}
    first, rest = table[0], table[1:]
    for others in sorted(set(permutations(rest))):
        for order in ((first, *others), (first, *reversed(others))):
            found.setdefault(min(rotations(order)), None)
    return tuple(found)


def rotations(order: Seating) -> list[Seating]:
    """A circular order turned by one seat after another, as long as that changes anything."""
    turned = [order[n:] + order[:n] for n in range(len(order))]
    return list(dict.fromkeys(turned))


def seatings(groups: Sequence[Seating], deal: int) -> list[Seating]:
    """The games of a deal, in the order in which they are played."""
    found: list[Seating] = []
    for table in groups:
        orders = circular_orders(table)
        found += rotations(orders[deal % len(orders)])
    return found


def random_seatings(bots: int, players: int, games: int, lot: Callable[[int], int]) -> list[Seating]:
    """Games in which every seat gets any of the bots by lot, whoever sits in the others."""
    return [tuple(lot(bots) for _ in range(players)) for _ in range(games)]
