"""Action cards, finished rows, and what happens when nothing can be laid."""

import pytest

from koloda.games.tugriki.cards import CARRIED, NAMES
from koloda.games.tugriki.options import SET_UP
from tests.games.tugriki.positions import after, box, moves, played, same

TWO = "tugriki[players=2] "
FOUR = "tugriki[players=4] "
HANDS = "/P0,PX/P1/P8"  # of players 2 to 4
STRICT = "tugriki[players=4 challenges=off attention=off] "


def test_tg_2_which_cards_carry_what() -> None:
    """TG-2: each action twice, as the table says."""
    s = SET_UP.new()
    found: dict[str, set[str]] = {}
    for kind, action in enumerate(s.carries):
        found.setdefault(CARRIED[action], set()).add(NAMES[kind])
    plain = found.pop("plain")
    assert found == {
        "colour_choice": {"G3", "R7"},
        "draw": {"Y3", "P7"},
        "skip": {"R2", "G8"},
        "reverse": {"P2", "Y8"},
        "repeat": {"Y1", "P9"},
        "exchange": {"G1", "R9"},
        "penalty": {"P4", "Y6"},
        "robbery": {"R4", "G6"},
    }
    assert len(plain) == 66 - 16


def test_tg_2_draw_makes_the_next_player_draw_and_miss_the_turn() -> None:
    """TG-2: yellow 3."""
    before = f"{FOUR}rows=Y4-5 hands=Y3,R8{HANDS}"
    assert after(before, "Y3", "card G0") == same(f"{FOUR}turn=3 rows=Y3-5 hands=R8/G0,P0,PX/P1/P8")


ROWS = "rows=R4-6,Y4-6,G5"
ALL_OUT = "hands=P4,P6/G4,G6,P5,genie*2,row*2"  # with short rows all cards but those of ROWS


def test_tg_2_draw_with_an_empty_deck_just_makes_the_next_player_miss() -> None:
    """TG-2: with an edition in which yellow 4 carries Draw."""
    options = box(3, {"draw": ["Y4"]}, reach=1, dealt=1)
    before = f"{options}rows=R4-6,Y5-6,G5 hands=Y4,P4,P6/G4,G6/P5,genie*2,row*2"
    assert after(before, "Y4") == same(f"{options}turn=3 rows=R4-6,Y4-6,G5 hands=P4,P6/G4,G6/P5,genie*2,row*2")


def test_tg_2_skip_makes_the_next_player_miss_the_turn() -> None:
    """TG-2: red 2."""
    assert after(f"{FOUR}rows=R3-5 hands=R2,R8{HANDS}", "R2") == same(f"{FOUR}turn=3 rows=R2-5 hands=R8{HANDS}")


def test_tg_2_reverse_flips_the_direction() -> None:
    """TG-2: purple 2, and yellow 8 flips it again."""
    assert after(f"{FOUR}rows=P3-5 hands=P2,R8{HANDS}", "P2") == same(f"{FOUR}turn=4 back=1 rows=P2-5 hands=R8{HANDS}")
    assert after(f"{FOUR}turn=4 back=1 rows=Y5-7 hands=R8/P0/P1/Y8,P8", "Y8") == same(
        f"{FOUR}rows=Y5-8 hands=R8/P0/P1/P8"
    )


def test_tg_2_penalty_makes_the_next_player_pay_2_and_miss_the_turn() -> None:
    """TG-2: purple 4."""
    assert after(f"{FOUR}rows=P5 hands=P4,R8{HANDS}", "P4") == same(
        f"{FOUR}turn=3 rows=P4-5 hands=R8{HANDS} bank=6 tugriks=29/27/29/29"
    )


def test_tg_2_robbery_takes_one_tugrik_a_player_in_the_round() -> None:
    """TG-2: red 4; the player who is out does not count."""
    assert after(f"{FOUR}rows=R5 hands=R4,R8{HANDS} bank=14 tugriks=19/29/29/29", "R4") == same(
        f"{FOUR}turn=2 rows=R4-5 hands=R8{HANDS} bank=10 tugriks=23/29/29/29"
    )
    assert after(f"{FOUR}rows=R5 out=4 hands=R4,R8/P0/P1/- bank=33 tugriks=29/29/29/0", "R4") == same(
        f"{FOUR}turn=2 rows=R4-5 out=4 hands=R8/P0/P1/- bank=30 tugriks=32/29/29/0"
    )


def test_tg_22_robbery_takes_no_more_than_the_bank_holds() -> None:
    """TG-22"""
    assert after(f"{FOUR}rows=G5 hands=G6,R8{HANDS} bank=3 tugriks=27/30/30/30", "G6") == same(
        f"{FOUR}turn=2 rows=G5-6 hands=R8{HANDS} bank=0 tugriks=30/30/30/30"
    )


