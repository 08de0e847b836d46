"""Set-up, rounds, money and the end of the game."""

from collections import Counter

import pytest

from koloda.compiled.generator import stream
from koloda.core.errors import NotUnderstood
from koloda.games.tugriki import GAME
from koloda.games.tugriki.state import DECK, LOAN, OVER
from koloda.table.match import Match
from tests.games.tugriki.positions import A, B, C, D, after, moves, played, same

TWO = "tugriki[players=2] "
THREE = "tugriki[players=3] "
FOUR = "tugriki[players=4] "


@pytest.mark.parametrize(("players", "each"), [(2, 16), (3, 10), (4, 8), (5, 7), (6, 6), (7, 5), (8, 5)])
def test_tg_3_the_deal(players: int, each: int) -> None:
    """TG-3"""
    s = Match(GAME, GAME.new(players), stream(players)).state
    assert s.held[:players] == [each] * players
    assert s.held[DECK] == 48 - players * each


def test_tg_3_by_the_number_of_players_in_the_round() -> None:
    """TG-3: four players, one of them out."""
    s = played(f"{FOUR}round=2 out=4 rows=R5 hands=R6/P0/P1/- bank=33 tugriks=29/29/29/0", "R6")
    while GAME.rules.chance(s):
        GAME.rules.draw(s, 0)
    assert s.held[:4] == [10, 10, 10, 0]


@pytest.mark.parametrize(("players", "each"), [(2, 60), (4, 30), (7, 17), (8, 15)])
def test_tg_4_tugriks_are_split_equally_and_the_rest_stays_in_the_box(players: int, each: int) -> None:
    """TG-4"""
    s = GAME.new(players)
    assert (s.money[:players], s.bank) == ([each] * players, 0)


def test_tg_5_everyone_pays_1_before_a_round() -> None:
    """TG-5"""
    assert after("tugriki[players=4] phase=first", "first 3") == same(
        f"{FOUR}phase=deal starter=3 turn=3 target=3 bank=4 tugriks=29/29/29/29"
    )


SHORT = "tugriki[players=2 reach=1 dealt=1] rows=R4-6,Y4-6,G4-6,P4-5 "
DEAL = "tugriki[players=2 reach=1 dealt=1] phase=deal round=2 starter=2 turn=2 target=2 "


def test_tg_5_who_has_none_and_is_still_in_pays_nothing() -> None:
    """TG-5, TG-32: nobody goes out after a round without a winner."""
    assert after(f"{SHORT}hands=P6,genie/genie bank=6 tugriks=0/114", "P6") == same(f"{DEAL}bank=7 tugriks=0/113")


def test_tg_6_a_random_player_starts_round_1() -> None:
    """TG-6: χ² with 3 degrees of freedom, 99.9 % below 16.27."""
    seen = Counter(Match(GAME, GAME.new(4, dealt=1), stream(key, 3)).state.starter for key in range(4000))
    assert sum((seen[seat] - 1000) ** 2 / 1000 for seat in range(4)) < 16.27


def test_tg_6_each_next_round_starts_one_seat_clockwise_and_clockwise() -> None:
    """TG-6: skipping players who are out; a Reverse does not outlast its round."""
    before = f"{FOUR}starter=1 turn=4 back=1 rows=R5 hands=P0/Y0/P1/R6"
    s = played(before, "R6")
    assert (s.starter, s.turn, s.step, s.round_no) == (B, B, 1, 2)
    t = played(f"{FOUR}starter=1 turn=4 out=2 rows=R5 hands=P0/-/P1/R6 bank=33 tugriks=29/0/29/29", "R6")
    assert t.starter == C


def test_tg_29_the_round_ends_with_the_last_card_and_its_player_takes_the_bank() -> None:
    """TG-29: [R] the action on the last card, here a Robbery of 3 or a Colour choice, is not carried out."""
    assert after(f"{THREE}rows=R5 hands=R4/P0/P1 bank=9 tugriks=37/37/37", "R4") == same(
        f"{THREE}phase=deal round=2 starter=2 turn=2 target=2 bank=3 tugriks=45/36/36"
    )
    assert played(f"{THREE}rows=R5-6 hands=R7/P0/P1", "R7").round_no == 2
    assert played(f"{THREE}rows=R5 hands=genie/P0/P1", "genie=R6").round_no == 2


