"""The score pad of No Thanks!: NT-1, NT-2, NT-7, NT-8, NT-9, NT-12."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from koloda.core.errors import NotLegal
from koloda.games.no_thanks import GAME
from koloda.games.no_thanks.notation import read_runs
from koloda.games.no_thanks.scorekeeping import Hand, count
from tests.laws import walk
from tests.referees import REFEREES


def hand(text: str) -> Hand:
    cards, slash, chips = text.partition("/")
    return Hand(read_runs(cards, 35), int(chips) if slash else None)


@pytest.mark.parametrize(
    ("text", "points"),
    [("4 6 10 21", 41), ("13 15 16", 28), ("13-16", 13), ("3 7 8 10 14-16 25 / 8", 51), ("17-20", 17), ("/ 5", -5)],
)
def test_the_lowest_of_every_run_counts_less_the_chips(text: str, points: int) -> None:
    """NT-8"""
    assert count(GAME.new(4), [hand(text)]).scores == [points]


def test_equal_lowest_scores_share_the_win() -> None:
    """NT-9"""
    counted = count(GAME.new(3, removed=30), [hand("3 / 11"), hand("5 / 13"), hand("35 / 9")])
    assert (counted.scores, counted.leaders, counted.finished) == ([-8, -8, 26], [0, 1], True)


REFUSED = [
    ({"players": 4}, ["3 4", "4 5"], False, "twice"),
    ({"players": 3, "removed": 30}, ["3-5", "6"], False, "too_many"),
    ({"players": 3, "removed": 30}, ["3 / 11", "5 / 11", "/ 11"], False, "cards_left"),
    ({"players": 3, "removed": 30}, ["3 / 11", "5 / 11", "7 / 10"], False, "chips_under"),
    ({"players": 3, "removed": 30}, ["3 / 11", "5 / 11", "7 / 12"], False, "chips_over"),
    ({"players": 3}, ["3 / 34"], True, "chips_over"),
    ({"players": 3, "tactical": True}, ["20"], False, "not_played"),
    ({"players": 3, "highest": 12}, ["13"], False, "not_played"),
]


@pytest.mark.parametrize(("options", "hands", "unfinished", "reason"), REFUSED)
def test_what_cannot_be_is_refused(options: dict[str, Any], hands: list[str], unfinished: bool, reason: str) -> None:
    """NT-1, NT-2, NT-7, NT-12"""
    with pytest.raises(NotLegal) as refused:
        count(GAME.new(**options), [hand(text) for text in hands], unfinished)
    assert refused.value.detail.key == f"no_thanks.score_{reason}"


def test_in_mid_game_cards_and_chips_may_be_missing() -> None:
    """NT-7"""
    counted = count(GAME.new(3), [hand("3 / 2"), hand("5 / 2"), hand("7 / 2")], unfinished=True)
    assert (counted.finished, counted.cards_left, counted.leaders) == (False, 21, [0])
    assert not count(GAME.new(3), [hand("3"), hand("5 / 2"), hand("7 / 2")]).finished


@given(REFEREES["no_thanks"].options(), st.integers(0, 2**32))
def test_the_pad_counts_as_the_rules_do(options: dict[str, Any], seed: int) -> None:
    *_, last = walk(GAME, options, seed)
    end = last.after
    counted = count(GAME.new(**options), [Hand(end.taken[p], end.chips[p]) for p in range(end.players)])
    assert counted.finished
    assert counted.scores == GAME.scores(end)
    assert counted.leaders == GAME.winners(end)