def test_tg_10_who_can_lay_must() -> None:
    """TG-10: without challenges the table enforces it."""
    assert moves(f"{STRICT}rows=R5 hands=R6,Y8{HANDS}") == {"R6"}
    assert moves(f"{STRICT}rows=R5 hands=R7,Y8{HANDS}") == {"draw"}
    assert moves(f"{STRICT}rows=R5 hands=genie,Y8{HANDS}") == {"genie=R4", "genie=R6"}


def test_tg_11_a_drawn_card_that_fits_is_laid_and_nothing_is_paid() -> None:
    """TG-11"""
    before = f"{STRICT}rows=R5 hands=R7,Y8{HANDS}"
    assert moves(played(before, "draw", "card R6")) == {"R6"}
    assert after(before, "draw", "card R6", "R6") == same(f"{STRICT}turn=2 rows=R5-6 hands=R7,Y8{HANDS}")


def test_tg_11_otherwise_the_player_pays_1_and_the_turn_passes() -> None:
    """TG-11, TG-27: off, payment is automatic."""
    before = f"{STRICT}rows=R5 hands=R7,Y8{HANDS}"
    paid = same(f"{STRICT}turn=2 rows=R5 hands=R7,Y8,G9{HANDS} bank=5 tugriks=28/29/29/29")
    assert after(before, "draw", "card G9") == paid


@pytest.mark.parametrize("challenges", ["on", "off"])
def test_tg_11_with_an_empty_deck_the_player_pays_1_and_the_turn_passes(challenges: str) -> None:
    """TG-11, TG-25: with an empty deck there is nothing to decide, and TG-10 is enforced."""
    options = f"tugriki[players=2 challenges={challenges} attention=off reach=1 dealt=1] "
    before = f"{options}turn=2 {ROWS} {ALL_OUT}"
    assert "draw" not in moves(before)
    assert after(before, "G4") == same(
        f"{options}turn=2 rows=R4-6,Y4-6,G4-5 hands=P4,P6/G6,P5,genie*2,row*2 bank=3 tugriks=58/59"
    )


def test_tg_11_with_an_empty_deck_and_attention_paying_is_a_decision() -> None:
    """TG-11, TG-25, TG-27: it can be called, but not challenged."""
    options = "tugriki[players=2 reach=1 dealt=1] "
    before = f"{options}{ROWS} {ALL_OUT}"
    assert moves(before) == {"pay", "silent"}
    assert after(before, "pay") == same(f"{options}turn=2 {ROWS} {ALL_OUT} bank=3 tugriks=58/59")
    assert "call" in moves(played(before, "silent"))
    assert "challenge" not in moves(played(before, "pay"))


def test_tg_12_a_payment_takes_what_there_is() -> None:
    """TG-12: who has no tugriks plays on."""
    before = f"{STRICT}rows=R5 hands=R7,Y8{HANDS} bank=33 tugriks=0/29/29/29"
    assert after(before, "draw", "card G9") == same(
        f"{STRICT}turn=2 rows=R5 hands=R7,Y8,G9{HANDS} bank=33 tugriks=0/29/29/29"
    )
    fined = f"{FOUR}rows=P5 hands=P4,R8{HANDS} bank=32 tugriks=29/1/29/29"
    assert after(fined, "P4") == same(f"{FOUR}turn=3 rows=P4-5 hands=R8{HANDS} bank=33 tugriks=29/0/29/29")


def test_tg_20_repeat_the_player_moves_again() -> None:
    """TG-20: purple 9."""
    again = f"{FOUR}rows=P5-9 hands=R5,R8/P0,PX/P1/P3"
    assert after(f"{FOUR}rows=P5-8 hands=P9,R5,R8/P0,PX/P1/P3", "P9") == same(again)
    assert after(again, "R5") == same(f"{FOUR}turn=2 rows=P5-9,R5 hands=R8/P0,PX/P1/P3")


def test_tg_20_who_cannot_move_again_draws() -> None:
    """TG-20: [R] with all of TG-11."""
    before = f"{STRICT}rows=P5-8 hands=P9,R8/P0,PX/P1/P3"
    assert moves(played(before, "P9")) == {"draw"}
    assert after(before, "P9", "draw", "card R0") == same(
        f"{STRICT}turn=2 rows=P5-9 hands=R0,R8/P0,PX/P1/P3 bank=5 tugriks=28/29/29/29"
    )


