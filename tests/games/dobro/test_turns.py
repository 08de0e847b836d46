"""Dobro: the cards, setting up, and what a turn may be (DB-1 to DB-16)."""

from collections import Counter

import pytest

from koloda.compiled.generator import stream
from koloda.core.errors import NotLegal
from koloda.games.dobro import GAME
from koloda.games.dobro.notation import read_position
from koloda.games.dobro.state import DEAL, PLAY
from koloda.games.dobro.view import names, view
from koloda.table.match import Match
from tests.games.dobro.positions import after, good, legal, played, same, told

A, B, C, D = range(4)
TOP = " pair_doubling=top-card"


def test_db_1_49_number_cards() -> None:
    """DB-1"""
    numbers = Counter(name for name in names(GAME.new(4).unseen) if name.isdecimal())
    assert numbers.total() == 49
    assert [numbers[str(n)] for n in range(2, 13)] == [5, 5, 6, 6, 6, 5, 4, 3, 3, 3, 3]


def test_db_2_7_specials_56_cards_in_all() -> None:
    """DB-2"""
    specials = Counter(name for name in names(GAME.new(4).unseen) if not name.isdecimal())
    assert specials == {"J": 3, "S": 2, "R": 2}
    assert GAME.new(4).left == 56


def test_db_3_play_starts_clockwise_and_nobody_has_forgotten() -> None:
    """DB-3"""
    assert (GAME.new(4).step, GAME.new(4).forgetful) == (1, -1)
    assert played("dobro[players=4] turn=2 hands=3/2,4/3/3", "4", "end").turn == C


@pytest.mark.parametrize(("players", "hand", "left"), [(2, 6, 32), (3, 6, 38), (4, 6, 32), (5, 6, 26), (6, 5, 26)])
def test_db_4_hands_of_six_or_with_six_players_five(players: int, hand: int, left: int) -> None:
    """DB-4"""
    s = Match(GAME, GAME.new(players), stream(players)).state
    assert s.held[:players] == [hand] * players
    assert s.left == left


def test_db_5_the_first_leader_is_drawn_among_all_whatever_their_hands() -> None:
    """DB-5"""
    dealt = "dobro[players=3] phase=leader hands=2,2,2,2,2,3/12,12,12,11,11,11/4,4,4,4,4,4"
    assert GAME.rules.chance(read_position(dealt)) == 3
    for first in (1, 2, 3):
        s = played(dealt, f"first {first}")
        assert (s.phase, s.turn) == (PLAY, first - 1)
        assert "take" not in legal(dealt.replace("phase=leader", f"turn={first}"))


def test_db_6_two_players_play_without_reverses_and_ten_cards_lie_aside() -> None:
    """DB-6"""
    s = GAME.new(2)
    assert "R" not in names(s.unseen)
    assert (len(names(s.unseen)), s.left) == (54, 44)
    assert view(s, A).direction is None
    play = Match(GAME, s, stream(5))
    while play.state.played == 0:
        play.act(play.actor, play.legal(play.actor)[0])
    assert len(names(play.state.unseen)) == 54 - 12, "those set aside are back for round 2"
    assert play.state.left == 32


def test_db_6_the_deck_is_empty_when_only_the_cards_set_aside_are_left() -> None:
    """DB-6, DB-19"""
    rest = "piles=2,2,2,2,2,3,3,3,3,3,4,4,4,4,4,4,5,5,5,5,5,5,6,6,6,6,6,6,7,7,7,7,7/8,8"
    s = played(f"dobro[players=2] hands=8,9,9/8,9,J,J,J {rest}", "9", "draw", "deal 1 12")
    assert (s.left, s.turn, s.phase) == (0, B, PLAY)
    assert len(names(s.unseen)) == 10


def test_db_7_a_leader_may_play_any_card_or_a_pair_but_not_take() -> None:
    """DB-7"""
    moves = legal("dobro[players=3] hands=2,2,12,S,R/3/3")
    assert moves == ["2", "2+2", "12", "skip", "reverse"]


@pytest.mark.parametrize(("move", "number"), [("2", 2), ("2+2", 4), ("12", 12), ("J=7", 7), ("12+J", 24), ("skip", 0)])
def test_db_7_the_number_led_or_the_sum_is_the_good_number(move: str, number: int) -> None:
    """DB-7: nothing doubles on a lead, and a Skip leaves it at none."""
    assert played("dobro[players=3] hands=2,2,2,12,J,S/3/3", move).good == number


