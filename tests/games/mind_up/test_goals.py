"""The goals of Mind Up!, one by one."""

from collections import Counter
from typing import Any

import pytest

from koloda.compiled.generator import stream
from koloda.core.errors import UnknownOption
from koloda.games.mind_up import GAME
from koloda.games.mind_up.cards import GOAL_NAMES, numbers
from koloda.games.mind_up.goals import met
from koloda.games.mind_up.notation import read_position
from koloda.games.mind_up.rules import chance, draw
from koloda.games.mind_up.state import OPEN_GOALS, State
from koloda.games.mind_up.view import view
from koloda.table.match import Match
from tests.games.mind_up.positions import after, play, same

A, B = range(2)


def names(goals: int) -> list[str]:
    return [name for goal, name in enumerate(GOAL_NAMES) if goals >> goal & 1]


def possible(s: State) -> list[str]:
    """The goals that may be opened now."""
    return [GAME.notation.write_draw(s, outcome).removeprefix("goal ") for outcome in range(chance(s))]


def test_mu_4_goals_stay_in_the_box_unless_they_are_wanted() -> None:
    """MU-4"""
    s = Match(GAME, GAME.new(4), stream(4)).state
    assert (s.goal_stack, s.open_goals) == (0, 0)
    assert names(GAME.new(4, goals="fixed").goal_stack) == list(GOAL_NAMES)


@pytest.mark.parametrize(
    ("options", "count"),
    [
        ({}, 0),
        ({"goals": "each-round"}, 1),
        ({"goals": "each-round", "goal_count": 5}, 5),
        ({"goals": "fixed"}, 3),
        ({"goals": "fixed", "goal_count": 5}, 5),
    ],
)
def test_mu_17_how_many_goals_are_open(options: dict[str, Any], count: int) -> None:
    """MU-17"""
    game = Match(GAME, GAME.new(3, **options), stream(17))
    while not game.over:
        assert len(view(game.state, None).goals) == count
        game.act(game.actor, game.legal(game.actor)[0])


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"goal_count": 2}, r"goal_count 2 says nothing without goals; set goals to each-round or fixed \(MU-17\)"),
        ({"goals": "off", "goal_count": 3}, "says nothing without goals"),
        ({"goals": "fixed", "goal_count": 2}, r"With goals=fixed, goal_count is 3 to 5, not 2 \(MU-17\)"),
        ({"goals": "each-round", "goal_count": 6}, r"goal_count cannot be \"6\"; it can be: 1-5 \(MU-17\)"),
        ({"goals": "each-round", "goal_count": 0}, "it can be: 1-5"),
        ({"goals": "sometimes"}, "it can be: off, each-round, fixed"),
    ],
)
def test_mu_17_options_that_cannot_be(options: dict[str, Any], reason: str) -> None:
    """MU-17"""
    with pytest.raises(UnknownOption, match=reason):
        GAME.new(4, **options)


END_OF_ROUND = "row=8,46 hand=2,30/50,51 collection=39+7,18,25,15/4+5+12,16,3"
NEXT = ["2: 50", "1: 2", "value 5", "value 4", "value 3", "value 2", "deal 1 60", "deal 2 59"]


def test_mu_17_goals_for_one_round_are_discarded_before_the_next() -> None:
    """MU-17"""
    s = play(read_position(f"mind_up[players=2 goals=each-round goal_count=2] goals=A1,C2 {END_OF_ROUND}"), *NEXT)
    assert s.phase == OPEN_GOALS
    assert (names(s.open_goals), names(s.discarded)) == ([], ["A1", "C2"])
    assert [goal.name for goal in view(s, None).discarded] == ["A1", "C2"]
    assert "A1" not in possible(s)


def test_mu_17_fixed_goals_stay() -> None:
    """MU-17"""
    s = play(read_position(f"mind_up[players=2 goals=fixed] goals=A1,C2,D1 {END_OF_ROUND}"), *NEXT)
    assert (s.phase != OPEN_GOALS, names(s.open_goals)) == (True, ["A1", "C2", "D1"])


def test_mu_19_a_view_tells_who_meets_the_open_goals() -> None:
    """MU-19"""
    s = read_position(f"mind_up[players=2 goals=fixed] goals=A1,C2,D1 {END_OF_ROUND}")
    seen = view(s, None)
    assert [goal.name for goal in seen.goals] == ["A1", "C2", "D1"]
    assert seen.meeting == [[A, B], [A, B], []]


