"""No Thanks!, counted naively."""

from collections import Counter
from typing import Any

from hypothesis import strategies as st

from koloda.core.game import Ply
from koloda.games.no_thanks.state import FIRST, OVER, State

GOLDEN = {
    "four": {"seed": 1, "options": {"players": 4, "chips": 3}},
    "duel-open-tactical": {"seed": 2, "options": {"players": 2, "open_chips": True, "tactical": True, "removed": 20}},
}
TINY = [
    ({"players": 2, "chips": 1, "highest": 5, "removed": 1}, -1, 129),
    ({"players": 3, "chips": 2, "highest": 5, "removed": 0}, -1, 2476),
]
LONGEST = 40_000
APART = 9
COUNTABLE = True
SHORT: dict[str, Any] = {"chips": 2, "removed": 20}
SHORTEST: dict[str, Any] = {"players": 3, "removed": 22}


@st.composite
def _options(draw: st.DrawFn) -> dict[str, Any]:
    players = draw(st.integers(2, 7))
    tactical = players <= 5 and draw(st.booleans())
    highest = draw(st.sampled_from([35, 35, 35, 12]))
    removed = draw(st.integers(3 if tactical else 0, highest - 3))
    chips = draw(st.one_of(st.none(), st.integers(0, 12)))
    given = {"players": players, "tactical": tactical, "highest": highest, "removed": removed}
    return {**given, "open_chips": draw(st.booleans()), **({} if chips is None else {"chips": chips})}


def options() -> st.SearchStrategy[dict[str, Any]]:
    return _options()


def deck(s: State) -> Counter[str]:
    return Counter(str(n) for n in range(3, s.highest + 1))


def whereabouts(s: State) -> Counter[str]:
    found = [s.card] if s.card else []
    for cards in (s.unseen, *s.taken, _known_out(s)):
        found += [n for n in range(63) if cards >> n & 1]
    return Counter(map(str, found))


def _known_out(s: State) -> int:
    return sum(1 << n for n in (10, 20, 30) if s.tactical and n <= s.highest)


def scores(s: State) -> list[int]:
    """NT-8, card by card: it counts unless its lower neighbour is there as well."""
    counted = []
    for p in range(s.players):
        cards = {n for n in range(63) if s.taken[p] >> n & 1}
        counted.append(sum(n for n in cards if n - 1 not in cards) - s.chips[p])
    return counted


def winners(s: State) -> list[int]:
    counted = scores(s)
    return [p for p in range(s.players) if counted[p] == min(counted)]


def check(s: State) -> None:
    assert sum(s.chips) + s.pot == s.players * s.purse
    assert min(s.chips) >= 0
    taken = sum(bin(cards).count("1") for cards in s.taken)
    assert taken + bool(s.card) + s.left == s.highest - 2 - s.removed
    assert s.chips[s.players :] == [0] * (7 - s.players)


def hidden(s: State, seat: int | None) -> list[int]:
    """NT-10: others' chips. (The unseen cards are a set: there is no order to exchange.)"""
    if s.open_chips or s.phase in (FIRST, OVER):
        return []
    return [p for p in range(s.players) if p != seat]


def shown(event: Ply, seat: int | None) -> bool:
    return False


def swap(s: State, a: int, b: int) -> State:
    other = s.copy()
    other.chips[a], other.chips[b] = s.chips[b], s.chips[a]
    return other