BROKE = f"{FOUR}rows=R5 hands=R6/P0/P1/P8 "


def test_tg_30_who_has_no_tugriks_is_out_unless_another_lends() -> None:
    """TG-30: lowest seat first; asked clockwise from the borrower are all with at least 2."""
    before = f"{BROKE}bank=30 tugriks=60/0/1/29"
    asked = f"{FOUR}phase=loan rows=R5-6 hands=-/P0/P1/P8 target=2 bank=0 tugriks=90/0/1/29 "
    assert after(before, "R6") == same(f"{asked} asked=4")
    assert after(before, "R6", "refuse") == same(f"{asked} asked=1")
    assert after(before, "R6", "refuse", "refuse") == same(
        f"{FOUR}phase=deal round=2 starter=3 turn=3 target=3 out=2 bank=3 tugriks=89/0/0/28"
    )
    assert after(before, "R6", "lend 5") == same(
        f"{FOUR}phase=deal round=2 starter=2 turn=2 target=2 bank=4 tugriks=89/4/0/23 lent=4>2:5"
    )


def test_tg_30_a_lender_keeps_at_least_1() -> None:
    """TG-30: 1 to 5."""
    assert moves(played(f"{BROKE}bank=30 tugriks=60/0/27/3", "R6")) == {
        "lend 1",
        "lend 2",
        "lend 3",
        "lend 4",
        "lend 5",
        "refuse",
    }
    assert moves(played(f"{BROKE}bank=30 tugriks=60/0/2/28", "R6")) == {"lend 1", "refuse"}


def test_tg_30_every_broke_player_is_asked_for_in_turn() -> None:
    """TG-30: who was lent enough may lend on."""
    s = played(f"{BROKE}bank=30 tugriks=90/0/0/0", "R6")
    assert (s.phase, s.target, s.asked) == (LOAN, B, A)
    assert [moves(s, seat) for seat in (B, C, D)] == [set()] * 3
    t = played(f"{BROKE}bank=30 tugriks=90/0/0/0", "R6", "lend 3", "refuse", "lend 2")
    assert (t.phase, t.target, t.asked) == (LOAN, D, A)
    assert t.money[:4] == [117, 1, 2, 0]
    u = played(f"{BROKE}bank=30 tugriks=90/0/0/0", "R6", "lend 3", "refuse", "lend 2", "refuse", "lend 1")
    assert (u.round_no, u.playing, u.lent) == (2, 0b1111, 3)


def test_tg_30_the_winner_stays_in_even_without_tugriks() -> None:
    """TG-30: a bank that has been robbed empty."""
    s = played(f"{BROKE}bank=0 tugriks=0/40/40/40", "R6")
    assert (s.round_no, s.playing) == (2, 0b1111)


def test_tg_30_without_loans_the_broke_are_out() -> None:
    """TG-30: option loans=off."""
    assert after(f"{BROKE}bank=30 tugriks=60/0/1/29".replace("=4]", "=4 loans=off]"), "R6") == same(
        "tugriki[players=4 loans=off] phase=deal round=2 starter=3 turn=3 target=3 out=2 bank=3 tugriks=89/0/0/28"
    )


def test_tg_30_nobody_is_asked_after_the_last_round() -> None:
    """TG-30"""
    s = played(f"{BROKE}round=4 bank=30 tugriks=60/0/1/29", "R6")
    assert (s.phase, GAME.scores(s)) == (OVER, [90, 0, 1, 29])


def test_tg_30_loans_are_paid_back_at_the_end_oldest_first() -> None:
    """TG-30: as far as the borrower's tugriks reach, each once."""
    before = f"{BROKE}round=4 bank=30 tugriks=60/6/1/23 lent=4>2:5,1>2:3,2>3:2"
    assert GAME.scores(played(before, "R6")) == [91, 1, 0, 28]


def test_tg_30_at_most_64_loans_are_kept() -> None:
    """TG-30: further ones are not offered."""
    lent = ",".join(["1>2:5"] * 63)
    s = played(f"{BROKE}round=2 bank=30 tugriks=60/0/1/29 lent={lent}", "R6")
    assert s.phase == LOAN
    t = played(f"{BROKE}round=2 bank=30 tugriks=60/0/1/29 lent={lent},1>2:5", "R6")
    assert (t.phase != LOAN, t.playing) == (True, 0b1101)