OPENING = "row=10,20 hand=1,2,3/4,5,6"


def test_mu_18_open_goals_have_different_letters() -> None:
    """MU-18"""
    for mode in ("each-round", "fixed"):
        s = play(read_position(f"mind_up[players=2 goals={mode} goal_count=3] phase=open-goals {OPENING}"), "goal B1")
        assert possible(s) == [name for name in GOAL_NAMES if name[0] != "B"]
        assert possible(play(s, "goal F2")) == [name for name in GOAL_NAMES if name[0] not in "BF"]


def test_mu_18_discarded_goals_come_back_only_when_the_stack_has_no_other_letter() -> None:
    """MU-18: all of them, last round's included."""
    options = "mind_up[players=2 goals=each-round goal_count=2] phase=open-goals round=3"
    gone = "discarded=C1,C2,D1,D2,E1,E2,F1,F2,G1,G2"
    s = read_position(f"{options} {OPENING} points=1,1/1,1 {gone},B1")
    assert possible(s) == ["A1", "A2", "B2"]
    assert possible(play(s.copy(), "goal A2")) == ["B2"]
    back = play(s, "goal B2")
    assert possible(back) == ["A1", "A2"]
    alone = read_position(f"{options} {OPENING} points=1,1/1,1 {gone},A1,B1,B2")
    assert possible(alone) == ["A2"]
    shuffled = play(alone, "goal A2")
    assert (possible(shuffled), shuffled.discarded) == ([name for name in GOAL_NAMES if name[0] != "A"], 0)


def test_mu_18_goals_come_back_at_the_start_of_a_round() -> None:
    """MU-18: when the stack is empty before the first goal of a round."""
    gone = "discarded=B1,B2,C1,C2,D1,D2,E1,E2,F1,F2,G1,G2,A2"
    s = read_position(f"mind_up[players=2 goals=each-round] goals=A1 {gone} {END_OF_ROUND}")
    assert possible(play(s, *NEXT)) == list(GOAL_NAMES)


def test_mu_18_every_goal_is_equally_likely() -> None:
    """MU-18: the first among fourteen (χ², 13 degrees of freedom), the second among the other letters (11)."""
    opened: list[Counter[str]] = [Counter(), Counter()]
    before = read_position(f"mind_up[players=2 goals=each-round goal_count=2] phase=open-goals {OPENING}")
    for key in range(7000):
        s, deal = before.copy(), stream(key, 18)
        draw(s, deal(chance(s)))
        (first,) = names(s.open_goals)
        opened[0][first] += 1
        if first[0] == "A":
            draw(s, deal(chance(s)))
            (second,) = set(names(s.open_goals)) - {first}
            opened[1][second] += 1
    for counted, outcomes, critical in ((opened[0], 14, 34.53), (opened[1], 12, 31.26)):
        expected = counted.total() / outcomes
        assert len(counted) == outcomes
        assert sum((n - expected) ** 2 / expected for n in counted.values()) < critical


def test_mu_19_the_last_card_counts_for_goals() -> None:
    """MU-19: the third orange card is the last one in hand."""
    before = "mind_up[players=2 goals=each-round] goals=A1 row=8,46 order=2-4-1-5-3 hand=2,30/50,51"
    s = play(read_position(before + " collection=39+7,18,25,15/4+5+12,16,3"), "2: 50", "1: 2")
    assert s.points[A][0] == 25 + 2
    assert s.bonus[A] == 3 + 2


def test_mu_19_penalties_are_no_bonus() -> None:
    """MU-19, MU-16: G1 applies to both."""
    before = "mind_up[players=2 goals=each-round] goals=G1 row=8,46 order=2-4-1-5-3 hand=2,30/50,51"
    s = play(read_position(before + " collection=39+7,18,25,15/4+5+12,16,3"), "2: 50", "1: 2")
    assert [s.points[A][0], s.points[B][0]] == [25 - 2, 29 - 2]
    assert s.bonus[:2] == [3, 9]


