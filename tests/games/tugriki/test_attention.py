"""Challenges and calls (TG-25 to TG-28), with the four combinations of their options."""

import pytest

from koloda.games.tugriki import GAME
from koloda.games.tugriki.events import Shown
from koloda.games.tugriki.state import State
from koloda.games.tugriki.wording import card
from tests.games.tugriki.positions import A, B, C, after, apply, event_of, lays, moves, played, same

THREE = "tugriki[players=3] "
CALM = "tugriki[players=3 attention=off] "
START = "rows=R5 hands=R6,Y8/P0,R8/P1,G0"
DREW = "turn=2 rows=R5 hands=R6,Y8,G9/P0,R8/P1,G0 bank=4 tugriks=38/39/39"


@pytest.mark.parametrize(
    ("challenges", "attention", "able", "fits", "fails"),
    [
        ("on", "on", "R6 draw", "R6 pay silent", "pay silent"),
        ("on", "off", "R6 draw", "R6 pay", "pay"),
        ("off", "on", "R6", "R6", "pay silent"),
        ("off", "off", "R6", "R6", None),
    ],
)
def test_tg_25_tg_27_what_may_be_done(challenges: str, attention: str, able: str, fits: str, fails: str | None) -> None:
    """TG-25, TG-27: with a card to lay; after drawing one that fits; after drawing one that does not."""
    options = f"tugriki[players=3 challenges={challenges} attention={attention}] rows=R5 "
    assert moves(f"{options}hands=R6,Y8/P0/P1") == set(able.split())
    assert moves(played(f"{options}hands=R7,Y8/P0/P1", "draw", "card R6")) == set(fits.split())
    s = played(f"{options}hands=R7,Y8/P0/P1", "draw", "card G9")
    if fails is None:
        assert (s.turn, s.money[0]) == (B, 38)
    else:
        assert moves(s) == set(fails.split())


def test_tg_25_after_drawing_only_the_drawn_card_may_be_laid() -> None:
    """TG-25"""
    assert moves(played(THREE + START, "draw", "card R4")) == {"R4", "pay", "silent"}
    assert moves(played(THREE + START, "draw", "card genie")) == {"genie=R4", "genie=R6", "pay", "silent"}


def test_tg_25_the_next_player_may_challenge_before_moving() -> None:
    """TG-25: among the actions, before laying or drawing."""
    paid = played(CALM + START, "draw", "card G9", "pay")
    assert moves(paid) == {"draw", "challenge"}
    assert moves(paid, A) == moves(paid, C) == set()
    apply(paid, event_of(paid, "draw"))
    assert paid.suspect == -1


def test_tg_25_guilty_pays_2_and_draws_1_and_the_challenger_moves() -> None:
    """TG-25: red 6 could have been laid."""
    assert after(f"{CALM}{DREW} paid=1", "challenge", "card Y0") == same(
        f"{CALM}turn=2 rows=R5 hands=R6,Y8,G9,Y0/P0,R8/P1,G0 bank=6 tugriks=36/39/39"
    )


def test_tg_25_innocent_the_challenger_pays_2_draws_1_and_misses_the_turn() -> None:
    """TG-25"""
    innocent = f"{CALM}{DREW} paid=1".replace("R6", "R7")
    assert after(innocent, "challenge", "card Y0") == same(
        f"{CALM}turn=3 rows=R5 hands=R7,Y8,G9/P0,R8,Y0/P1,G0 bank=6 tugriks=38/37/39"
    )


def test_tg_25_a_drawn_card_that_fits_and_is_kept_counts_towards_guilt() -> None:
    """TG-25"""
    before = CALM + START.replace("R6", "R7")
    s = played(before, "draw", "card R4", "pay", "challenge")
    assert (s.target, s.money[:3]) == (A, [36, 39, 39])


def test_tg_25_a_wild_with_an_open_place_is_guilt_too() -> None:
    """TG-25, TG-13"""
    s = played(CALM + "rows=R5 hands=genie,Y8/P0/P1", "draw", "card G9", "pay", "challenge")
    assert s.money[:3] == [36, 39, 39]
    t = played(CALM + "hands=genie,Y8/P0/P1", "draw", "card G9", "pay", "challenge")
    assert t.money[:3] == [38, 37, 39]


SHORT = "tugriki[players=2 attention=off reach=1 dealt=1] rows=R4-6,Y4-6,G5 "


def test_tg_25_with_an_empty_deck_the_loser_pays_1_more() -> None:
    """TG-25: player 1 has drawn the last card."""
    guilty = f"{SHORT}hands=G4,P4,P6/G6,P5,genie*2,row*2 turn=2 paid=1"
    assert "challenge" in moves(guilty)
    assert after(guilty, "challenge") == same(f"{SHORT}hands=G4,P4,P6/G6,P5,genie*2,row*2 turn=2 bank=5 tugriks=56/59")
    innocent = f"{SHORT}hands=P4,P6/G4,G6,P5,genie*2,row*2 turn=2 paid=1"
    # The challenger misses the turn, and player 1, who can do nothing, pays 1 once more.
    assert after(innocent, "challenge") == same(
        f"{SHORT}hands=P4,P6/G4,G6,P5,genie*2,row*2 turn=2 bank=6 tugriks=58/56"
    )


def test_tg_25_who_can_only_pay_is_still_asked_whether_to_challenge() -> None:
    """TG-25, TG-27: attention is off, the deck empty, nothing fits."""
    before = f"{SHORT}hands=G4,G6,P5,genie*2,row*2/P4,P6 turn=2 paid=1"
    assert moves(before) == {"pay", "challenge"}
    assert after(before, "pay") == same(f"{SHORT}hands=G4,G6,P5,genie*2,row*2/P4,P6 bank=3 tugriks=59/58")


