"""Rows and wild cards: what may be laid where, and what binds."""

import pytest

from koloda.core.errors import NotUnderstood
from tests.games.tugriki.positions import after, lays, moves, played, same

THREE = "tugriki[players=3] "
REST = "/P0/P1"  # hands of the others, which do not matter


@pytest.mark.parametrize(
    ("rows", "hand", "expected"),
    [
        ("", "R4,R5,R6,GX", "R5"),
        ("rows=R5", "R3,R4,R6,R7", "R4 R6"),
        ("rows=R3-7", "R0-2,R8-X", "R2 R8"),
        ("rows=R0-5", "R6,R7,RX", "R6"),
        ("rows=R0-X", "Y4,Y5", "Y5"),
    ],
)
def test_tg_7_a_row_starts_with_its_5_and_grows_both_ways(rows: str, hand: str, expected: str) -> None:
    """TG-7, TG-8 a, b"""
    assert lays(f"{THREE}{rows} hands={hand}{REST}") == set(expected.split())


@pytest.mark.parametrize(
    ("rows", "hand", "expected"),
    [
        ("rows=R0-5,Y5", "Y0,YX,Y3", "Y0"),
        ("rows=R5-X,Y5", "Y0,YX,Y3", "YX"),
        ("rows=R0-X,Y5", "Y0,YX,G0,GX", "Y0 YX"),
        ("rows=R0-5", "Y0", ""),
        ("rows=R1-5,Y5 genie-at=R0", "Y0,YX", "Y0"),
        ("rows=R5-9,Y5 row-at=RX", "Y0,YX", "YX"),
        ("rows=R0-5,Y0,Y5,G5", "G0,GX", "G0"),
    ],
)
def test_tg_8_c_a_0_goes_next_to_a_0_and_an_x_next_to_an_x(rows: str, hand: str, expected: str) -> None:
    """TG-8 c: [R] a wild standing as that 0 or X counts; the own row must have started."""
    assert lays(f"{THREE}{rows} hands={hand}{REST}") == set(expected.split())


def test_tg_8_exactly_one_card_a_turn() -> None:
    """TG-8"""
    assert after(THREE + f"rows=R5 hands=R6,R8{REST}", "R6") == same(THREE + f"turn=2 rows=R5-6 hands=R8{REST}")


def test_tg_8_d_the_real_card_goes_over_a_wild_in_its_place() -> None:
    """TG-8 d, TG-15: the wild stays under it."""
    before = f"{THREE}rows=R5-6 genie-at=R4 row-at=R7 hands=R3,R4,R7,Y3{REST}"
    assert lays(before) == {"R3", "R4", "R7"}
    assert after(f"{THREE}rows=R5 genie-at=R6 hands=R6,Y3{REST}", "R6") == same(
        f"{THREE}turn=2 rows=R5-6 genie-at=R6 hands=Y3{REST}"
    )


def test_tg_9_a_row_is_not_built_inward_from_an_attached_card() -> None:
    """TG-9"""
    assert lays(f"{THREE}rows=R0-X,Y0,Y5,YX hands=Y1,Y4,Y6,Y9{REST}") == {"Y4", "Y6"}


def test_tg_9_an_attached_card_counts_for_finishing_the_row() -> None:
    """TG-9, TG-24"""
    before = f"{THREE}rows=R0-5,P0,P2-X hands=P1,R8/Y0/Y2"
    assert after(before, "P1") == same(f"{THREE}turn=3 rows=R0-5,P0-X hands=R8/Y0/Y2")


def test_tg_13_a_genie_lies_in_for_any_open_card_but_a_5() -> None:
    """TG-13"""
    assert lays(f"{THREE}hands=genie,R4{REST}") == set()
    assert lays(f"{THREE}rows=R0-6,Y5 hands=genie,G8{REST}") == {
        "genie=R7",
        "genie=Y0",
        "genie=Y4",
        "genie=Y6",
    }


def test_tg_13_a_genie_carries_no_action() -> None:
    """TG-13: [R] places of action cards included; red 2 is a Skip."""
    assert after(f"{THREE}rows=R3-5 hands=genie,R8{REST}", "genie=R2") == same(
        f"{THREE}turn=2 rows=R3-5 genie-at=R2 hands=R8{REST}"
    )


PLAIN = "tugriki[players=3 wilds=plain] "


def test_tg_13_with_plain_wilds_a_genie_stands_only_for_cards_without_an_action() -> None:
    """TG-13: red 2 is a Skip, green 6 a Robbery; yellow 0 is plain and goes next to red 0."""
    table = "rows=R3-5,G5 hands=genie,R8/P0/P1"
    assert lays(THREE + table) == {"genie=R2", "genie=R6", "genie=G4", "genie=G6"}
    assert lays(PLAIN + table) == {"genie=R6", "genie=G4"}
    assert lays(f"{PLAIN}rows=R0-5,Y5 hands=genie,G8{REST}") == {"genie=R6", "genie=Y0", "genie=Y4"}


