"""The rules of No Thanks!, one by one."""

from collections import Counter
from typing import Any

import pytest

from koloda.compiled.generator import stream
from koloda.core.errors import NotLegal, NotUnderstood, UnknownOption
from koloda.core.events import Player, Share, facts_of
from koloda.core.facts import fact
from koloda.core.game import Act, Draw
from koloda.games.no_thanks import GAME
from koloda.games.no_thanks.events import Passed, Took, TurnedUp
from koloda.games.no_thanks.notation import read_position, read_runs, write_position
from koloda.games.no_thanks.rules import chance, draw
from koloda.games.no_thanks.state import FIRST, OVER, PASS, REVEAL, TAKE, State
from koloda.games.no_thanks.view import NoThanksView, view
from koloda.table.match import Match

A, B, C, D = range(4)


def after(position: str, *moves: str) -> str:
    """The position after moves (`take`, `pass`) of whose turn it is and draws (`card 17`)."""
    s = read_position(position)
    for move in moves:
        if chance(s):
            draw(s, GAME.notation.read_draw(s, move))
        else:
            action = GAME.notation.read_action(s, move)
            assert action in GAME.legal(s, s.turn), move
            GAME.rules.act(s, s.turn, action)
    return write_position(s)


def same(position: str) -> str:
    return write_position(read_position(position))


def score(cards: str, chips: int = 0) -> int:
    s = GAME.new(3)
    s.taken[0] = read_runs(cards, 35)
    s.chips[0] = chips
    return GAME.scores(s)[0]


def test_nt_1_of_33_cards_9_are_out_and_24_are_played() -> None:
    """NT-1"""
    s = GAME.new(4)
    assert (s.left, s.aside) == (24, 9)
    assert [n for n in range(63) if s.unseen >> n & 1] == list(range(3, 36))


@pytest.mark.parametrize("removed", [0, 1, 32])
def test_nt_1_option_removed(removed: int) -> None:
    """NT-1"""
    play = Match(GAME, GAME.new(3, removed=removed), stream(removed))
    turned = 0
    while not play.over:
        turned += 1
        play.act(play.actor, TAKE)
    assert turned == 33 - removed


@pytest.mark.parametrize(("players", "chips"), [(2, 11), (3, 11), (4, 11), (5, 11), (6, 9), (7, 7)])
def test_nt_2_chips_by_number_of_players(players: int, chips: int) -> None:
    """NT-2"""
    assert GAME.new(players).chips[:players] == [chips] * players
    assert GAME.new(players, chips=0).chips[:players] == [0] * players


def test_nt_3_the_first_player_is_drawn_and_decides_first() -> None:
    """NT-3"""
    s = GAME.new(4)
    assert (s.phase, chance(s)) == (FIRST, 4)
    assert after("no_thanks[players=4] phase=first", "first 3") == same("no_thanks[players=4] turn=3")
    assert after("no_thanks[players=4] phase=first", "first 3", "card 17") == same(
        "no_thanks[players=4] turn=3 card=17"
    )


def test_nt_4_take_the_card_with_its_chips() -> None:
    """NT-4"""
    assert after("no_thanks[players=3] turn=2 card=17 pot=3 chips=10/10/10", "take") == same(
        "no_thanks[players=3] turn=2 chips=10/13/10 taken=-/17/-"
    )


def test_nt_4_without_a_chip_the_card_must_be_taken() -> None:
    """NT-4"""
    s = read_position("no_thanks[players=3] turn=2 card=17 pot=11 chips=11/0/11")
    assert GAME.legal(s, B) == [TAKE]
    with pytest.raises(NotLegal, match=r"without a chip you must take card 17 \(NT-4\)"):
        Match(GAME, s, stream(0)).act(B, PASS)


def test_nt_5_after_a_pass_the_next_player_decides_and_it_goes_round() -> None:
    """NT-5"""
    before = "no_thanks[players=3] turn=2 card=17"
    assert after(before, "pass") == same("no_thanks[players=3] turn=3 card=17 pot=1 chips=11/10/11")
    assert after(before, *["pass"] * 4) == same("no_thanks[players=3] turn=3 card=17 pot=4 chips=10/9/10")


def test_nt_6_the_taker_turns_up_the_next_card_and_decides_first() -> None:
    """NT-6"""
    assert after("no_thanks[players=3] turn=2 card=17", "take", "card 5") == same(
        "no_thanks[players=3] turn=2 card=5 taken=-/17/-"
    )


def test_nt_7_the_game_ends_with_the_last_card_taken() -> None:
    """NT-7"""
    s = read_position("no_thanks[players=3 removed=31] card=5 taken=-/17/-")
    assert s.left == 0
    GAME.rules.act(s, A, TAKE)
    assert s.phase == OVER
    assert GAME.legal(s, A) == []


@pytest.mark.parametrize(
    ("cards", "chips", "points"),
    [
        ("4 6 10 21", 0, 41),
        ("13 15 16", 0, 28),
        ("13 14 15 16", 0, 13),
        ("3 7 8 10 14 15 16 25", 0, 59),
        ("3 7 8 10 14 15 16 25", 8, 51),
        ("17 18 19 20", 0, 17),
        ("8 9", 0, 8),
        ("", 3, -3),
    ],
)
def test_nt_8_a_run_counts_its_lowest_number_and_a_chip_takes_one_off(cards: str, chips: int, points: int) -> None:
    """NT-8"""
    assert score(cards, chips) == points


def test_nt_8_the_lowest_score_wins() -> None:
    """NT-8"""
    s = read_position("no_thanks[players=3 removed=30] chips=11/11/11 taken=9/4/30")
    assert GAME.scores(s) == [-2, -7, 19]
    assert GAME.winners(s) == [B]