def test_tg_25_with_an_empty_deck_a_card_that_fits_must_be_laid() -> None:
    """TG-25: else rounds could last for ever."""
    assert moves(f"{SHORT}hands=G4,P4,P6/G6,P5,genie*2,row*2") == {"G4"}


def test_tg_25_the_drawer_is_not_challenged_by_the_drawer() -> None:
    """TG-25: after misses two players may come back to the drawer; then nobody may challenge."""
    before = "tugriki[players=2] rows=P0-8,PX hands=P9,R8/Y0,Y2"
    s = played(before, "P9", "draw", "card G0", "pay")
    assert (s.turn, s.suspect) == (A, A)
    assert moves(s) == {"draw"}
    assert moves(s, B) == set()
    t = played(before, "P9", "draw", "card G0", "silent")
    assert moves(t) == {"draw"}
    assert moves(t, B) == {"call"}


def test_tg_25_the_next_to_move_after_a_miss_may_challenge() -> None:
    """TG-25: the one who misses may not."""
    s = played("tugriki[players=3] rows=P0-8,PX hands=P9,R8/Y0,Y2/G2", "P9", "draw", "card G0", "pay")
    assert (s.turn, moves(s)) == (C, {"draw", "challenge"})
    assert moves(s, B) == set()


def test_tg_26_the_challenged_hand_is_shown_to_the_challenger_only() -> None:
    """TG-26"""
    s = played(f"{CALM}{DREW} paid=1")
    event = event_of(s, "challenge")
    later = s.copy()
    apply(later, event)
    shown = Shown(player=B, other=A, cards=[card(k) for k in (6, 19, 31)])
    assert shown in GAME.narration.narrate(s, event, later, B)
    for seat in (A, C, None):
        assert not any(isinstance(told, Shown) for told in GAME.narration.narrate(s, event, later, seat))


def silent() -> State:
    return played(THREE + START, "draw", "card G9", "silent")


def test_tg_27_who_says_nothing_may_be_called_by_anybody_else() -> None:
    """TG-27: bystanders have a move, but nobody waits for it."""
    s = silent()
    assert GAME.rules.actors(s) == 1 << B
    assert moves(s) == {"draw", "call"}
    assert moves(s, C) == {"call"}
    assert moves(s, A) == set()


@pytest.mark.parametrize("caller", ["2", "3"])
def test_tg_27_the_forgetful_one_pays_2(caller: str) -> None:
    """TG-27: and the next player moves."""
    assert after(THREE + START, "draw", "card G9", "silent", f"{caller}: call") == same(
        f"{THREE}turn=2 rows=R5 hands=R6,Y8,G9/P0,R8/P1,G0 bank=5 tugriks=37/39/39"
    )


def test_tg_27_uncalled_nothing_is_paid() -> None:
    """TG-27: the time to call ends when the next player lays or draws."""
    s = silent()
    apply(s, event_of(s, "draw"))
    assert (s.suspect, s.silent, s.money[:3]) == (-1, 0, [39, 39, 39])
    apply(s, event_of(s, "card Y0"))
    assert moves(s, C) == set()
    assert after(THREE + START.replace("P0", "R4"), "draw", "card G9", "silent", "R4") == same(
        f"{THREE}turn=3 rows=R4-5 hands=R6,Y8,G9/R8/P1,G0 bank=0 tugriks=39/42/39"
    )


def test_tg_27_who_is_out_does_not_call() -> None:
    """TG-27"""
    s = played(f"{THREE}rows=R5 out=3 hands=R6,Y8/P0,R8/- bank=42 tugriks=39/39/0", "draw", "card G9", "silent")
    assert moves(s, C) == set()


def test_tg_27_who_says_nothing_in_turn_is_the_one_to_call() -> None:
    """TG-27: with an empty deck two players in a row may say nothing; the older silence can no longer be called."""
    table = "tugriki[players=3 reach=1 dealt=1] rows=R4-6,Y4-6,G5 hands=P4/P6/G4,G6,P5,genie*2,row*2 "
    s = played(table, "silent")
    assert (moves(s, B), moves(s, C)) == ({"pay", "silent", "call"}, {"call"})
    apply(s, event_of(s, "silent"))
    assert (moves(s, A), moves(s, B), "call" in moves(s, C)) == ({"call"}, set(), True)
    apply(s, event_of(s, "1: call"))
    assert s.money[:3] == [39, 37, 39]


def test_tg_28_a_fitting_card_kept_in_silence_can_only_be_called() -> None:
    """TG-28: red 4 was drawn, could be laid and was neither laid nor paid for."""
    s = played(THREE + START, "draw", "card R4", "silent")
    assert "challenge" not in moves(s)
    assert "call" in moves(s)
    apply(s, event_of(s, "3: call"))
    assert (s.money[:3], moves(s)) == ([37, 39, 39], {"draw"})


def test_tg_28_one_draw_is_either_challenged_or_called() -> None:
    """TG-28"""
    assert "challenge" not in moves(silent())
    paid = played(THREE + START, "draw", "card G9", "pay")
    assert moves(paid) == {"draw", "challenge"}
    assert moves(paid, C) == set()
    challenged = played(THREE + START, "draw", "card G9", "pay", "challenge", "card Y0")
    assert moves(challenged) == {"draw"}


def test_tg_25_one_challenge_a_draw() -> None:
    """TG-25: an innocent player is not challenged again by the one after."""
    innocent = f"{CALM}{DREW} paid=1".replace("R6", "R7")
    s = played(innocent, "challenge", "card Y0")
    assert (s.turn, moves(s)) == (C, {"draw"})
    assert lays(f"{CALM}{DREW}") == set()
