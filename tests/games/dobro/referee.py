"""Dobro, counted naively: cards are names in lists, and the good number is worked out from the plays."""

from collections import Counter
from functools import lru_cache
from typing import Any

from hypothesis import strategies as st

from koloda.core.game import Ply
from koloda.games.dobro.state import ACTIONS, CHOOSE, DEAL, DRAW, LEADER, OVER, PLAY, State

NAMES = ["J", "S", *(str(n) for n in range(2, 13)), "R"]
BOX = {
    "2": 5,
    "3": 5,
    "4": 6,
    "5": 6,
    "6": 6,
    "7": 5,
    "8": 4,
    "9": 3,
    "10": 3,
    "11": 3,
    "12": 3,
    "J": 3,
    "S": 2,
    "R": 2,
}
SPECIALS = {"joker": "J", "skip": "S", "reverse": "R"}


def edition(cards: dict[str, int], usual: int, six: int = 1, aside: int = 0) -> dict[str, Any]:
    """A deck by card names, as an edition file tells it."""
    return {
        "numbers": {name: n for name, n in cards.items() if name not in SPECIALS.values()},
        "specials": {key: cards[name] for key, name in SPECIALS.items() if name in cards},
        "hand": {"usual": usual, "six": six},
        "two": {"aside": aside},
    }


_SMALL = {"2": 3, "3": 3, "4": 3, "6": 3, "8": 2, "12": 2, "J": 2, "S": 1, "R": 2}
GOLDEN: dict[str, dict[str, Any]] = {
    "four": {"seed": 1, "options": {"players": 4, "edition": edition(_SMALL, 3)}},
    "two-top-card": {
        "seed": 2,
        "options": {"players": 2, "pair_doubling": "top-card", "edition": edition(_SMALL, 4, aside=3)},
    },
    "five-long-automatic": {
        "seed": 3,
        "options": {"players": 5, "attention": False, "rounds": "long", "edition": edition(_SMALL, 2)},
    },
}
TINY: list[tuple[dict[str, Any], int, int]] = [
    # By hand: 1 + 2 + 3 while two cards are dealt, and 6 with a leader; in rounds 2 and 3 only 4 of them, as the
    # higher card leads; the leader plays the only card, so the game ends after either's turn: 12 + 10 + 10 + 2.
    ({"players": 2, "edition": edition({"2": 2, "3": 1}, 1)}, -1, 34),
    ({"players": 2, "edition": edition({"2": 2, "3": 1, "J": 1}, 2)}, -1, 2397),
    ({"players": 2, "edition": edition({"2": 3, "4": 2, "S": 1}, 2, aside=1)}, 18, 6170),
    ({"players": 3, "edition": edition({"2": 2, "4": 1, "R": 2, "J": 1}, 2)}, 12, 7987),
    (
        {
            "players": 3,
            "pair_doubling": "top-card",
            "attention": False,
            "edition": edition({"2": 3, "4": 2, "J": 1, "R": 1}, 2),
        },
        14,
        27057,
    ),
]
LONGEST = 6 * (65 + 4 * 64)
APART = 40
SHORT: dict[str, Any] = {}
FEW_CARDS = {
    "numbers": {"2": 2, "5": 2, "7": 2, "9": 2},
    "specials": {"joker": 1, "skip": 1, "reverse": 1},
    "hand": {"usual": 3, "six": 3},
    "two": {"aside": 2},
}
SHORTEST: dict[str, Any] = {"players": 3, "edition": FEW_CARDS}
"""A round: at most 64 draws and the leader's, 64 plays, 64 takes, and a decision to draw after each."""


@st.composite
def _options(draw: st.DrawFn) -> dict[str, Any]:
    players = draw(st.integers(2, 6))
    chosen: dict[str, Any] = {
        "players": players,
        "attention": draw(st.booleans()),
        "pair_doubling": draw(st.sampled_from(["good-number", "top-card"])),
        "rounds": draw(st.sampled_from(["3", "long"])) if players >= 4 else "3",
    }
    if draw(st.booleans()):
        chosen["edition"] = draw(_editions(players))
    return chosen


@st.composite
def _editions(draw: st.DrawFn, players: int) -> dict[str, Any]:
    """Small decks, some of specials alone; made up with one kind of card where they are too small."""
    cards = draw(st.dictionaries(st.sampled_from(NAMES), st.integers(0, 4), max_size=6))
    usual, six, aside = draw(st.integers(1, 4)), draw(st.integers(1, 4)), draw(st.integers(0, 3))
    filler = [name for name in draw(st.permutations(NAMES)) if name != "R"]
    while sum(n for name, n in cards.items() if name != "R") < aside + players * max(usual, six):
        if cards.get(filler[0], 0) == 15:
            filler.pop(0)
        cards[filler[0]] = cards.get(filler[0], 0) + 1
    return edition(cards, usual, six, aside)


