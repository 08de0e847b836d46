"""Tugriki for the shared laws, counted card by card and by name."""

from collections import Counter
from functools import lru_cache
from typing import Any

from hypothesis import strategies as st

from koloda.core.game import Act, Ply
from koloda.games.tugriki.state import CHALLENGE, OVER, State

COLOURS = "RYGPBO"
RANKS = "0123456789X"
CARDS = [colour + rank for colour in COLOURS for rank in RANKS]

SIX = {
    "colours": ["red", "yellow", "green", "purple", "blue", "orange"],
    "genies": 4,
    "row_choices": 3,
    "tugriks": 60,
    "actions": {
        "repeat": ["R0", "RX", "O9", "B4", "B6"],
        "exchange": ["O4", "O6", "Y4", "Y6"],
        "colour_choice": ["G4", "G6", "P4", "OX"],
        "reverse": ["P6", "R4", "O0"],
        "draw": ["R6", "BX"],
        "robbery": ["G0"],
    },
}
THREE = {"colours": ["green", "blue", "orange"], "genies": 3, "row_choices": 6, "tugriks": 17}
BARE = {**THREE, "genies": 6, "row_choices": 1, "tugriks": 8}
ACTIVE = {
    **BARE,
    "genies": 1,
    "row_choices": 6,
    "actions": {
        "repeat": ["G4"],
        "exchange": ["B6"],
        "colour_choice": ["O4"],
        "draw": ["B4"],
        "reverse": ["G6"],
        "robbery": ["O6"],
    },
}
# Nobody goes broke, so a knockout goes on to its last round; with plain wilds, which fit nowhere, few rounds are won.
RICH = {
    **THREE,
    "genies": 6,
    "row_choices": 3,
    "tugriks": 10_000,
    "actions": {"robbery": [colour + rank for colour in "GBO" for rank in RANKS if rank != "5"]},
}
GOLDEN: dict[str, dict[str, Any]] = {
    "three": {"seed": 1, "options": {"players": 3, "rounds": 1}},
    "strict-duel": {"seed": 2, "options": {"players": 2, "rounds": 1, "challenges": False, "attention": False}},
    "loans": {"seed": 3, "options": {"players": 4, "edition": ACTIVE, "reach": 2, "dealt": 2}},
}
SMALL = {"reach": 1, "dealt": 1, "rounds": 1}
TINY: list[tuple[dict[str, Any], int, int]] = [
    ({"players": 2, "edition": BARE, **SMALL, "challenges": False, "attention": False}, 9, 16_635),
    ({"players": 2, "edition": ACTIVE, **SMALL}, 7, 10_797),
    ({"players": 3, "edition": ACTIVE, **SMALL, "rounds": "knockout"}, 5, 6_499),
]
LONGEST = 12_000
APART = 90
SHORT: dict[str, Any] = {"rounds": 1}
SHORTEST: dict[str, Any] = {"players": 2, "rounds": 1, "reach": 3, "dealt": 4}


@st.composite
def _options(draw: st.DrawFn) -> dict[str, Any]:
    given: dict[str, Any] = {
        "players": draw(st.integers(2, 8)),
        "edition": draw(st.sampled_from(["default", "default", SIX, THREE, BARE])),
        "wilds": draw(st.sampled_from(["any", "plain"])),
        "challenges": draw(st.booleans()),
        "attention": draw(st.booleans()),
        "rounds": draw(st.sampled_from([1, 2, 3, None, "knockout"])),
    }
    if given["rounds"] == "knockout":
        given["edition"] = draw(st.sampled_from([THREE, BARE, RICH]))
    else:
        given["loans"] = draw(st.booleans())
    if given["edition"] == RICH:
        given |= {
            "players": draw(st.integers(2, 3)),
            "reach": draw(st.integers(1, 2)),
            "dealt": draw(st.integers(1, 2)),
        }
    elif draw(st.booleans()):
        given["reach"] = draw(st.integers(1, 4))
        given["dealt"] = draw(st.integers(1, 2))
    return given


def options() -> st.SearchStrategy[dict[str, Any]]:
    return _options()


def names(words: list[int]) -> list[str]:
    """The cards of a set."""
    return list(_names(*words))


