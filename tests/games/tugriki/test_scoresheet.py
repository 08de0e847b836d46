"""The score pad of Tugriki: TG-4 to TG-6, TG-12, TG-22, TG-29 to TG-32."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from koloda.core.errors import NotLegal
from koloda.core.game import Act
from koloda.games.tugriki import GAME
from koloda.games.tugriki.scorekeeping import Ledger
from koloda.games.tugriki.state import FIRST, LEND, LOAN, OVER, State
from koloda.games.tugriki.view import Loan
from tests.laws import walk


def ledger(tugriks: int = 120, starter: int = 0, **options: Any) -> Ledger:
    s = GAME.new(**{"players": 3, **options})
    s.tugriks = tugriks
    GAME.rules.start(s)
    return Ledger(s, starter)


def test_antes_are_taken_at_once() -> None:
    """TG-4, TG-5"""
    balance = ledger(players=7).balance()
    assert (balance.money, balance.bank) == ([16] * 7, 7)


def test_nobody_pays_more_than_there_is() -> None:
    """TG-12"""
    table = ledger(6)
    assert table.pay(0, 3) == 1
    assert table.pay(0, 1) == 0
    assert (table.balance().money, table.balance().bank) == ([0, 1, 1], 4)


def test_a_robbery_takes_one_for_each_player_as_far_as_the_bank_reaches() -> None:
    """TG-2, TG-22"""
    table = ledger()
    table.pay(1, 2)
    assert (table.rob(2), table.rob(0), table.rob(1)) == (3, 2, 0)


def test_the_winner_takes_the_bank_and_the_next_seat_starts() -> None:
    """TG-6, TG-29"""
    table = ledger(starter=2)
    assert table.win(1) == 3
    balance = table.balance()
    assert (balance.money, balance.bank, balance.round_no, balance.starter) == ([38, 41, 38], 3, 2, 0)


def broke() -> Ledger:
    """Six tugriks: after round 1 player 1 has everything."""
    table = ledger(6)
    table.pay(1, 1)
    table.pay(2, 1)
    table.win(0)
    return table


def test_who_is_broke_and_did_not_win_waits_for_a_loan() -> None:
    """TG-30"""
    table = broke()
    assert (table.balance().money, table.balance().broke) == ([6, 0, 0], [1, 2])
    table.lend(0, 2, 3)
    assert (table.balance().money, table.balance().broke) == ([3, 0, 3], [1])
    table.lend(0, 1, 2)
    balance = table.balance()
    assert (balance.money, balance.bank, balance.broke, balance.round_no) == ([0, 1, 2], 3, [], 2)
    assert balance.loans == [Loan(0, 1, 2), Loan(0, 2, 3)]


def test_without_a_loan_out() -> None:
    """TG-30, TG-6: the next round starts with the next player who is in."""
    table = broke()
    table.lend(0, 2, 2)
    table.pay(0, 1)
    assert (table.balance().playing, table.balance().starter) == ([0, 2], 2)


def test_when_one_player_is_left_the_game_is_over() -> None:
    """TG-31"""
    table = broke()
    table.go_on()
    assert (table.balance().over, table.balance().winners) == (True, [0])


def test_loans_are_paid_back_at_the_end_as_far_as_tugriks_reach() -> None:
    """TG-30"""
    table = broke()
    table.lend(0, 1, 2)
    table.lend(0, 2, 3)
    table.win(2)
    table.lend(2, 0, 1)
    table.win(1)
    balance = table.balance()
    assert balance.over
    assert balance.repaid == [Loan(0, 1, 2), Loan(0, 2, 3), Loan(2, 0, 1)]
    assert (balance.money, sum(balance.money)) == ([4, 1, 1], 6)


def test_a_stuck_round_leaves_the_bank_or_splits_it() -> None:
    """TG-32"""
    table = ledger(rounds=2)
    table.stuck()
    assert table.balance().bank == 6
    table.pay(0, 1)
    table.stuck()
    assert (table.balance().money, table.balance().over) == ([39, 40, 40], True)


def test_a_knockout_ends_after_three_stuck_rounds_in_a_row() -> None:
    """TG-31, TG-32"""
    table = ledger(rounds="knockout")
    table.stuck()
    table.win(2)
    table.stuck()
    table.stuck()
    assert not table.balance().over
    table.stuck()
    balance = table.balance()
    assert (balance.money, balance.bank, balance.over, balance.winners) == ([38, 38, 44], 0, True, [2])


def test_a_knockout_ends_after_20_rounds_for_each_player() -> None:
    """TG-31"""
    table = ledger(players=2, rounds="knockout")
    for round_no in range(1, 41):
        assert (table.balance().round_no, table.balance().over) == (round_no, False)
        table.win(round_no % 2)
    assert (table.balance().over, table.balance().winners) == (True, [0, 1])


def test_what_cannot_be_is_refused() -> None:
    """TG-30, TG-31"""
    refused: dict[str, Callable[[Ledger], None]] = {
        "not_broke": lambda table: table.lend(1, 0, 1),
        "no_lender": lambda table: table.lend(2, 1, 1),
        "lend": lambda table: table.lend(0, 1, 6),
    }
    for reason, attempt in refused.items():
        with pytest.raises(NotLegal) as error:
            attempt(broke())
        assert error.value.detail.key == f"tugriki.score_{reason}"
    table = broke()
    table.lend(0, 2, 3)
    with pytest.raises(NotLegal):
        table.lend(0, 2, 1)
    table.go_on()
    with pytest.raises(NotLegal) as error:
        table.pay(1, 1)
    assert error.value.detail.key == "tugriki.score_out"
    table.win(0)
    table.win(0)
    too_late: list[Callable[[], object]] = [table.stuck, lambda: table.rob(0), lambda: table.lend(0, 1, 1)]
    for late in too_late:
        with pytest.raises(NotLegal) as error:
            late()
        assert error.value.detail.key == "tugriki.score_over"


def test_without_the_option_nobody_lends() -> None:
    """TG-30"""
    table = ledger(6, loans=False)
    table.pay(1, 1)
    table.win(0)
    assert table.balance().playing == [0, 2]


@settings(max_examples=25)
@given(
    st.fixed_dictionaries(
        {"players": st.integers(2, 8), "rounds": st.integers(1, 6), "loans": st.booleans(), "challenges": st.booleans()}
    ),
    st.sampled_from([120, 16, 24]),
    st.integers(0, 2**32),
)
def test_the_ledger_keeps_the_books_as_the_rules_do(options: dict[str, Any], tugriks: int, seed: int) -> None:
    """Everything that moves tugriks in a random game, entered one by one."""
    edition = {
        "colours": ["red", "yellow", "green", "purple"],
        "genies": 2,
        "row_choices": 2,
        "tugriks": tugriks,
        "actions": {"penalty": ["P4", "Y6"], "robbery": ["R4", "G6"]},
    }
    options = {**options, "edition": edition}
    table: Ledger | None = None
    end = GAME.new(**options)
    for before, event, end in walk(GAME, options, seed):
        if before.phase == FIRST:
            table = Ledger(GAME.new(**options), end.starter)
        else:
            assert table is not None
            enter(table, before, event, end)
        if end.phase != LOAN:
            balance = table.balance()
            assert (balance.money, balance.bank) == (end.money[: end.players], end.bank)
            assert (balance.starter, balance.round_no) == (end.starter, end.round_no)
    assert table is not None
    assert end.phase == OVER
    assert table.balance().over
    assert table.balance().winners == GAME.winners(end)


def enter(table: Ledger, before: State, event: object, after: State) -> None:
    if before.phase == LOAN:
        assert isinstance(event, Act)
        if event.action > LEND:
            table.lend(event.seat, before.target, event.action - LEND)
        if after.phase != LOAN:
            table.go_on()
    elif isinstance(event, Act) and (after.round_no > before.round_no or after.phase in (LOAN, OVER)):
        if before.held[event.seat] == 1:
            table.win(event.seat)
        else:
            table.stuck()
    else:
        for seat in range(before.players):
            if after.money[seat] > before.money[seat]:
                assert table.rob(seat) == after.money[seat] - before.money[seat]
            elif after.money[seat] < before.money[seat]:
                table.pay(seat, before.money[seat] - after.money[seat])