def test_nt_9_equals_share_the_win() -> None:
    """NT-9"""
    s = read_position("no_thanks[players=3 removed=30] chips=12/11/10 taken=9/8/30")
    assert GAME.scores(s) == [-3, -3, 20]
    assert GAME.winners(s) == [A, B]
    told = GAME.narration.narrate(
        read_position("no_thanks[players=3 removed=30] turn=3 card=30 chips=12/11/10 taken=9/8/-"),
        Act(C, TAKE),
        s,
        None,
    )
    assert told[-1] == Share(players=[Player(player=A), Player(player=B)])


def seen(s: State, seat: int | None) -> NoThanksView:
    return view(s, seat)


def test_nt_10_a_player_sees_only_the_own_chips() -> None:
    """NT-10"""
    position = "no_thanks[players=3] turn=2 card=17 pot=3 chips=9/10/11 taken=-/5-6/-"
    s = read_position(position)
    assert seen(s, A).chips == [9, None, None]
    assert seen(s, None).chips == [None, None, None]
    assert (seen(s, None).pot, seen(s, None).taken) == (3, [[], [5, 6], []])
    opened = read_position(position.replace("players=3", "players=3 open_chips=on"))
    assert seen(opened, None).chips == [9, 10, 11]


def test_nt_11_removed_cards_are_shown_only_at_the_end() -> None:
    """NT-11"""
    s = read_position("no_thanks[players=3 removed=31] card=5 taken=-/17/-")
    assert seen(s, A).removed is None
    GAME.rules.act(s, A, TAKE)
    assert seen(s, A).removed == [n for n in range(3, 36) if n not in (5, 17)]


def test_nt_12_tactical_removes_10_20_30_and_gives_10_chips() -> None:
    """NT-12"""
    s = GAME.new(5, tactical=True)
    assert s.chips[:5] == [10] * 5
    assert GAME.new(5, tactical=True, chips=4).chips[:5] == [4] * 5
    assert (s.left, s.aside) == (24, 6)
    assert not any(s.unseen >> n & 1 for n in (10, 20, 30))


@pytest.mark.parametrize(
    ("players", "options", "reason"),
    [
        (6, {"tactical": True}, "up to five players, not 6"),
        (4, {"tactical": True, "removed": 2}, "at least 3 cards, not 2"),
        (4, {"removed": 33}, 'removed cannot be "33"; it can be: 0-32'),
        (4, {"highest": 8}, "at most 5"),
        (4, {"chips": -1}, 'chips cannot be "-1"'),
        (4, {"jokers": 2}, 'no option "jokers"; there are: removed, chips, open_chips, tactical, highest'),
        (8, {}, "2-7 players, not 8"),
        (1, {}, "2-7 players, not 1"),
    ],
)
def test_options_that_cannot_be(players: int, options: dict[str, Any], reason: str) -> None:
    """NT-1, NT-2, NT-12"""
    with pytest.raises(UnknownOption, match=reason):
        GAME.new(players, **options)


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ("dobro[players=3]", "starts with"),
        ("no_thanks[players=3] card=2", "from 3 to 35"),
        ("no_thanks[players=3] card=17 taken=17/-/-", "there twice: 17"),
        ("no_thanks[players=3] taken=4,4/-/-", "Card 4 is there twice"),
        ("no_thanks[players=3] taken=4/-", "2 parts for 3 players"),
        ("no_thanks[players=3] card=17 chips=11/11/12", "34 chips in all, but the game has 33"),
        ("no_thanks[players=3] pot=3 chips=10/10/10", "no card"),
        ("no_thanks[players=3 removed=31] taken=3-5/-/-", "Only 2 cards are played"),
        ("no_thanks[players=3] deck=5", 'no key "deck"'),
        ("no_thanks[players=3] card", "key=value"),
    ],
)
def test_positions_that_cannot_be(position: str, reason: str) -> None:
    with pytest.raises(NotUnderstood, match=reason):
        read_position(position)


def test_what_is_told() -> None:
    """NT-3…NT-6 in events, and in the facts that they render to."""
    before = read_position("no_thanks[players=3] turn=2 card=17 pot=3 chips=10/10/10")
    passed, taken = before.copy(), before.copy()
    GAME.rules.act(passed, B, PASS)
    GAME.rules.act(taken, B, TAKE)
    assert GAME.narration.narrate(before, Act(B, PASS), passed, A) == [Passed(player=B, card=17, pot=4)]
    assert GAME.narration.narrate(before, Act(B, TAKE), taken, A) == [Took(player=B, card=17, pot=3)]
    turned = taken.copy()
    draw(turned, 0)
    assert taken.phase == REVEAL
    turned_up = GAME.narration.narrate(taken, Draw(0), turned, None)
    assert turned_up == [TurnedUp(player=B, card=3, left=22)]
    assert facts_of(turned_up) == [fact("no_thanks.turned_up", player=B, card=3, left=22)]


def chi_square(seen: Counter[int], outcomes: int) -> float:
    expected = seen.total() / outcomes
    return sum((seen[i] - expected) ** 2 / expected for i in range(outcomes))


def test_nt_3_everyone_starts_equally_often() -> None:
    """NT-3: χ² with 3 degrees of freedom, 99.9 % below 16.27."""
    starts = Counter(Match(GAME, GAME.new(4), stream(key)).state.turn for key in range(8000))
    assert chi_square(starts, 4) < 16.27


def test_nt_6_every_card_is_turned_up_equally_often() -> None:
    """NT-6: χ² with 32 degrees of freedom, 99.9 % below 62.49."""
    turned = Counter(Match(GAME, GAME.new(4), stream(key, 9)).state.card - 3 for key in range(16500))
    assert chi_square(turned, 33) < 62.49