@lru_cache(10_000)  # from one position to the next few sets change
def _names(*words: int) -> list[str]:
    return [name for i, name in enumerate(CARDS) if words[i // 55] >> i % 55 & 1]


def deck(s: State) -> Counter[str]:
    """TG-1."""
    ranks = RANKS[5 - s.reach : 6 + s.reach]
    colours = {name[0] for name in names(s.coloured)}
    cards = Counter(colour + rank for colour in colours for rank in ranks)
    return cards + Counter({"genie": s.genie_cards, "row": s.choice_cards})


def whereabouts(s: State) -> Counter[str]:
    found = Counter(names(s.laid))
    found["genie"] += len(names(s.genie_at))
    found["row"] += len(names(s.choice_at))
    for holder in range(9):
        found += hand(s, holder)
    return +found


def hand(s: State, holder: int) -> Counter[str]:
    """The cards of a hand or of the deck; not to be changed."""
    return _hand(s.genies[holder], s.choices[holder], *s.hand[holder])


@lru_cache(10_000)
def _hand(genies: int, rows: int, *words: int) -> Counter[str]:
    return +Counter({**Counter(_names(*words)), "genie": genies, "row": rows})


def scores(s: State) -> list[int]:
    return [s.money[p] for p in range(s.players)]


def winners(s: State) -> list[int]:
    """TG-31."""
    return [p for p in range(s.players) if all(s.money[p] >= s.money[q] for q in range(s.players))]


def check(s: State) -> None:
    """Sizes are counts, money is conserved but for what goes to the box after a stalemate (TG-32), rows are sound."""
    for holder in range(9):
        assert s.held[holder] == hand(s, holder).total()
    stake = s.tugriks // s.players * s.players
    lost = stake - sum(s.money) - s.bank
    assert 0 <= lost < s.players if s.phase == OVER else lost == 0
    assert min(s.money) >= 0 <= s.bank
    assert s.money[s.players :] == [0] * (8 - s.players)
    wilds = names(s.genie_at) + names(s.choice_at)
    assert len(wilds) == len(set(wilds))
    assert not any(place[1] == "5" for place in wilds)
    on_table = set(names(s.laid) + wilds)
    assert all(place[0] + "5" in on_table for place in on_table)
    assert s.bound == -1 or COLOURS[s.bound] + RANKS[5 - s.reach] in deck(s)
    assert s.named == 0 or s.bound >= 0
    assert s.pledge == 0 or s.named == 1
    assert s.silent == 0 or (s.attention and s.suspect >= 0)
    assert not s.plain_wilds or not any(s.carries[CARDS.index(place)] for place in wilds)
    assert s.rounds == 0 or s.stalled == 0
    assert s.stalled in (range(4) if s.phase == OVER else range(3))
    assert s.round_no <= (s.rounds or 20 * s.players)


def hidden(s: State, seat: int | None) -> list[tuple[int, str]]:
    """All cards in other hands and in the deck, each as its holder and its name."""
    return [(holder, name) for holder in range(9) if holder != seat for name in hand(s, holder).elements()]


def shown(event: Ply, seat: int | None) -> bool:
    """TG-26."""
    return isinstance(event, Act) and event.action == CHALLENGE and event.seat == seat


def swap(s: State, a: tuple[int, str], b: tuple[int, str]) -> State:
    other = s.copy()
    (mine, card), (yours, instead) = a, b
    for holder, gone, come in ((mine, card, instead), (yours, instead, card)):
        _move(other, holder, gone, -1)
        _move(other, holder, come, 1)
        if holder == s.turn and s.drawn == _number(gone):
            other.drawn = _number(come)
    for seat in range(s.players):
        for holder, gone, come in ((mine, card, instead), (yours, instead, card)):
            if s.pick[seat] == _number(gone) and holder == _next(s, seat):
                other.pick[seat] = _number(come)
    return other


def _number(name: str) -> int:
    return [*CARDS, "genie", "row"].index(name)


def _next(s: State, seat: int) -> int:
    inside = [p for p in range(s.players) if s.playing >> p & 1]
    return inside[(inside.index(seat) + s.step) % len(inside)]


def _move(s: State, holder: int, name: str, by: int) -> None:
    if name == "genie":
        s.genies[holder] += by
    elif name == "row":
        s.choices[holder] += by
    else:
        s.hand[holder][_number(name) // 55] ^= 1 << _number(name) % 55
