"""The pad of No Thanks! in the browser: NT-1, NT-2, NT-7 to NT-9."""

from typing import Any

import pytest

from koloda.core.errors import KolodaError
from tests.score_pads import counted, told

HANDS: list[dict[str, Any]] = [
    {"seat": 0, "cards": [5, 24, 25, 26], "chips": 8},
    {"seat": 1, "cards": [3, 7, 8, 9, 10, 14, 15, 16], "chips": 6},
    {"seat": 2, "cards": [18, 19, 20, 30, 31], "chips": 13},
    {"seat": 3, "cards": [11, 12, 22, 28, 29, 34, 35], "chips": 17},
]


def test_one_hand_while_it_is_tapped() -> None:
    """NT-8: 5 + 24 - 8"""
    typed = counted("no_thanks", [], HANDS[:1])
    assert (typed.totals, typed.places, typed.lowest_wins) == ([21, None, None, None], [1, 0, 0, 0], True)
    assert typed.counting[0] == [5, 24]
    assert (typed.complete, told(typed.check)) == (False, "Still to come: 20 cards and 36 chips.")


def test_everything_is_there() -> None:
    """NT-1, NT-2, NT-9"""
    typed = counted("no_thanks", [], HANDS)
    assert (typed.totals, typed.places) == ([21, 18, 35, 78], [2, 1, 3, 4])
    assert (typed.complete, typed.over, told(typed.check)) == (True, False, "All 24 cards and 44 chips are there.")
    final = counted("no_thanks", HANDS)
    assert (final.over, final.winners, final.complete, final.form) == (True, [1], False, None)
    assert final.ranking.criteria[0].values == [21, 18, 35, 78]


def test_a_hand_without_cards_counts_as_entered() -> None:
    typed = counted("no_thanks", [], [{"seat": 2, "cards": [], "chips": 0}])
    assert typed.totals == [None, None, 0, None]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"cards": [11, 12, 22, 28, 29, 34]}, "All chips are there. Still to come: 1 card."),
        ({"chips": 10}, "All cards are there. Still to come: 7 chips."),
    ],
)
def test_what_is_missing(change: dict[str, Any], why: str) -> None:
    typed = counted("no_thanks", [], [*HANDS[:3], {**HANDS[3], **change}])
    assert (typed.complete, told(typed.check), typed.problem) == (False, why, None)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"cards": [3, 11]}, "cannot both have 3"),
        ({"chips": 18}, "45"),
        ({"cards": [11, 12, 22, 28, 29, 32, 34, 35]}, "25"),
    ],
)
def test_what_cannot_be_is_said_and_everything_is_still_counted(change: dict[str, Any], why: str) -> None:
    typed = counted("no_thanks", [], [*HANDS[:3], {**HANDS[3], **change}])
    assert why in told(typed.problem)
    assert (typed.complete, typed.totals[:3]) == (False, [21, 18, 35])


@pytest.mark.parametrize("entry", [{"seat": 0, "cards": [99]}, {"seat": 4, "cards": []}, {"seat": 0}, {"cards": [3]}])
def test_wrong_entries(entry: dict[str, Any]) -> None:
    assert counted("no_thanks", [], [entry]).problem is not None
    with pytest.raises(KolodaError):
        counted("no_thanks", [entry])


def test_a_shared_win() -> None:
    """NT-9"""
    level = [*HANDS[:3], HANDS[3]]
    level[0] = {"seat": 0, "cards": [5, 24, 25, 26], "chips": 11}
    level[1] = {"seat": 1, "cards": HANDS[1]["cards"], "chips": 6}
    level[2] = {"seat": 2, "cards": HANDS[2]["cards"], "chips": 10}
    final = counted("no_thanks", level)
    assert (final.totals, final.winners, final.places) == ([18, 18, 38, 78], [0, 1], [1, 1, 3, 4])