def test_tg_13_a_genie_that_could_only_stand_for_an_action_card_cannot_be_laid() -> None:
    """TG-13, TG-10, TG-11: so its holder draws, and is not guilty of it (TG-25)."""
    table = "rows=R0-1,R3-5,R6-X hands=genie,Y8/P0/P1 genie-at=R2"
    only_actions = "rows=P3-8 hands=genie,Y8/R0/R1"
    strict = "tugriki[players=3 wilds={} challenges=off attention=off] "
    assert lays(strict.format("plain") + only_actions) == set()
    assert moves(strict.format("plain") + only_actions) == {"draw"}
    assert moves(strict.format("any") + only_actions) == {"genie=P2", "genie=P9"}
    assert "challenge" in moves(played(f"{PLAIN}{only_actions}", "draw", "card G9", "pay"))
    innocent = played(f"{PLAIN}{only_actions}", "draw", "card G9", "pay", "challenge")
    guilty = played(f"{THREE}{only_actions}", "draw", "card G9", "pay", "challenge")
    assert (innocent.money[:3], guilty.money[:3]) == ([38, 37, 39], [36, 39, 39])
    with pytest.raises(NotUnderstood, match="row R is not sound"):
        played(PLAIN + table)


def test_tg_14_plain_wilds_hold_for_a_row_choice_too() -> None:
    """TG-14: even while another Row choice binds (TG-16); red 7 and green 3 are Colour choices."""
    table = "rows=R5-6,G4-5 row-at=G6 bound=G hands=row,R8{}"
    assert lays(THREE + table.format(REST)) == {"row=R4", "row=R7", "row=G3", "row=G7"}
    assert lays(f"{PLAIN}rows=R5-6,G4-5 bound=G hands=row,R8{REST}") == set()
    assert lays(f"{PLAIN}rows=R5-6,G2-7 bound=G hands=row,R8{REST}") == set()
    assert lays(f"{PLAIN}rows=R5-7,G4-5 bound=G hands=row,R9{REST}") == {"row=R8"}


def test_tg_15_a_plain_wild_is_covered_as_any_other() -> None:
    """TG-15, TG-13"""
    assert after(f"{PLAIN}rows=R5 genie-at=R6 hands=R6,R8{REST}", "R6") == same(
        f"{PLAIN}turn=2 rows=R5-6 genie-at=R6 hands=R8{REST}"
    )


def test_tg_14_a_row_choice_binds_its_row_until_it_is_finished() -> None:
    """TG-14"""
    bound = f"{THREE}turn=2 rows=R5,Y5 row-at=R6 bound=R hands=G8/R4,R7,Y4,G5,genie/P1"
    assert after(f"{THREE}rows=R5,Y5 hands=G8,row/R4,R7,Y4,G5,genie/P1", "row=R6") == same(bound)
    assert lays(bound) == {"R4", "R7", "genie=R4", "genie=R7"}
    last = f"{THREE}rows=R0-9,Y5 bound=R hands=RX,G8/Y4/P1"
    assert after(last, "RX") == same(f"{THREE}turn=3 rows=R0-X,Y5 hands=G8/Y4/P1")


def test_tg_15_the_real_card_comes_with_its_action() -> None:
    """TG-15: red 2 is a Skip."""
    assert after(f"{THREE}rows=R3-5 genie-at=R2 hands=R2,R8{REST}", "R2") == same(
        f"{THREE}turn=3 rows=R2-5 genie-at=R2 hands=R8{REST}"
    )


def test_tg_15_covering_a_row_choice_leaves_its_row_bound() -> None:
    """TG-15"""
    assert after(f"{THREE}rows=R5 row-at=R6 bound=R hands=R6,Y8{REST}", "R6") == same(
        f"{THREE}turn=2 rows=R5-6 row-at=R6 bound=R hands=Y8{REST}"
    )


def test_tg_15_a_wild_never_covers_anything() -> None:
    """TG-15"""
    assert lays(f"{THREE}rows=R5-6 genie-at=R4 hands=genie,row,Y8{REST}") == {
        f"{wild}={place}" for wild in ("genie", "row") for place in ("R3", "R7")
    }


def test_tg_16_a_second_row_choice_may_go_into_any_started_row_and_the_newest_binds() -> None:
    """TG-16, and a worked example: a Row choice binds yellow."""
    before = f"{THREE}rows=R5,Y5 row-at=Y6 bound=Y hands=row,genie,R8{REST}"
    assert lays(before) == {"row=R4", "row=R6", "row=Y4", "row=Y7", "genie=Y4", "genie=Y7"}
    assert after(before, "row=R4") == same(f"{THREE}turn=2 rows=R5,Y5 row-at=R4,Y6 bound=R hands=genie,R8{REST}")


def test_tg_16_one_that_finishes_its_row_binds_nothing_but_ends_the_older_binding() -> None:
    """TG-16"""
    before = f"{THREE}rows=R0-9,Y5 row-at=Y6 bound=Y hands=row,G8/Y1/Y2"
    assert after(before, "row=RX") == same(f"{THREE}turn=3 rows=R0-9,Y5 row-at=RX,Y6 hands=G8/Y1/Y2")