@pytest.mark.parametrize("special", ["skip", "reverse"])
def test_db_7_after_a_special_lead_the_next_player_is_free(special: str) -> None:
    """DB-7"""
    position = f"dobro[players=3] turn=2 trick={special} hands=3/2,2,3/3"
    assert legal(position) == ["2", "2+2", "3", "take"]
    assert played(position, "2+2").good == 4, "still no doubling"
    assert good(special, "5,5", "5+5", TOP) == 10


def test_db_8_a_greater_number_becomes_the_good_number() -> None:
    """DB-8"""
    assert legal("dobro[players=3] trick=6 hands=2,5,7,12/3/3") == ["7", "12", "take"]
    assert good("6", "7", "7") == 7


def test_db_9_an_equal_number_doubles_the_good_number() -> None:
    """DB-9"""
    assert good("2", "2", "2") == 4
    assert good("5", "5", "5") == 10
    assert good("12", "12", "12") == 24
    assert legal("dobro[players=3] trick=2,2 hands=2,3,3,4/3/3") == ["3+3", "4", "take"], "the next must bring 4"


def test_db_10_a_pair_needs_a_sum_not_below_the_good_number() -> None:
    """DB-10"""
    assert legal("dobro[players=3] trick=12 hands=5,5,6,6,11/3/3") == ["6+6", "take"]
    assert good("10", "6,6", "6+6") == 12
    assert good("12", "6,6", "6+6") == 24


@pytest.mark.parametrize(
    ("trick", "pair", "equals", "literally"),
    [
        ("6+6", "6+6", 24, 12),
        ("2,2", "2+2", 8, 4),
        ("12", "6+6", 24, 24),
        ("J=12", "6+6", 24, 24),
        ("12,skip", "6+6", 24, 12),
        ("12,reverse", "6+6", 24, 12),
        ("4", "5+5", 10, 10),
        ("3+J", "3+3", 12, 6),
        ("J+J=3", "3+3", 12, 6),
        ("10,12,skip,J=12", "12+12", 48, 24),
    ],
)
def test_db_10_pair_doubling_by_the_good_number_or_literally_by_the_top_card(
    trick: str, pair: str, equals: int, literally: int
) -> None:
    """DB-10: a Joker on top shows what it was named, a Skip or Reverse nothing."""
    hand = ",".join(pair.split("+"))
    assert good(trick, hand, pair) == equals
    assert good(trick, hand, pair, TOP) == literally


@pytest.mark.parametrize("options", ["", TOP])
def test_db_9_a_single_card_is_compared_with_the_good_number_in_both_readings(options: str) -> None:
    """DB-9, DB-10"""
    assert good("3+3", "6", "6", options) == 12
    assert good("6,skip", "6", "6", options) == 12
    assert good("2,2", "4", "4", options) == 8


def test_db_10_a_good_number_that_nothing_reaches_leaves_only_specials_and_taking() -> None:
    """DB-10: the highest there is, 12 on 12, then 12+12."""
    position = "dobro[players=3] trick=12,J=12,12+12 hands=2,J,S/3/3"
    assert read_position(position).good == 48
    assert legal(position) == ["skip", "take"]


def test_db_11_a_joker_alone_is_any_number_that_fits() -> None:
    """DB-11"""
    assert legal("dobro[players=3] hands=J/3/3") == [f"J={n}" for n in range(2, 13)]
    assert legal("dobro[players=3] trick=10 hands=J/3/3") == ["J=10", "J=11", "J=12", "take"]
    assert good("10", "J", "J=10") == 20
    assert good("10", "J", "J=11") == 11
    assert after("dobro[players=3] trick=10 hands=2,J/3/3", "J=11", "end") == same(
        "dobro[players=3] turn=2 trick=10,J=11 hands=2/3/3 forgetful=1"
    )


def test_db_12_a_joker_pairs_with_a_number_and_two_jokers_with_each_other() -> None:
    """DB-12"""
    assert legal("dobro[players=3] trick=11 hands=2,6,J,S,R/3/3") == [
        "6+J", "J=11", "J=12", "skip", "reverse", "take",
    ]  # fmt: skip
    two = legal("dobro[players=3] trick=11,11 hands=J,J/3/3")
    assert two == ["J+J=11", "J+J=12", "take"]
    assert good("10", "6,J", "6+J") == 12
    assert good("10", "J,J", "J+J=5") == 20
    assert good("10", "J,J", "J+J=12") == 24


def test_db_13_a_skip_leaves_the_good_number_and_passes_the_turn() -> None:
    """DB-13"""
    assert after("dobro[players=4] trick=12 hands=2,S/3/3/3", "skip", "end") == same(
        "dobro[players=4] turn=2 trick=12,skip hands=2/3/3/3 forgetful=1"
    )
    assert good("12", "S", "skip") == 12


