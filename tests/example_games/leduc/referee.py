"""Leduc poker, counted naively."""

from collections import Counter
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from koloda.core.game import Ply
from koloda_leduc.state import NONE, State

GOLDEN: dict[str, dict[str, Any]] = {}
TINY: list[tuple[dict[str, Any], int, int]] = []
LONGEST = 120


def options() -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({"players": st.integers(2, 10)})


def deck(s: State) -> Counter[str]:
    return Counter(str(card) for card in range(2 * (s.players + 1)))


def whereabouts(s: State) -> Counter[str]:
    unseen = [card for card in range(62) if s.unseen >> card & 1]
    return Counter(str(card) for card in (*unseen, *s.cards[: s.players], s.public) if card != NONE)


def live(s: State) -> list[int]:
    return [p for p in range(s.players) if s.live >> p & 1]


def scores(s: State) -> list[int]:
    """The pot goes to the best hands of those who are left."""
    best = max(hand(s, p) for p in live(s))
    best_hands = [p for p in live(s) if hand(s, p) == best]
    share = Fraction(sum(s.stakes), len(best_hands))
    assert share.denominator == 1
    return [(int(share) if p in best_hands else 0) - s.stakes[p] for p in range(s.players)]


def hand(s: State, seat: int) -> tuple[bool, int]:
    rank = s.cards[seat] // 2
    return rank == s.public // 2, rank


def winners(s: State) -> list[int]:
    counted = scores(s)
    return [p for p in range(s.players) if counted[p] == max(counted)]


def check(s: State) -> None:
    assert s.cards[: s.players].count(NONE) == s.missing
    assert s.stake == max(s.stakes) <= 13 * s.ante
    assert s.raises <= 2
    assert live(s)
    assert s.cards[s.players :] == s.stakes[s.players :] == [0] * (10 - s.players)
    if s.waiting == 0:
        assert len(live(s)) == 1 or {s.stakes[p] for p in live(s)} == {s.stake}


def hidden(s: State, seat: int | None) -> list[int]:
    """Others' cards, unless they are shown down."""
    shown_down = live(s) if s.waiting == 0 and s.public != NONE and len(live(s)) > 1 else []
    return [p for p in range(s.players) if p != seat and p not in shown_down and s.cards[p] != NONE]


def shown(event: Ply, seat: int | None) -> bool:
    return False


def swap(s: State, a: int, b: int) -> State:
    other = s.copy()
    other.cards[a], other.cards[b] = s.cards[b], s.cards[a]
    return other
