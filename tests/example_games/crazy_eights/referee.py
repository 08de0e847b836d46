"""Crazy eights, counted naively."""

from collections import Counter
from functools import lru_cache
from typing import Any

from hypothesis import strategies as st

from koloda.core.game import Ply
from koloda_crazy_eights.state import OVER, State

GOLDEN: dict[str, dict[str, Any]] = {}
TINY: list[tuple[dict[str, Any], int, int]] = []
LONGEST = 400


def options() -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({"players": st.integers(2, 5)})


@lru_cache(10_000)
def cards(held: int) -> tuple[int, ...]:
    return tuple(card for card in range(62) if held >> card & 1)


def deck(s: State) -> Counter[str]:
    return Counter(str(card) for card in range(52))


def played(s: State) -> int:
    """What is nowhere else."""
    return (1 << 52) - 1 & ~s.deck & ~sum(s.hands)


def whereabouts(s: State) -> Counter[str]:
    return Counter(str(card) for held in (s.deck, *s.hands, played(s)) for card in cards(held))


def points(card: int) -> int:
    rank = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")[card // 4]
    return {"8": 50, "J": 10, "Q": 10, "K": 10, "A": 10}.get(rank, card + 2)


def scores(s: State) -> list[int]:
    return [sum(map(points, cards(s.hands[p]))) for p in range(s.players)]


def winners(s: State) -> list[int]:
    counted = scores(s)
    return [p for p in range(s.players) if counted[p] == min(counted)]


def check(s: State) -> None:
    assert sum(s.missing) == s.owed >= 0
    assert s.hands[s.players :] == s.missing[s.players :] == [0] * (5 - s.players)
    assert s.drawn <= 5
    assert s.passes <= s.players + (s.phase == OVER)
    assert s.top == -1 or played(s) >> s.top & 1


def hidden(s: State, seat: int | None) -> list[int]:
    """The deck and the others' hands."""
    if s.phase == OVER:
        return []
    return [*(card for p in range(s.players) if p != seat for card in cards(s.hands[p])), *cards(s.deck)]


def shown(event: Ply, seat: int | None) -> bool:
    return False


def swap(s: State, a: int, b: int) -> State:
    def swapped(held: int) -> int:
        return held if (held >> a & 1) == (held >> b & 1) else held ^ (1 << a) ^ (1 << b)

    other = s.copy()
    other.deck = swapped(s.deck)
    other.hands = [swapped(hand) for hand in s.hands]
    return other