def options() -> st.SearchStrategy[dict[str, Any]]:
    return _options()


@lru_cache(10_000)
def pile(packed: int) -> tuple[str, ...]:
    """Four bits a kind."""
    return tuple(name for kind, name in enumerate(NAMES) for _ in range(packed >> 4 * kind & 15))


def plays(s: State) -> list[tuple[list[str], int]]:
    """The trick: cards, and the number that each stands for (0: none)."""
    found = []
    for action in s.trick[: s.plays]:
        n = str(action // 5 + 2)
        ways = [[n], ["J"], [n, n], [n, "J"], ["J", "J"]]
        found.append((["S"], 0) if action == 55 else (["R"], 0) if action == 56 else (ways[action % 5], int(n)))
    return found


def deck(s: State) -> Counter[str]:
    cards = Counter(pile(s.deck))
    if s.players == 2:
        del cards["R"]
    return cards


def whereabouts(s: State) -> Counter[str]:
    found = [*pile(s.unseen)]
    for packed in (*s.hand, *s.pile):
        found += pile(packed)
    for cards, _ in plays(s):
        found += cards
    return Counter(found)


def round_points(sizes: list[int], forgetful: int) -> list[int]:
    """DB-22, DB-23 by places: the largest pile is first, equals share a place, the next places are skipped."""
    ranked = sorted(sizes, reverse=True)
    points = [ranked.index(size) + 1 for size in sizes]
    return [won - (p == forgetful) for p, won in enumerate(points)]


def scores(s: State) -> list[int]:
    """The rounds before as they stand, the last one counted from the piles."""
    last = round_points([len(pile(packed)) for packed in s.pile[: s.players]], s.forgetful)
    return [s.points[p] - s.last[p] + last[p] for p in range(s.players)]


def winners(s: State) -> list[int]:
    last = round_points([len(pile(packed)) for packed in s.pile[: s.players]], s.forgetful)
    sums = [sum(int(name) for name in pile(packed) if name.isdecimal()) for packed in s.pile]
    ranks = [(total, last[p], -sums[p]) for p, total in enumerate(scores(s))]
    return [p for p in range(s.players) if ranks[p] == max(ranks)]


def good_number(s: State) -> int:
    """DB-7 to DB-14, play by play."""
    good = top = 0
    for cards, number in plays(s):
        value = number * len(cards)
        if number:
            assert value >= good
            doubles = value == (top if s.top_card and len(cards) == 2 else good)
            good = 2 * value if doubles else value
        top = number
    return good


def check(s: State) -> None:
    assert s.good == good_number(s)
    held = [len(pile(packed)) for packed in s.hand]
    assert s.held == held
    assert s.left == (0 if s.phase == OVER else len(pile(s.unseen)) - s.aside)
    assert s.left >= 0
    assert s.aside == (s.set_aside if s.players == 2 else 0)
    assert max(held) <= s.limit
    assert s.step == 1 or s.players > 2
    assert -1 <= s.forgetful < (s.players if s.attention else 0)
    assert all(action < ACTIONS - 3 for action in s.trick[: s.plays])
    assert not any(s.trick[s.plays :])
    assert [*pile(s.on_table)] == sorted((card for cards, _ in plays(s) for card in cards), key=NAMES.index)
    for by_seat in (s.hand, s.pile, s.held, s.points, s.last):
        assert not any(by_seat[s.players :])
    assert all(0 <= s.last[p] <= s.points[p] for p in range(s.players))
    if s.phase in (PLAY, CHOOSE, DRAW):
        assert min(held[: s.players]) > 0, "a round ends with the first empty hand"
    if s.phase in (CHOOSE, DRAW):
        assert held[s.turn] < s.limit
        assert s.left > 0
    if s.phase in (DEAL, LEADER):
        assert not any(s.pile)
        assert s.plays == 0
        assert s.forgetful == -1


def hidden(s: State, seat: int | None) -> list[tuple[str, int, str]]:
    """Other hands, the deck and the cards set aside; score piles until the game ends, even one's own.

    At the end the piles are shown, and all else lies in one heap.
    """
    if s.phase == OVER:
        return []
    places = [("unseen", 0, name) for name in pile(s.unseen)]
    for p in range(s.players):
        if p != seat:
            places += [("hand", p, name) for name in pile(s.hand[p])]
        places += [("pile", p, name) for name in pile(s.pile[p])]
    return places


def shown(event: Ply, seat: int | None) -> bool:
    return False


def swap(s: State, a: tuple[str, int, str], b: tuple[str, int, str]) -> State:
    other = s.copy()
    for (place, p, name), (_, _, instead) in ((a, b), (b, a)):
        change = (1 << 4 * NAMES.index(instead)) - (1 << 4 * NAMES.index(name))
        if place == "unseen":
            other.unseen += change
        elif place == "hand":
            other.hand[p] += change
        else:
            other.pile[p] += change
    return other