# orange 1 8 15 16, pink 2 6 10 19, blue 3 13 18 21, green 4 5 12 14, purple 7 9 11 20
@pytest.mark.parametrize(
    ("goal", "order", "collections", "who"),
    [
        ("A1", "1-2-3-4-5", "1,2/8+15,6", [A]),
        ("A1", "1-2-3-4-5", "1+8+15,2/3,6", [A]),
        ("A1", "1-2-3-4-5", "1+8+15+16,2/3,6", []),
        ("A2", "1-2-3-4-5", "1,2/6,8", [A, B]),
        ("A2", "3-2-1-4-5", "1,2/6,9,3,8", []),
        ("A2", "3-4-1-2-5", "7,2,1/6,9,3,8", [A, B]),
        ("A2", "1-2-3-4-5", "2/6", []),
        ("B1", "1-2-3-4-5", "3+13,2/18,6", [A]),
        ("B1", "1-2-3-4-5", "3+13+18+21,2/6", [A]),
        ("B1", "1-2-3-4-5", "3+13+18,2/6", []),
        ("B2", "1-2-3-4-5", "3+13,2/18,6+10", [A]),
        ("B2", "1-2-3-4-5", "3+13,2+19/18,6,7", [A, B]),
        ("C1", "1-2-3-4-5", "2+6,1/10,8", [B]),
        ("C1", "1-2-3-4-5", "2,1/10,8", [A, B]),
        ("C1", "1-2-3-4-5", "1/8", [A, B]),
        ("C2", "1-2-3-4-5", "2+6,1/10,8", [A]),
        ("C2", "1-2-3-4-5", "1/8", [A, B]),
        ("C2", "1-2-3-4-5", "1/2", [B]),
        ("D1", "1-2-3-4-5", "1,4/5,8", [A]),
        ("D1", "1-2-3-4-5", "4/8", [A]),
        ("D1", "1-2-3-4-5", "1,2,3,7,4/8,5,6", [A]),
        ("D2", "4-5-3-2-1", "4/8,5", [A, B]),
        ("D2", "3-2-5-4-1", "4/8,5", []),
        ("D2", "3-2-5-4-1", "1,2,4/8,6,3,5", [A, B]),
        ("D2", "4-5-3-2-1", "1/2", []),
        ("E1", "1-2-3-4-5", "7,1/9,8+15", [A]),
        ("E1", "1-2-3-4-5", "7/2", [A]),
        ("E1", "1-2-3-4-5", "2/1", []),
        ("E2", "1-2-3-4-5", "7+9,1/11,8", [A]),
        ("E2", "1-2-3-4-5", "1/8", [A, B]),
        ("F1", "1-2-3-4-5", "1,2,3,4,7/8,6,13,5", [A]),
        ("F2", "1-2-3-4-5", "1,2,3/8,6,13,5", [A]),
        ("F2", "1-2-3-4-5", "1,2/8,6+10,13", [B]),
        ("G1", "1-2-3-4-5", "1+8+15,2/3+13+18+21", [A]),
        ("G1", "1-2-3-4-5", "2,4+5+12/3+13", [A]),
        ("G2", "1-2-3-4-5", "1+8+15,2/3+13+18+21", [B]),
    ],
)
def test_mu_20_goals(goal: str, order: str, collections: str, who: list[int]) -> None:
    """MU-20"""
    s = read_position(f"mind_up[players=2] row=50,51 hand=52,53/54,55 order={order} collection={collections}")
    assert [seat for seat in (A, B) if met(s, seat, GOAL_NAMES.index(goal))] == who


def test_mu_20_worths() -> None:
    """MU-20"""
    worth = dict(zip(GOAL_NAMES, GAME.new(4).worth, strict=True))
    assert {name for name, points in worth.items() if points == -2} == {"A2", "C1", "E2", "G1"}
    assert {name for name, points in worth.items() if points == 2} == set(GOAL_NAMES) - {"A2", "C1", "E2", "G1"}


def test_mu_20_most_and_fewest_are_among_all_players() -> None:
    """MU-20"""
    s = read_position("mind_up[players=3] row=50,51,56 hand=52,53/54,55/57,58 collection=2+6,1/10,8/19+27,7")
    assert [seat for seat in range(3) if met(s, seat, GOAL_NAMES.index("C2"))] == [0, 2]
    assert [seat for seat in range(3) if met(s, seat, GOAL_NAMES.index("C1"))] == [1]


def test_goals_are_written_with_the_position() -> None:
    """MU-18"""
    position = "mind_up[players=2 goals=each-round goal_count=2] row=10,20 hand=1,2/3,4 goals=B1,C2 discarded=A1,G2"
    assert after(position) == same(position)
    s = read_position(position)
    assert [names(goals) for goals in (s.open_goals, s.discarded)] == [["B1", "C2"], ["A1", "G2"]]
    assert len(numbers(s.goal_stack << 1)) == 10
