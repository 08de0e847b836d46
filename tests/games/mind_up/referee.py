"""Mind Up!, counted naively."""

from collections import Counter
from functools import lru_cache
from typing import Any

from hypothesis import strategies as st

from koloda.core.game import Ply
from koloda.games.mind_up.cards import COLOUR_NAMES, GOAL_NAMES, found, named
from koloda.games.mind_up.state import CHOOSE, OVER, State
from tests.games.mind_up.reference_game import ReferenceGame

SMALL: dict[str, Any] = {
    "hand": 3,
    "rounds": 2,
    "values": [1, 2, 4, 5],
    "colours": {"orange": [1, 5, 9, 13], "pink": [2, 6, 10, 14], "green": [3, 7, 11, 15], "purple": [4, 8, 12, 60]},
    "marks": {"-2": [1, 8], "0": [4], "3": [15, 60]},
    "goals": {"A1": 3, "C1": -1, "C2": 1, "D2": 2, "E2": -2, "F2": 4},
}
TINIEST: dict[str, Any] = {
    "hand": 2,
    "rounds": 1,
    "values": [2, 5],
    "colours": {"orange": [1, 3, 5], "green": [2, 4, 6]},
    "marks": {"-1": [1], "2": [6]},
}
WITH_GOALS: dict[str, Any] = {**TINIEST, "goals": {"A1": 2, "A2": -2, "D1": 1}}

GOLDEN = {
    "duel": {"seed": 1, "options": {"players": 2, "goals": "fixed"}},
    "three-small-goals": {
        "seed": 2,
        "options": {"players": 3, "goals": "each-round", "goal_count": 2, "edition": SMALL},
    },
}
TINY: list[tuple[dict[str, Any], int, int]] = [
    ({"players": 2, "edition": TINIEST}, -1, 4513),
    ({"players": 2, "edition": WITH_GOALS, "goals": "each-round", "goal_count": 2}, -1, 8689),
]
LONGEST = 5_000
APART = 9
SHORT: dict[str, Any] = {"goals": "each-round"}
SHORTEST: dict[str, Any] = {"players": 3, "goals": "each-round"}


@st.composite
def _options(draw: st.DrawFn) -> dict[str, Any]:
    edition = draw(st.sampled_from(["default", "default", SMALL, TINIEST]))
    players = draw(st.integers(2, 6 if edition == "default" else 3 if edition == SMALL else 2))
    goals = draw(st.sampled_from(["off", "each-round", "fixed"])) if edition != TINIEST else "off"
    given = {"players": players, "goals": goals, "edition": edition}
    count = draw(st.one_of(st.none(), st.integers(3 if goals == "fixed" else 1, 5)))
    return given if goals == "off" or count is None else {**given, "goal_count": count}


def options() -> st.SearchStrategy[dict[str, Any]]:
    return _options()


@lru_cache(10_000)
def cards(mask: int) -> tuple[int, ...]:
    return tuple(n for n in range(63) if mask >> n & 1)


def deck(s: State) -> Counter[str]:
    known = named(found(s))
    goals = [GOAL_NAMES[goal] for goal in known.goals] if s.goal_mode else []
    return Counter([*map(str, known.colours), *goals])


def whereabouts(s: State) -> Counter[str]:
    numbers = [card for card in s.row if card]
    for mask in (s.stack, *s.hand, *s.collection):
        numbers += cards(mask)
    goals = [GOAL_NAMES[goal] for mask in (s.goal_stack, s.open_goals, s.discarded) for goal in cards(mask)]
    return Counter([*map(str, numbers), *goals])


def scores(s: State) -> list[int]:
    """The last round counted anew; those before it are counted in test_against_reference.py."""
    last = _last_round(s)
    return [sum(s.points[p][: s.rounds - 1]) + last.rounds[-1][p] for p in range(s.players)]


def winners(s: State) -> list[int]:
    """MU-16."""
    totals, last = scores(s), _last_round(s).rounds[-1]
    rank = [(totals[p], last[p], s.bonus[p]) for p in range(s.players)]
    return [p for p in range(s.players) if rank[p] == max(rank)]


def table(s: State) -> ReferenceGame:
    """The collections as they lie."""
    reference = ReferenceGame(s.players, named(found(s)), "off")
    reference.order = [value for value in s.order if value]
    reference.goals = [GOAL_NAMES[goal] for goal in cards(s.open_goals)]
    for p in range(s.players):
        places = sorted((place, colour) for colour, place in enumerate(s.place[p]) if place)
        assert [place for place, _ in places] == [*range(1, len(places) + 1)], "colours lie from the left (MU-10)"
        mine = cards(s.collection[p])
        reference.collections[p] = [
            [n for n in mine if reference.colour(n) == COLOUR_NAMES[colour]] for _, colour in places
        ]
        assert sum(map(len, reference.collections[p])) == len(mine)
    return reference


def _last_round(s: State) -> ReferenceGame:
    reference = table(s)
    reference.end_round()
    return reference


def check(s: State) -> None:
    row = [card for card in s.row if card]
    assert row == sorted(row)
    held = [len(cards(s.hand[p])) for p in range(s.players)]
    if s.phase == CHOOSE:
        assert len({*held}) == 1
        assert held[0] >= 2
        assert len({len(cards(s.collection[p])) for p in range(s.players)}) == 1
    assert bool(s.undecided) == (s.phase == CHOOSE)
    for p in range(s.players):
        assert not s.choice[p] or s.hand[p] >> s.choice[p] & 1
        assert s.phase != CHOOSE or bool(s.choice[p]) != bool(s.undecided >> p & 1)
    for rest in (s.hand, s.collection, s.row, s.choice, s.bonus):
        assert not any(rest[s.players :])
    assert not s.seen & s.stack
    assert set(row) <= set(cards(s.seen))
    letters = [goal // 2 for goal in cards(s.open_goals)]
    assert len(letters) == len({*letters}) <= s.goal_count
    _check_running_points(s)


def _check_running_points(s: State) -> None:
    """MU-13, MU-14, before the goals."""
    reference = table(s)
    for p in range(s.players):
        mine = cards(s.collection[p])
        assert sum(s.count[p]) == len(mine)
        if s.phase != OVER:
            marks = sum(reference.deck.marks.get(card, 0) for card in mine)
            assert s.points[p][s.scored] == reference.values(p) + marks


Place = tuple[int, int]  # whose hand (-1: the stack) and the card


def hidden(s: State, seat: int | None) -> list[Place]:
    """Others' hands and the stack, but for cards that have lain face up: those hide only whether they are chosen.

    When the game is over only the stack is left, a set in which no two places differ.
    """
    if s.phase == OVER:
        return []
    places = [(-1, card) for card in cards(s.stack)]
    for p in range(s.players):
        if p != seat:
            places += [(p, card) for card in cards(s.hand[p]) if s.choice[p] or not s.seen >> card & 1]
    return places


def shown(event: Ply, seat: int | None) -> bool:
    return False


def swap(s: State, a: Place, b: Place) -> State:
    other = s.copy()
    (owner, one), (second, two) = a, b
    if owner == second >= 0:
        if s.choice[owner] in (one, two):
            other.choice[owner] = one + two - s.choice[owner]
        return other
    if (s.seen >> one | s.seen >> two) & 1 or owner == second:
        return other
    for p, mine, new in ((owner, one, two), (second, two, one)):
        if p < 0:
            other.stack ^= 1 << one | 1 << two
        else:
            other.hand[p] ^= 1 << one | 1 << two
            if s.choice[p] == mine:
                other.choice[p] = new
    return other
