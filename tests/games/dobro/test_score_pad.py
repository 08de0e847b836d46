"""The pad of Dobro in the browser: DB-21 to DB-27."""

from typing import Any

import pytest

from koloda.core.errors import KolodaError
from tests.score_pads import counted, told

ROUNDS: list[dict[str, Any]] = [
    {"piles": [3, 20, 6, 10]},
    {"piles": [18, 12, 12, 8], "forgot": 2},
    {"piles": [2, 9, 12, 5]},
]
LEVEL: list[dict[str, Any]] = [{"piles": [10, 10, 20]}] * 3


def test_a_blank_sheet() -> None:
    blank = counted("dobro", [])
    assert (blank.totals, blank.places, blank.rounds) == ([0, 0, 0, 0], [], [])
    assert (blank.round_no, blank.of_rounds, blank.most, blank.complete) == (1, 3, 52, False)
    assert [field.name for field in blank.form.fields] == ["piles", "forgot"]
    assert [field.name for field in counted("dobro", [], attention="off").form.fields] == ["piles"]


def test_points_while_they_are_typed() -> None:
    """DB-22, DB-23, DB-25"""
    typed = counted("dobro", ROUNDS[:1], ROUNDS[1:2])
    assert (typed.rounds, typed.drafted, typed.totals) == ([[4, 1, 3, 2], [1, 2, 1, 4]], 1, [5, 3, 4, 6])
    assert (typed.places, typed.complete, typed.round_no, typed.forgot) == ([2, 4, 3, 1], True, 2, [None, 2])
    assert told(typed.notes[0]) == "Boris leads round 3: fewest points."
    assert "One of these leads round 2: Anna, Vera." in told(counted("dobro", [], ROUNDS[1:2]).notes[0])


def test_more_cards_than_there_are() -> None:
    """DB-21: what was counted stays."""
    wrong = counted("dobro", ROUNDS[:1], [{"piles": [18, 12, 12, 11]}])
    assert (wrong.totals, wrong.complete) == ([4, 1, 3, 2], False)
    assert "at most 52 of the 56" in told(wrong.problem)


def test_the_last_round_breaks_a_tie() -> None:
    """DB-27"""
    final = counted("dobro", ROUNDS)
    assert (final.totals, final.places, final.winners, final.over) == ([9, 5, 5, 9], [1, 3, 4, 2], [0], True)
    assert [step.decided for step in final.ranking.criteria] == [False, True, False]
    assert [step.compared for step in final.ranking.criteria] == [[0, 3], [0, 3], []]
    assert final.form is None


def test_a_last_round_that_is_still_typed_does_not_end_the_game() -> None:
    typed = counted("dobro", ROUNDS[:2], ROUNDS[2:])
    assert (typed.over, typed.complete, typed.totals, typed.round_no) == (False, True, [9, 5, 5, 9], 3)


def test_piles_are_added_up_where_nothing_else_decides() -> None:
    """DB-27"""
    asked = counted("dobro", LEVEL, players=3)
    assert (asked.over, asked.tied, asked.winners) == (False, [0, 1], [])
    assert [field.name for field in asked.form.fields] == ["sums"]
    assert "smaller sum wins" in told(asked.notes[0])
    final = counted("dobro", [*LEVEL, {"sums": [51, 48]}], players=3)
    assert (final.winners, final.places, final.over) == ([1], [2, 1, 3], True)
    assert [step.decided for step in final.ranking.criteria] == [False, False, True]
    assert counted("dobro", [*LEVEL, {"sums": [50, 50]}], players=3).winners == [0, 1]


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        ({"piles": [1, 2, 3]}, "3 pile"),
        ({"piles": "1 2"}, 'The field "piles" needs a list of numbers.'),
        ({"piles": [1, 2, 3, "x"]}, 'The field "piles" needs a list of numbers.'),
        ({"piles": [1, 2, 3, 4], "forgot": 4}, 'The field "forgot" needs a seat from 0 to 3, not 4.'),
        ({"piles": [1, 2, 3, -4]}, '"1 2 3 -4"'),
        ({}, 'The field "piles" needs a list of numbers.'),
    ],
)
def test_wrong_entries_say_what_would_be_right(entry: dict[str, object], why: str) -> None:
    with pytest.raises(KolodaError) as refused:
        counted("dobro", [entry])
    assert why in refused.value.text("en")