def test_tg_21_exchange_everyone_draws_at_once_from_the_next_hand() -> None:
    """TG-21: green 1; a card just drawn cannot be drawn on."""
    before = f"{FOUR}rows=G2-5 hands=G1,R8/Y0/P1/P8"
    assert after(before, "G1", "card Y0", "card P1", "card P8", "card R8") == same(
        f"{FOUR}turn=2 rows=G1-5 hands=Y0/P1/P8/R8"
    )
    s = played(before, "G1", "card Y0")
    assert s.held[:4] == [1, 1, 1, 1]


def test_tg_21_next_follows_the_direction() -> None:
    """TG-21"""
    before = f"{FOUR}back=1 rows=G2-5 hands=G1,R8/Y0/P1/P8"
    assert after(before, "G1", "card P8", "card P1", "card Y0", "card R8") == same(
        f"{FOUR}turn=4 back=1 rows=G1-5 hands=P8/R8/Y0/P1"
    )


def test_tg_21_two_players_swap() -> None:
    """TG-21"""
    before = f"{TWO}rows=R5-8 hands=R9,genie,row/Y0,genie"
    assert after(before, "R9", "card genie", "card row") == same(f"{TWO}turn=2 rows=R5-9 hands=genie*2/Y0,row")


def test_tg_23_two_players_after_reverse_the_other_moves_as_usual() -> None:
    """TG-23"""
    assert after(f"{TWO}rows=P3-5 hands=P2,R8/P0", "P2") == same(f"{TWO}turn=2 back=1 rows=P2-5 hands=R8/P0")


def test_tg_24_who_finishes_a_row_makes_the_next_player_miss() -> None:
    """TG-24: wilds and attached cards included."""
    assert after(f"{FOUR}rows=R0-5,G0,G2,G4-9 genie-at=G1 row-at=G3 hands=GX,R8{HANDS}", "GX") == same(
        f"{FOUR}turn=3 rows=R0-5,G0,G2,G4-X genie-at=G1 row-at=G3 hands=R8{HANDS}"
    )


@pytest.mark.parametrize("action", ["skip", "draw", "penalty"])
def test_tg_24_it_does_not_add_up_with_an_action_on_the_same_card(action: str) -> None:
    """TG-24: one player misses one turn."""
    options = box(4, {action: ["GX"]})
    s = played(f"{options}rows=G0-9 hands=GX,R8{HANDS}", *(["GX", "card Y0"] if action == "draw" else ["GX"]))
    assert (s.turn, s.miss) == (2, 0)


def test_tg_24_with_a_repeat_the_miss_comes_after_the_repeated_move() -> None:
    """TG-24: all causes together make one miss, in the direction that holds at the end."""
    before = f"{FOUR}rows=P0-8,PX,R3-5,Y5-7 hands=P9,R2,Y8,R8/Y0/Y2/Y4"
    again = f"{FOUR}rows=P0-X,R3-5,Y5-7 miss=1 hands=R2,Y8,R8/Y0/Y2/Y4"
    assert after(before, "P9") == same(again)
    assert after(again, "R2") == same(f"{FOUR}turn=3 rows=P0-X,R2-5,Y5-7 hands=Y8,R8/Y0/Y2/Y4")
    assert after(again, "Y8") == same(f"{FOUR}turn=3 back=1 rows=P0-X,R3-5,Y5-8 hands=R2,R8/Y0/Y2/Y4")
    assert after(again, "draw", "card G0", "pay") == same(
        f"{FOUR}turn=3 rows=P0-X,R3-5,Y5-7 hands=R2,Y8,R8,G0/Y0/Y2/Y4 paid=1 bank=5 tugriks=28/29/29/29"
    )


def test_tg_24_covering_a_wild_in_a_finished_row_finishes_nothing_again() -> None:
    """TG-24"""
    assert after(f"{FOUR}rows=P0-2,P4-X genie-at=P3 hands=P3,R8/Y0/Y1/Y2", "P3") == same(
        f"{FOUR}turn=2 rows=P0-X genie-at=P3 hands=R8/Y0/Y1/Y2"
    )


def test_tg_24_finished_with_a_reverse_the_next_in_the_new_direction_misses() -> None:
    """TG-24"""
    options = box(4, {"reverse": ["P0"]})
    assert after(f"{options}rows=P1-X hands=P0,R8/Y0/Y1/Y2", "P0") == same(
        f"{options}turn=3 back=1 rows=P0-X hands=R8/Y0/Y1/Y2"
    )
    three = box(3, {"reverse": ["P0"]})
    assert after(f"{three}rows=P1-X hands=P0,R8/Y0/Y1", "P0") == same(f"{three}turn=2 back=1 rows=P0-X hands=R8/Y0/Y1")
