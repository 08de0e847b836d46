"""Tugriki at levels 1 and 2, decision by decision."""

import pytest

from koloda.games.tugriki import GAME
from koloda.games.tugriki.bots import policy
from koloda.games.tugriki.state import CALL
from tests.bots.choices import choice, with_weights

THREE = "tugriki[players=3] "
USUAL = with_weights(
    policy,
    block=100,
    open=15,
    row=70,
    bind=187,
    outward=10,
    behind=16,
    gift=30,
    genie=20,
    choice=94,
    miss=23,
    rob=23,
    bluff=113,
    doubt=990,
)
LEVELS = pytest.mark.parametrize("level", [None, USUAL], ids=["greedy", "rule"])


def greedy(position: str) -> str:
    return choice(GAME, THREE + position, None)


def rule(position: str, weights: list[int] = USUAL) -> str:
    return choice(GAME, THREE + position, weights)


def only(**weights: int) -> list[int]:
    """A rule that minds nothing else, and never bluffs or doubts."""
    return with_weights(policy, **{"bluff": 10_000, "doubt": 1001, **weights})


def test_greedy_lays_the_first_card_that_fits_wilds_last() -> None:
    assert greedy("rows=R5,Y5 hands=R1,Y4,Y6,genie/P1/P2") == "Y4"
    assert greedy("rows=R5 hands=P1,genie,row/P3/P2") == "genie=R4"


@LEVELS
def test_a_colour_is_named_of_which_one_holds_most(level: list[int] | None) -> None:
    assert choice(GAME, THREE + "phase=name rows=R5,G5,G4-3 hands=R1,Y0,Y2,Y3,Y5,P1/P3/P2", level) == "name yellow"


@LEVELS
def test_what_is_owed_is_paid_and_what_is_not_paid_is_called(level: list[int] | None) -> None:
    assert choice(GAME, THREE + "phase=drawn drawn=P1 rows=R5 hands=P1,P3/R1/P2", level) == "pay"
    assert choice(GAME, THREE + "turn=2 silent=1 rows=R5 hands=P1,P3/R1,R4/P2", level) == "call"


def test_a_bystander_calls() -> None:
    s = GAME.notation.read_position(THREE + "turn=2 silent=1 rows=R5 hands=P1,P3/R1,R4/P2")
    assert GAME.legal(s, 2) == [CALL]
    assert GAME.steps_in
    assert policy.step_in(s, 2, [CALL], 1) == CALL


@LEVELS
def test_nobody_lends(level: list[int] | None) -> None:
    loan = "phase=loan round=1 turn=1 target=2 asked=3 tugriks=90/0/30"
    assert choice(GAME, THREE + loan, level) == "refuse"


def test_a_player_is_challenged_who_could_hardly_be_unable_to_lay() -> None:
    """All rows have begun and the suspect holds ten cards; with one card left that says nothing."""
    rows = "rows=R5,Y5,G5,P5 paid=1 turn=2 "
    suspicious = rows + "hands=R0,R1,R2,R8,R9,Y0,Y1,Y2,Y8,Y9/R4,P0/P2"
    assert rule(suspicious, only(doubt=900)) == "challenge"
    assert rule(rows + "hands=R0/R4,P0/P2", only(doubt=900)) == "R4"
    assert greedy(suspicious) == "R4"


def test_a_certain_lie_is_challenged_whatever_the_doubt() -> None:
    """The only card that the challenger does not see fits."""
    rows = "rows=R0-8,Y0-X,G0-X,P0-X genie-at=R6,Y6 row-at=Y7,P7 "
    assert choice(GAME, f"tugriki[players=2] {rows} paid=1 turn=2 hands=R9/RX", only(doubt=1000)) == "challenge"


def test_the_rule_leaves_the_others_least_to_lay() -> None:
    assert rule("rows=R5,Y5 hands=R3,R4,Y4,P1/P3/P2", only(open=10)) == "R4", "the next red card is its own"
    assert rule("rows=R1-5,Y5 hands=R0,Y4,P1/P3/P2", only(open=10)) == "R0", "nothing follows an end"


def test_the_rule_draws_rather_than_open_a_blocked_table() -> None:
    """Nothing fits but its own two cards: everybody else will pay."""
    blocked = "rows=R5 hands=R4,R6,Y5,G5,P5,P1/P3/P2"
    assert rule(blocked, with_weights(policy, block=100, bluff=20, doubt=1001)) == "draw"
    assert rule(blocked, only(block=100)) != "draw"


def test_the_rule_opens_the_way_for_its_own_cards() -> None:
    assert rule("rows=R5,Y5 hands=R4,Y4,Y1,Y0/P3/P2", only(behind=10)) == "Y4"
    assert rule("rows=R5,Y3-5 hands=R4,Y2,P0/P3/P2", only(outward=10)) == "Y2"
    assert rule("rows=R5,Y5 hands=R2,R4,Y4,P1/P3/P2", only(gift=10)) == "R4"


def test_the_rule_binds_the_row_of_which_it_holds_most() -> None:
    position = "rows=R5,Y5 hands=R4,Y0,Y1,Y3,Y6,row/P3/P2"
    assert rule(position, only(row=50, bind=100)).startswith("row=Y")
    assert rule(position, only(row=50, bind=100, choice=200)) in ("R4", "Y6")


def test_the_rule_uses_what_the_cards_do() -> None:
    assert rule("rows=R3-5,Y5 hands=R2,Y4,P1/P3/P2", only(miss=10)) == "R2", "a Skip"
    assert rule("rows=R5,Y5 bank=9 tugriks=37/37/37 hands=R4,Y4,P1/P3/P2", only(rob=10)) == "R4"
    assert rule("rows=R5,Y5 bank=0 tugriks=40/40/40 hands=R4,Y4,P1/P3/P2", only(rob=10)) == "Y4"


def test_wilds_are_kept() -> None:
    assert rule("rows=R5,Y5 hands=Y4,P1,genie,row/P3/P2", only(genie=10, choice=10)) == "Y4"