def test_tg_31_the_game_ends_after_its_rounds_and_most_tugriks_win() -> None:
    """TG-31: one round a player unless the option says otherwise; ties share."""
    assert GAME.new(5).rounds == 5
    assert GAME.new(5, rounds=7).rounds == 7
    s = played(f"{THREE}round=3 rows=R5 hands=R6/P0/P1 bank=10 tugriks=40/50/20", "R6")
    assert (s.phase, GAME.winners(s)) == (OVER, [A, B])
    assert played(f"{THREE}round=2 rows=R5 hands=R6/P0/P1", "R6").phase != OVER


def test_tg_31_or_earlier_when_one_player_is_left() -> None:
    """TG-31"""
    s = played("tugriki[players=2] rows=R5 hands=R6/P0 bank=20 tugriks=100/0", "R6", "refuse")
    assert (s.phase, GAME.winners(s), GAME.scores(s)) == (OVER, [A], [120, 0])


def test_tg_31_knockout() -> None:
    """TG-31: until one player is left, without loans."""
    knockout = "tugriki[players=3 rounds=knockout] round=30 rows=R5 "
    assert GAME.new(3, rounds="knockout").loans == 0
    assert played(f"{knockout}hands=R6/P0/P1 bank=10 tugriks=40/50/20", "R6").round_no == 31
    s = played(f"{knockout}out=2 hands=R6/-/P1 bank=20 tugriks=100/0/0", "R6")
    assert (s.phase, GAME.winners(s)) == (OVER, [A])


KNOCKOUT = SHORT.replace("players=2", "players=2 rounds=knockout")


def test_tg_31_a_knockout_ends_after_three_rounds_in_a_row_without_a_winner() -> None:
    """TG-31, TG-32: then the bank is split, the most tugriks win, and ties share."""
    stuck = f"{KNOCKOUT}hands=P6,genie/genie,row "
    assert after(f"{stuck}round=7 stalled=1 bank=21 tugriks=60/39", "P6") == same(
        "tugriki[players=2 rounds=knockout reach=1 dealt=1] phase=deal round=8 stalled=2 starter=2 turn=2 target=2"
        " bank=23 tugriks=59/38"
    )
    s = played(f"{stuck}round=7 stalled=2 bank=21 tugriks=60/39", "P6")
    assert (s.phase, s.money[:2], s.bank, GAME.winners(s)) == (OVER, [70, 49], 0, [A])
    assert GAME.winners(played(f"{stuck}stalled=2 bank=20 tugriks=50/50", "P6")) == [A, B]


def test_tg_31_a_round_with_a_winner_is_counted_from_again() -> None:
    """TG-31: in a row."""
    s = played(f"{KNOCKOUT}hands=P6/genie,row stalled=2 bank=20 tugriks=60/40", "P6")
    assert (s.phase == OVER, s.stalled) == (False, 0)


def test_tg_31_a_knockout_ends_after_20_rounds_for_each_player_at_the_latest() -> None:
    """TG-31: who started, whether still in or not; the most tugriks win, ties share."""
    knockout = "tugriki[players=3 rounds=knockout] round={} rows=R5 "
    for others in ("hands=R6/P0/P1", "out=3 hands=R6/P0/-"):
        money = "bank=10 tugriks=40/50/20" if "out" not in others else "bank=10 tugriks=50/60/0"
        assert played(f"{knockout.format(59)}{others} {money}", "R6").round_no == 60
        s = played(f"{knockout.format(60)}{others} {money}", "R6")
        assert (s.phase, GAME.winners(s)) == (OVER, [A, B])
    t = played(f"{KNOCKOUT}round=40 hands=P6,genie/genie,row bank=21 tugriks=60/39", "P6")
    assert (t.phase, t.money[:2]) == (OVER, [70, 49])


def test_tg_31_other_games_do_not_end_early_for_want_of_winners() -> None:
    """TG-31, TG-32: the count belongs to knockouts."""
    s = played(f"{SHORT}hands=P6,genie/genie,row bank=21 tugriks=60/39".replace("reach", "rounds=20 reach"), "P6")
    assert (s.round_no, s.stalled) == (2, 0)
    with pytest.raises(NotUnderstood, match='no key "stalled"'):
        played(f"{SHORT}hands=P6/genie stalled=1")
    with pytest.raises(NotUnderstood, match="stalled should be a number from 0 to 2"):
        played(f"{KNOCKOUT}hands=P6/genie stalled=3")


