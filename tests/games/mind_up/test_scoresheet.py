"""The score pad of Mind Up!: MU-1, MU-2, MU-5, MU-10 to MU-20."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from koloda.core.errors import NotLegal
from koloda.core.game import Draw
from koloda.games.mind_up import GAME
from koloda.games.mind_up.cards import GOAL_NAMES, numbers
from koloda.games.mind_up.scorekeeping import Pad
from koloda.games.mind_up.state import COLOURS, OPEN_GOALS, State
from tests.laws import walk
from tests.referees import REFEREES

EXAMPLE = "22 20 / 37 / 25 / 46 53 60"
OTHER = "2 6 / 3 13 18 / 4 / 9"


def piles(text: str) -> list[list[int]]:
    return [[int(word) for word in pile.split() if word != "-"] for pile in text.split("/")]


def goals(text: str) -> list[int]:
    return [GOAL_NAMES.index(word) for word in text.split()]


def pad(open_goals: str = "", **options: Any) -> Pad:
    table = Pad(GAME.new(**{"players": 2, **options}))
    table.open_round([2, 4, 1, 5, 3], goals(open_goals))
    return table


def test_values_and_marks_of_the_worked_example() -> None:
    """MU-13, MU-14"""
    table = pad()
    table.lay(0, piles(EXAMPLE))
    table.lay(1, piles(OTHER))
    line = table.rounds[0][0]
    assert (line.values, line.marks, line.points) == (24, 1, 25)


def test_goals_count_when_everybody_has_been_counted() -> None:
    """MU-19, MU-20"""
    table = pad("A1 C2 E2 F2 G1")
    table.lay(1, piles(OTHER))
    table.lay(0, piles(EXAMPLE))
    assert [line.goals for line in table.rounds[0]] == [{"A1": 2, "E2": -2, "G1": -2}, {"C2": 2, "G1": -2}]
    assert table.tally().bonuses == [5, 6]


def test_who_is_behind_lays_out_the_next_round() -> None:
    """MU-15"""
    table = pad()
    assert table.tally().lays_out is None
    table.lay(0, piles(EXAMPLE))
    table.lay(1, piles(OTHER))
    assert (table.tally().totals, table.tally().lays_out, table.cards) == ([25, 25], 0, 8)


REFUSED = [
    ("22 20 / 37 / 25 / 46 53 61", "mind_up.score_no_card"),
    ("22 20 / 37 / 25 / 46 53 46", "mind_up.score_twice"),
    ("22 9 / 37 / 25 / 46 53 60", "mind_up.score_taken"),
    ("22 20 / 37 / 25 / 46 53", "mind_up.score_count"),
    ("22 20 / 37 / 25 / 46 53 60 8", "mind_up.score_count"),
    ("22 37 / 20 / 25 / 46 53 60", "mind_up.mixed_pile"),
    ("22 / 20 / 37 / 25 / 46 53 60", "mind_up.mixed_pile"),
    ("22 20 / - / 37 / 25 / 46 53 60", "mind_up.score_gap"),
    ("22 20 / 37 / 25 / 46 53 60 / - / -", "mind_up.score_places"),
]


@pytest.mark.parametrize(("text", "reason"), REFUSED)
def test_what_cannot_lie_in_a_collection_is_refused(text: str, reason: str) -> None:
    """MU-1, MU-7, MU-10"""
    table = pad()
    table.lay(1, piles(OTHER))
    with pytest.raises(NotLegal) as refused:
        table.lay(0, piles(text))
    assert refused.value.detail.key == reason
    table.lay(0, piles(EXAMPLE))


GOALS_REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("A1 A2", {}, "mind_up.same_letter"),
    ("A1 B1 C1 D1 E1 F1", {}, "mind_up.score_goals_most"),
    ("A1", {"goals": "fixed"}, "mind_up.open_goals"),
    ("A1 B1", {"goals": "each-round"}, "mind_up.open_goals"),
]


@pytest.mark.parametrize(("text", "options", "reason"), GOALS_REFUSED)
def test_goals_that_cannot_be_open_are_refused(text: str, options: dict[str, Any], reason: str) -> None:
    """MU-17, MU-18"""
    with pytest.raises(NotLegal) as refused:
        pad(text, **options)
    assert refused.value.detail.key == reason


def test_a_collection_is_entered_once() -> None:
    table = pad()
    table.lay(1, piles(OTHER))
    assert {seat: line.points for seat, line in table.entered().items()} == {1: 25}
    with pytest.raises(NotLegal) as refused:
        table.lay(1, piles(EXAMPLE))
    assert refused.value.detail.key == "mind_up.score_again"


def test_fixed_goals_stay() -> None:
    """MU-17"""
    table = pad("A1 B1 C1", goals="fixed")
    table.lay(0, piles(EXAMPLE))
    table.lay(1, piles(OTHER))
    with pytest.raises(NotLegal):
        table.open_round([1, 2, 3, 4, 5], goals("A1 B1 D1"))
    table.open_round([1, 2, 3, 4, 5])
    assert numbers(table.s.open_goals << 1) == [1, 3, 5]


def test_an_order_is_of_all_values() -> None:
    """MU-6"""
    with pytest.raises(NotLegal):
        Pad(GAME.new(2)).open_round([2, 4, 1, 5, 5])


def test_no_more_cards_than_came_into_play() -> None:
    """MU-5, MU-15: two players see at most 18 cards in two rounds."""
    table = pad()
    table.lay(0, piles(EXAMPLE))
    table.lay(1, piles(OTHER))
    table.open_round([1, 2, 3, 4, 5])
    table.lay(0, piles("46 53 60 8 / 37 3 / 25 / 9"))
    with pytest.raises(NotLegal) as refused:
        table.lay(1, piles("22 20 11 / 2 6 10 / 21 / 16"))
    assert refused.value.detail.key == "mind_up.score_too_many"


def test_no_round_after_the_last() -> None:
    """MU-16"""
    table = pad()
    for number in range(3):
        if number:
            table.open_round([2, 4, 1, 5, 3])
        more = ["", " 45", " 45 31"][number], ["", " 11", " 11 26"][number]
        table.lay(0, piles(EXAMPLE + more[0]))
        table.lay(1, piles(OTHER + more[1]))
    result = table.tally()
    assert (result.left, result.winners, result.decided) == (0, [0], "points")
    with pytest.raises(NotLegal) as refused:
        table.open_round([1, 2, 3, 4, 5])
    assert refused.value.detail.key == "mind_up.score_rounds"


def collection(s: State, seat: int) -> list[list[int]]:
    """The piles of a seat, from left to right."""
    found: list[list[int]] = [[] for _ in range(COLOURS)]
    for card in numbers(s.collection[seat]):
        found[s.place[seat][s.colour[card]] - 1].append(card)
    return found


@given(REFEREES["mind_up"].options(), st.integers(0, 2**32))
def test_the_pad_counts_as_the_rules_do(options: dict[str, Any], seed: int) -> None:
    table = Pad(GAME.new(**options))
    end = table.s
    for before, event, end in walk(GAME, options, seed):
        if end.scored == before.scored:
            continue
        assert not isinstance(event, Draw)
        assert before.phase != OPEN_GOALS
        order = [value for value in before.order if value]
        table.open_round(order, [goal for goal in range(len(GOAL_NAMES)) if before.open_goals >> goal & 1])
        last = before.copy()
        last.choice[event.seat] = event.action
        for seat in range(before.players):
            table.lay(seat, finished(last, seat))
        assert [line.points for line in table.rounds[-1]] == [end.points[p][before.scored] for p in range(end.players)]
    result = table.tally()
    assert result.totals == GAME.scores(end)
    assert result.winners == GAME.winners(end)


def finished(s: State, seat: int) -> list[list[int]]:
    """A seat's collection at the end of a round of which the last choices are made: a row card, then the last card."""
    rank = sorted(s.choice[: s.players]).index(s.choice[seat])
    found = collection(s, seat)
    (kept,) = [card for card in numbers(s.hand[seat]) if card != s.choice[seat]]
    for card in (s.row[rank], kept):
        same = [pile for pile in found if pile and s.colour[pile[0]] == s.colour[card]]
        (same or [pile for pile in found if not pile])[0].append(card)
    return found[: sum(1 for value in s.order if value)]