def test_tg_17_while_a_colour_is_named_a_row_choice_goes_only_there() -> None:
    """TG-17, and a worked example: red is named."""
    before = f"{THREE}rows=R5,Y5 bound=R*2 hands=row,Y4,G8/R3,P1/R7"
    assert lays(before) == {"row=R4", "row=R6"}
    first = f"{THREE}turn=2 rows=R5,Y5 row-at=R4 bound=R*1+row hands=Y4,G8/R3,P1/R7"
    assert after(before, "row=R4") == same(first)
    assert after(first, "R3") == same(f"{THREE}turn=3 rows=R3,R5,Y5 row-at=R4 bound=R hands=Y4,G8/P1/R7")


def test_tg_17_as_the_second_card_it_binds_at_once() -> None:
    """TG-17"""
    assert after(f"{THREE}rows=R5 bound=R*1 hands=row,G8{REST}", "row=R4") == same(
        f"{THREE}turn=2 rows=R5 row-at=R4 bound=R hands=G8{REST}"
    )


def test_tg_17_a_new_colour_choice_cancels_the_row_choice_that_waits() -> None:
    """TG-17, TG-18: red 7 is a Colour choice."""
    before = f"{THREE}rows=R5-6,Y5 row-at=R4 bound=R*1+row hands=R7,G8{REST}"
    assert after(before, "R7", "name yellow") == same(f"{THREE}turn=2 rows=R5-7,Y5 row-at=R4 bound=Y*2 hands=G8{REST}")


def test_tg_18_a_colour_choice_names_the_colour_of_the_next_two_cards() -> None:
    """TG-18, TG-19, and a worked example: green 3 names purple, two purple cards later nothing binds."""
    start = f"{THREE}rows=G4-5,P5 row-at=G6 bound=G hands=G3,R1/P6,R0/P3,genie,R2"
    named = f"{THREE}turn=2 rows=G3-5,P5 row-at=G6 bound=P*2 hands=R1/P6,R0/P3,genie,R2"
    assert after(start, "G3", "name purple") == same(named)
    assert lays(named) == {"P6"}
    once = f"{THREE}turn=3 rows=G3-5,P5-6 row-at=G6 bound=P*1 hands=R1/R0/P3,genie,R2"
    assert after(named, "P6") == same(once)
    assert lays(once) == {"genie=P4", "genie=P7"}
    assert after(once, "genie=P4") == same(f"{THREE}rows=G3-5,P5-6 row-at=G6 genie-at=P4 hands=R1/R0/P3,R2")


def test_tg_18_any_colour_whose_row_is_not_finished_may_be_named() -> None:
    """TG-18: [R] started or not."""
    s = played(f"{THREE}rows=R0-X,G4-5 hands=G3,P8{REST}", "G3")
    assert moves(s) == {"name yellow", "name green", "name purple"}


def test_tg_18_it_ends_early_when_the_row_is_finished() -> None:
    """TG-18"""
    assert after(f"{THREE}rows=P1-X bound=P*2 hands=P0,G8/Y0/Y2", "P0") == same(
        f"{THREE}turn=3 rows=P0-X hands=G8/Y0/Y2"
    )


def test_tg_18_with_all_rows_finished_nothing_is_named() -> None:
    """TG-18: red 7 covers the last wild but one."""
    rows = "rows=R0-6,R8-X,Y0-X,G0-X,P0-8,PX"
    before = f"{THREE}{rows} genie-at=R7,P9 hands=R7,row/row/P9"
    assert after(before, "R7") == same(f"{THREE}turn=2 rows=R0-X,Y0-X,G0-X,P0-8,PX genie-at=R7,P9 hands=row/row/P9")


def test_tg_18_a_colour_choice_laid_while_one_runs_starts_a_new_one() -> None:
    """TG-18"""
    assert after(f"{THREE}rows=G4-5 bound=G*2 hands=G3,P8{REST}", "G3", "name red") == same(
        f"{THREE}turn=2 rows=G3-5 bound=R*2 hands=P8{REST}"
    )


def test_tg_19_while_something_binds_nothing_else_may_be_added() -> None:
    """TG-19: [R] no other row is started, no wild of another row covered; the named 5 may be laid."""
    hand = "hands=R4,Y5,G5,G7,P5/P0/P1"
    assert lays(f"{THREE}rows=R5 bound=Y*2 {hand}") == {"Y5"}
    assert lays(f"{THREE}rows=R5,G5-6 genie-at=G7 bound=R hands=R4,Y5,G7,P5/P0/P1") == {"R4"}


def test_tg_19_covering_a_wild_in_the_bound_row_counts_among_the_two() -> None:
    """TG-19"""
    assert after(f"{THREE}rows=R5 genie-at=R6 bound=R*2 hands=R6,G8{REST}", "R6") == same(
        f"{THREE}turn=2 rows=R5-6 genie-at=R6 bound=R*1 hands=G8{REST}"
    )