def test_db_14_a_reverse_turns_the_direction_then_the_turn_passes() -> None:
    """DB-14"""
    assert after("dobro[players=4] turn=2 trick=12 hands=3/2,R/3/3", "reverse", "end") == same(
        "dobro[players=4] turn=1 direction=- trick=12,reverse hands=3/2/3/3 forgetful=2"
    )
    assert played("dobro[players=4] direction=- trick=12 hands=2,R/3/3/3", "reverse", "end").turn == B
    assert played("dobro[players=4] direction=- trick=2 hands=2,4/3/3/3", "4", "end").turn == D


def test_db_14_a_reverse_as_the_last_card_still_turns_the_direction() -> None:
    """DB-14, DB-24: and this carries into the next round."""
    s = played("dobro[players=3] hands=R/3/3", "reverse")
    assert (s.phase, s.played, s.step) == (DEAL, 1, -1)


def test_db_15_taking_moves_the_trick_to_the_score_pile_and_leads_at_once() -> None:
    """DB-15"""
    full = "hands=2,2,3,3,4,4/5,5,6,6,7,7/8,8,9,9,10,10"
    assert after(f"dobro[players=3] turn=2 trick=4,J=5,skip,reverse direction=- {full}", "take") == same(
        f"dobro[players=3] turn=2 direction=- piles=-/4,J,S,R/- {full}"
    )


def test_db_15_taking_is_allowed_when_a_play_is_possible_but_not_from_an_empty_table() -> None:
    """DB-15"""
    assert legal("dobro[players=3] trick=2 hands=12/3/3") == ["12", "take"]
    s = read_position("dobro[players=3] hands=12/3/3")
    with pytest.raises(NotLegal, match=r"nothing to take \(DB-15\)"):
        Match(GAME, s, stream(0)).act(A, GAME.notation.read_action(s, "take"))


def test_db_15_the_taker_draws_before_leading() -> None:
    """DB-15, DB-20"""
    position = "dobro[players=3] turn=2 trick=4 hands=3/2,12/3"
    chosen = played(position, "take")
    assert (chosen.turn, GAME.legal(chosen, B)) == (B, [58, 59])
    assert after(position, "take", "draw", "deal 2 5", "deal 2 J", "deal 2 S", "deal 2 S") == same(
        "dobro[players=3] turn=2 hands=3/2,5,12,J,S,S/3 piles=-/4/-"
    )


def test_db_16_everyone_sees_and_hears_the_good_number() -> None:
    """DB-16"""
    s = read_position("dobro[players=3] trick=6,6 hands=2,12/3/3")
    assert [view(s, seat).good for seat in (None, A, B, C)] == [12] * 4
    assert told("dobro[players=3] trick=6,6 hands=2,12/3/3", "12", seat=B) == [
        "Player 1 plays 12: equal, so it doubles. The good number is 24."
    ]
    assert told("dobro[players=3] trick=6,6 hands=2,S/3/3", "skip", seat=A) == [
        "You play a Skip; the good number is 12."
    ]


def test_the_rulebooks_trick() -> None:
    """DB-7 to DB-15: good number 4; 5, 5, a pair of 6, a Skip; the next player takes all and leads a 2."""
    position = "dobro[players=4 attention=off] trick=4 hands=2,5,2,2,2,2/5,3,3,3,3,3/6,6,4,4,4,4/S,7,7,7,7,7"
    moves = ["5", "deal 1 4", "5", "deal 2 8"]
    assert played(position).good == 4
    assert played(position, *moves[:1]).good == 5
    assert played(position, *moves).good == 10
    moves += ["6+6", "deal 3 8", "deal 3 8"]
    assert played(position, *moves).good == 12
    moves += ["skip", "deal 4 9"]
    assert (played(position, *moves).good, played(position, *moves).turn) == (12, A)
    assert legal(after(position, *moves)) == ["take"]
    taken = played(position, *moves, "take")
    assert names(taken.pile[A]) == ["4", "5", "5", "6", "6", "S"]
    assert (taken.turn, taken.good, taken.phase) == (A, 0, PLAY)
    led = played(position, *moves, "take", "2", "deal 1 9")
    assert (led.good, led.turn) == (2, B)


def test_the_rulebooks_small_numbers() -> None:
    """DB-9: good number 2 (no doubling), a single 2 makes 4, and the next must bring at least 4."""
    assert good("2", "2", "2") == 4
    assert legal("dobro[players=3] trick=2,2 hands=2,2,3,4/3/3") == ["2+2", "4", "take"]
