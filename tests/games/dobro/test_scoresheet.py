"""The score pad of Dobro: DB-20 to DB-27."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from koloda.core.errors import NotLegal
from koloda.games.dobro import GAME
from koloda.games.dobro.cards import count
from koloda.games.dobro.rules import sum_of
from koloda.games.dobro.scorekeeping import Round, Tally, most_in_piles, tally
from koloda.games.dobro.state import LEADER
from tests.laws import walk
from tests.referees import REFEREES


def played(*rounds: Round | tuple[int, ...], sums: dict[int, int] | None = None, **options: Any) -> Tally:
    read = [entry if isinstance(entry, Round) else Round(entry) for entry in rounds]
    return tally(GAME.new(len(read[0].piles), **options), read, sums)


@pytest.mark.parametrize(
    ("piles", "points"),
    [
        ((18, 12, 12, 8), [1, 2, 2, 4]),
        ((7, 7, 7), [1, 1, 1]),
        ((0, 5, 5, 5), [4, 1, 1, 1]),
        ((1, 2, 3, 4), [4, 3, 2, 1]),
    ],
)
def test_fewer_cards_more_points(piles: tuple[int, ...], points: list[int]) -> None:
    """DB-22"""
    assert played(piles).rounds == [points]


def test_the_forgetful_card_costs_a_point() -> None:
    """DB-23"""
    assert played(Round((10, 9, 11, 20), 1)).totals == [3, 3, 2, 1]
    assert played(Round((20, 9, 11, 10), 0)).totals == [0, 4, 2, 3]


def test_the_fewest_points_lead_the_next_round() -> None:
    """DB-25"""
    assert played((18, 12, 12, 8)).leads_next == [0]
    assert played((18, 12, 12, 8), Round((10, 9, 11, 20), 1)).leads_next == [0, 2]


def test_most_points_win() -> None:
    """DB-26"""
    result = played((1, 2, 3), (1, 2, 3), (1, 2, 3))
    assert (result.totals, result.winners, result.decided, result.leads_next) == ([9, 6, 3], [0], "points", [])
    assert played((1, 2, 3, 4), (1, 2, 3, 4), (1, 2, 3, 4), rounds="long").left == 1


def test_ties_go_to_the_last_round_then_to_the_smaller_sum_then_are_shared() -> None:
    """DB-27"""
    result = played((1, 2, 3), (1, 1, 1), (2, 1, 3))
    assert (result.totals, result.winners, result.decided) == ([6, 6, 3], [1], "last_round")
    even = [(5, 5, 9)] * 3
    assert (played(*even).decided, played(*even).winners, played(*even).tied) == ("sums_needed", [], [0, 1])
    assert (played(*even, sums={0: 20, 1: 19}).winners, played(*even, sums={0: 20, 1: 19}).decided) == ([1], "sums")
    assert (played(*even, sums={0: 20, 1: 20}).winners, played(*even, sums={0: 20, 1: 20}).decided) == (
        [0, 1],
        "shared",
    )


def test_what_cannot_be_is_refused() -> None:
    """DB-6, DB-20, DB-21, DB-26, DB-27"""
    refused: dict[str, Callable[[], Tally]] = {
        "too_many": lambda: played((20, 20, 14)),
        "piles": lambda: tally(GAME.new(3), [Round((1, 2))]),
        "no_forgetful": lambda: played(Round((1, 2, 3), 0), attention=False),
        "rounds": lambda: played(*[(1, 2, 3)] * 4),
        "sum": lambda: played(*[(2, 2, 3)] * 3, sums={0: 25, 1: 8}),
    }
    for reason, attempt in refused.items():
        with pytest.raises(NotLegal) as error:
            attempt()
        assert error.value.detail.key == f"dobro.score_{reason}"


@pytest.mark.parametrize(("players", "most"), [(2, 42), (3, 53), (4, 52), (6, 50)])
def test_the_last_play_and_a_card_in_every_other_hand_are_in_no_pile(players: int, most: int) -> None:
    """DB-2, DB-6, DB-21"""
    assert most_in_piles(GAME.new(players)) == most


@given(REFEREES["dobro"].options(), st.integers(0, 2**32))
def test_the_pad_counts_as_the_rules_do(options: dict[str, Any], seed: int) -> None:
    table = GAME.new(**options)
    rounds: list[Round] = []
    end = table
    for before, _, end in walk(GAME, options, seed):
        if end.played > before.played:
            piles = tuple(count(before.pile[p]) for p in range(table.players))
            rounds.append(Round(piles, None if before.forgetful < 0 else before.forgetful))
            assert tally(table, rounds, {p: sum_of(end.pile[p]) for p in range(table.players)}).rounds[-1] == list(
                end.last[: table.players]
            )
        elif before.phase == LEADER and rounds:
            assert end.turn in tally(table, rounds).leads_next
    result = tally(table, rounds, {p: sum_of(end.pile[p]) for p in range(table.players)})
    assert result.totals == GAME.scores(end)
    assert result.winners == GAME.winners(end)