def test_tg_32_with_all_coloured_cards_laid_the_round_ends_without_a_winner() -> None:
    """TG-32: the bank stays for the next round, and nobody goes out."""
    assert after(f"{SHORT}hands=P6,genie/genie,row bank=20 tugriks=100/0", "P6") == same(f"{DEAL}bank=21 tugriks=99/0")


def test_tg_32_the_last_card_of_a_hand_wins_all_the_same() -> None:
    """TG-32, TG-29"""
    assert after(f"{SHORT}hands=P6/genie,row bank=20 tugriks=60/40", "P6") == same(f"{DEAL}bank=2 tugriks=79/39")


def test_tg_32_after_the_last_round_the_bank_is_split() -> None:
    """TG-32: like TG-4, the rest to the box."""
    s = played(f"{SHORT}round=2 hands=P6,genie/genie,row bank=21 tugriks=60/39", "P6")
    assert (s.phase, s.money[:2], s.bank) == (OVER, [70, 49], 0)


def test_tg_32_the_bank_is_split_among_those_who_are_not_out() -> None:
    """TG-32: like TG-4, the rest to the box."""
    stuck = SHORT.replace("players=2", "players=4 rounds=2").replace("rows=", "round=2 out=3 rows=")
    s = played(f"{stuck}hands=P6,genie/genie/-/row bank=20 tugriks=60/20/0/20", "P6")
    assert (s.phase, s.money[:4], s.bank) == (OVER, [66, 26, 0, 26], 0)


def test_tg_32_the_action_of_the_card_that_brought_it_about_is_not_carried_out() -> None:
    """TG-32: red 4 is a Robbery, and would take 2 from the bank."""
    last = "tugriki[players=2 reach=1 dealt=1] rows=R5-6,Y4-6,G4-6,P4-6 hands=R4,genie/genie,row bank=20 tugriks=60/40"
    assert after(last, "R4") == same(f"{DEAL}bank=22 tugriks=59/39")


def test_tg_32_a_wild_in_a_row_still_to_be_covered_is_no_stalemate() -> None:
    """TG-32: purple 6 lies under no card yet."""
    s = played(f"{SHORT}genie-at=P6 hands=genie,row/P6,row turn=2", "P6")
    assert s.round_no == 2
    t = played("tugriki[players=2 reach=1 dealt=1] rows=R4-6,Y4-6,G4-6,P5 genie-at=P6 hands=P4,row/P6,row", "P4")
    assert (t.round_no, t.turn, moves(t)) == (1, A, {"draw"})


def test_tg_3_every_card_is_dealt_equally_often() -> None:
    """TG-3: 44 coloured cards and two pairs of wilds; χ² with 45 degrees of freedom, 99.9 % below 80.08."""
    seen: Counter[str] = Counter()
    for key in range(9600):
        s = GAME.new(2, dealt=1)
        deal = stream(key, 7)
        GAME.rules.draw(s, deal(2))
        seen[GAME.notation.write_draw(s, deal(GAME.rules.chance(s)))] += 1
    assert len(seen) == 46
    expected = {card: 400 if card in ("card genie", "card row") else 200 for card in seen}
    assert sum((seen[card] - n) ** 2 / n for card, n in expected.items()) < 80.08


def test_tg_21_every_card_of_a_hand_is_drawn_equally_often() -> None:
    """TG-21: six cards of five kinds; χ² with 4 degrees of freedom, 99.9 % below 18.47."""
    before = played("tugriki[players=2] rows=R5-8 hands=R9,R0/Y0,Y2,P3,genie*2,row", "R9")
    seen: Counter[str] = Counter()
    deal = stream(5)
    for _ in range(6000):
        s = before.copy()
        GAME.rules.draw(s, deal(GAME.rules.chance(s)))
        seen[str(s.pick[A])] += 1
    expected = {"11": 1000, "13": 1000, "36": 1000, "66": 2000, "67": 1000}
    assert set(seen) == set(expected)
    assert sum((seen[card] - n) ** 2 / n for card, n in expected.items()) < 18.47
