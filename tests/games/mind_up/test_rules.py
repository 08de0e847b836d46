"""The rules of Mind Up!, one by one; goals and editions have files of their own."""

from collections import Counter
from itertools import permutations

import pytest

from koloda.compiled.generator import stream
from koloda.core.errors import NotLegal, NotYourTurn, UnknownOption
from koloda.games.mind_up import GAME
from koloda.games.mind_up.cards import COLOUR_NAMES, numbers
from koloda.games.mind_up.notation import read_position
from koloda.games.mind_up.rules import behind, chance, draw
from koloda.games.mind_up.state import CHOOSE, CHOOSE_ANEW, DEAL_ANEW, LAY_OUT, OVER, TAKE_BACK, TURN_UP
from koloda.games.mind_up.view import view
from koloda.table.match import Match, next_state
from tests import laws
from tests.games.mind_up.positions import after, play, same

A, B, C = range(3)


def test_mu_1_sixty_cards_twelve_of_each_colour() -> None:
    """MU-1"""
    s = GAME.new(4)
    assert numbers(s.deck) == list(range(1, 61))
    assert Counter(s.colour[1:]) == dict.fromkeys(range(5), 12)
    assert [COLOUR_NAMES[s.colour[n]] for n in (46, 37, 10, 25, 54)] == ["orange", "blue", "pink", "green", "purple"]


def test_mu_2_marks_repeat_to_30_and_are_mirrored_above() -> None:
    """MU-2"""
    s = GAME.new(4)
    assert s.mark[1:31] == [-1, 0, 1, 2, 1, 0] * 5
    assert s.mark[31:] == s.mark[1:31][::-1]
    for colour in range(5):
        assert Counter(s.mark[n] for n in range(1, 61) if s.colour[n] == colour) == {-1: 2, 0: 4, 1: 4, 2: 2}


def test_mu_3_five_collection_cards() -> None:
    """MU-3"""
    assert numbers(GAME.new(4).collection_cards) == [1, 2, 3, 4, 5]


def test_mu_5_everyone_turns_up_a_card_and_they_are_sorted() -> None:
    """MU-5"""
    s = GAME.new(3)
    assert (s.phase, chance(s)) == (TURN_UP, 60)
    assert after("mind_up[players=3] phase=turn-up", "up 1 37", "up 2 5") == same(
        "mind_up[players=3] phase=turn-up row=5,37"
    )
    assert after("mind_up[players=3] phase=turn-up", "up 1 37", "up 2 5", "up 3 20") == same(
        "mind_up[players=3] phase=lay-out row=5,20,37"
    )


@pytest.mark.parametrize(("turned", "layer"), [((37, 5, 20), 1), ((5, 37, 20), 2), ((5, 20, 37), 3), ((60, 59, 1), 1)])
def test_mu_6_the_highest_card_lays_out_the_order(turned: tuple[int, ...], layer: int) -> None:
    """MU-6"""
    s = play(GAME.new(3), *[f"up {seat} {card}" for seat, card in enumerate(turned, 1)])
    assert s.layer == layer - 1


def test_mu_6_the_order_is_laid_one_by_one_and_is_the_same_for_all() -> None:
    """MU-6"""
    before = "mind_up[players=2] phase=lay-out row=5,20"
    assert after(before, "value 2", "value 4") == same("mind_up[players=2] phase=lay-out row=5,20 order=2-4")
    assert after(before, "value 2", "value 4", "value 1", "value 5") == same(
        "mind_up[players=2] phase=deal row=5,20 order=2-4-1-5-3 due=14"
    )


def test_mu_6_every_order_is_equally_likely() -> None:
    """MU-6: χ² with 119 degrees of freedom, 99.9 % below 172.8."""
    orders: Counter[tuple[int, ...]] = Counter()
    for key in range(6000):
        s, deal = read_position("mind_up[players=2] phase=lay-out row=5,20"), stream(key, 6)
        while s.phase == LAY_OUT:
            draw(s, deal(chance(s)))
        orders[tuple(s.order)] += 1
    assert set(orders) == set(permutations(range(1, 6)))
    assert sum((n - 50) ** 2 / 50 for n in orders.values()) < 172.8


def test_mu_7_seven_cards_each_dealt_round_the_table() -> None:
    """MU-7"""
    before = "mind_up[players=2] phase=deal row=5,20 due=14"
    assert after(before, "deal 1 30", "deal 2 31", "deal 1 60") == same(
        "mind_up[players=2] phase=deal row=5,20 hand=30,60/31 due=11"
    )
    s = Match(GAME, GAME.new(5), stream(1)).state
    assert s.phase == CHOOSE
    assert [len(numbers(hand)) for hand in s.hand] == [7, 7, 7, 7, 7, 0]


def test_mu_7_six_players_use_all_cards() -> None:
    """MU-7, MU-15"""
    game = Match(GAME, GAME.new(6), stream(2))
    assert game.state.stack.bit_count() == 12
    while game.state.scored < 2:
        game.act(game.actor, game.legal(game.actor)[0])
    assert game.state.stack == 0


TURN = "mind_up[players=3] row=10,20,30 hand=1,15,40/2,25,41/3,35,42"


def test_mu_8_all_choose_at_once_in_any_order() -> None:
    """MU-8"""
    moves = ["1: 40", "2: 2", "3: 35"]
    results = {after(TURN, *some) for some in permutations(moves)}
    assert results == {same("mind_up[players=3] row=2,35,40 hand=1,15/25,41/3,42 collection=30/10/20")}
    halfway = {after(TURN, *some) for some in permutations(moves[:2])}
    assert halfway == {same(TURN + " choice=40/2/-")}


def test_mu_8_actors_are_those_who_have_not_chosen() -> None:
    """MU-8"""
    s = play(read_position(TURN), "2: 25")
    assert GAME.rules.actors(s) == 0b101
    assert GAME.legal(s, A) == [1, 15, 40]
    assert GAME.legal(s, B) == [TAKE_BACK]


def test_mu_8_a_choice_can_be_taken_back_until_the_last_is_in() -> None:
    """MU-8"""
    assert after(TURN, "2: 25", "2: back") == same(TURN)
    assert after(TURN, "2: 25", "1: 1", "2: back", "2: 41") == same(TURN + " choice=1/41/-")
    assert GAME.legal(play(read_position(TURN), "1: 1", "2: 2", "3: 3"), A) == [15, 40]


def test_mu_8_who_has_chosen_is_public_what_is_not() -> None:
    """MU-8"""
    s = play(read_position(TURN), "2: 25", "1: 40")
    seen = [view(s, seat) for seat in (A, B, C, None)]
    assert [v.chosen for v in seen] == [[A, B]] * 4
    assert [v.choice for v in seen] == [40, 25, None, None]
    assert [v.held for v in seen] == [[3, 3, 3]] * 4
    assert [[card.number for card in v.hand or []] for v in seen] == [[1, 15, 40], [2, 25, 41], [3, 35, 42], []]


@pytest.mark.parametrize(
    ("moves", "seat", "action", "reason"),
    [
        ([], A, 2, r"Card 2 is not possible: it is not in your hand \(MU-8\)"),
        ([], A, TAKE_BACK, r"you have not chosen yet, so there is nothing to take back \(MU-8\)"),
        (["1: 15"], A, 1, r"you have already chosen 15; take it back first \(MU-8\)"),
    ],
)
def test_mu_8_what_is_refused(moves: list[str], seat: int, action: int, reason: str) -> None:
    """MU-8"""
    game = Match(GAME, play(read_position(TURN), *moves), stream(0))
    before = game.state.copy()
    with pytest.raises(NotLegal, match=reason):
        game.act(seat, action)
    assert game.state == before


def test_mu_8_nobody_can_act_while_cards_are_dealt() -> None:
    """MU-8"""
    s = GAME.new(3)
    assert GAME.narration.refuse(s, A, 1).key == "common.nothing_due"
    assert GAME.legal(s, A) == []
    ended = Match(GAME, read_position("mind_up[players=2] phase=over row=1,2"), stream(0))
    with pytest.raises(NotYourTurn, match="nobody can act now"):
        ended.act(A, 5)


@pytest.mark.parametrize(
    ("moves", "collections"),
    [
        (["1: 1", "2: 2", "3: 3"], "10/20/30"),
        (["1: 40", "2: 41", "3: 3"], "20/30/10"),
        (["1: 40", "2: 25", "3: 35"], "30/10/20"),
    ],
)
def test_mu_9_each_takes_the_row_card_above_their_own(moves: list[str], collections: str) -> None:
    """MU-9"""
    assert f"collection={collections}" in after(TURN, *moves)


def test_mu_10_a_card_joins_its_colour() -> None:
    """MU-10: orange 46 joins orange."""
    before = "mind_up[players=2] row=46,47 hand=1,2,3/58,59,60 collection=8+15,7/9,10"
    assert "collection=8+15+46,7/9,10,47" in after(before, "1: 2", "2: 58")


def test_mu_10_a_new_colour_goes_on_the_leftmost_empty_card() -> None:
    """MU-10: blue 37 without blue."""
    before = "mind_up[players=2] row=37,47 order=2-4-1-5-3 hand=1,2,3/58,59,60 collection=8+15,7/9,10"
    s = play(read_position(before), "1: 2", "2: 58")
    assert [[card.number for card in pile] for pile in view(s, A).collections[A]] == [[8, 15], [7], [37]]
    assert view(s, A).points[A] == [2 * 2 + 4 * 1 + 1 * 1 + (0 + 1 - 1 + 0)]


def test_mu_11_the_chosen_cards_are_the_new_row() -> None:
    """MU-11"""
    assert " row=3,25,40 " in after(TURN, "1: 40", "2: 25", "3: 3")


LAST_TURN = "mind_up[players=2] row=8,46 order=2-4-1-5-3 hand=2,30/50,51 collection=39+7,18,25,15/4+5+12,16,3"


def test_mu_12_the_last_card_goes_into_the_own_collection() -> None:
    """MU-12"""
    s = play(read_position(LAST_TURN), "2: 50", "1: 2")
    assert (s.phase, s.scored) == (LAY_OUT, 1)
    assert numbers(s.hand[A]) == [7, 8, 15, 18, 25, 30, 39]
    assert numbers(s.hand[B]) == [3, 4, 5, 12, 16, 46, 51]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_mu_12_rounds_have_6_7_and_8_turns(players: int) -> None:
    """MU-12"""
    game, turns = Match(GAME, GAME.new(players), stream(players)), Counter[int]()
    while not game.over:
        turns[game.state.scored] += 1
        game.act(game.actor, game.legal(game.actor)[-1])
    assert turns == {0: 6 * players, 1: 7 * players, 2: 8 * players}


def test_mu_13_mu_14_worked_example() -> None:
    """MU-13, MU-14: 4 + 4 + 1 + 15 for the cards, +2 -1 -1 +1 for the marks."""
    s = play(read_position(LAST_TURN), "2: 50", "1: 2")
    assert s.points[A][0] == 4 + 4 + 1 + 15 + 2 - 1 - 1 + 1 == 25


def test_mu_14_penalties_are_subtracted() -> None:
    """MU-14"""
    s = read_position("mind_up[players=2] row=37,47 hand=2,3/58,59 collection=1+60,19/-")
    assert (s.points[A][0], s.bonus[A]) == (1 + 1 + 2 - 3, 0)


def test_mu_15_collections_go_back_to_hand_and_a_card_is_drawn() -> None:
    """MU-15"""
    after_round = play(read_position(LAST_TURN), "2: 50", "1: 2")
    assert [card for card in after_round.row if card] == [2, 50]
    s = play(after_round, "value 5", "value 4", "value 3", "value 2", "deal 1 60", "deal 2 59")
    assert (s.phase, s.order) == (CHOOSE, [5, 4, 3, 2, 1])
    assert numbers(s.hand[A]) == [7, 8, 15, 18, 25, 30, 39, 60]
    assert not any(s.collection)
    assert view(s, C).known[A] == [7, 8, 15, 18, 25, 30, 39]


@pytest.mark.parametrize(
    ("points", "layer"), [("25,0/3,0/4,0", 2), ("3,0/9,0/3,0", 1), ("9,0/8,-1/7,0", 2), ("5,5/4,4/9,-1", 2)]
)
def test_mu_15_who_has_the_fewest_points_in_all_lays_out_the_next_order(points: str, layer: int) -> None:
    """MU-15: the earliest seat among equals."""
    s = read_position(f"mind_up[players=3] phase=lay-out round=3 row=1,2,3 points={points}")
    assert behind(s) == layer - 1


def over(points: str, bonus: str = "-/-") -> list[int]:
    """The winners at the end."""
    return GAME.winners(read_position(f"mind_up[players=2] phase=over row=1,2 points={points} bonus={bonus}"))


def test_mu_16_the_highest_sum_wins() -> None:
    """MU-16"""
    s = read_position("mind_up[players=2] phase=over row=1,2 points=10,20,30/11,20,30")
    assert (GAME.rules.over(s), GAME.scores(s)) == (True, [60, 61])
    assert GAME.winners(s) == [B]


def test_mu_16_ties_are_broken_by_round_three_then_by_bonuses() -> None:
    """MU-16"""
    assert over("10,20,30/20,11,29", "-/40") == [A]
    assert over("10,20,-1/12,16,1", "9/-") == [B]
    assert over("10,20,30/20,10,30", "7/8") == [B]
    assert over("10,20,30/20,10,30", "8/8") == [A, B]


def test_mu_16_only_positive_marks_count_as_bonuses() -> None:
    """MU-16"""
    s = play(read_position(LAST_TURN + " bonus=5/-"), "2: 50", "1: 2")
    assert s.bonus[:2] == [5 + 2 + 1, 2 + 1 + 2 + 1 + 1 + 2]


def test_mu_16_the_game_ends_after_round_three() -> None:
    """MU-16"""
    before = LAST_TURN.replace("row", "round=3 row") + " points=1,2/3,4"
    assert after(before, "2: 50", "1: 2") == same(
        "mind_up[players=2] phase=over row=2,50 order=2-4-1-5-3 points=1,2,25/3,4,29 bonus=3/9 "
        "collection=7+39,18,25,8+15+30/4+5+12,16+46,3,51"
    )


def test_mu_21_the_duel_has_a_row_of_two() -> None:
    """MU-21"""
    game = Match(GAME, GAME.new(2), stream(21))
    assert [card > 0 for card in game.state.row] == [True, True, False, False, False, False]
    before = "mind_up[players=2] row=10,20 hand=1,2,3/4,5,6"
    assert after(before, "1: 3", "2: 4") == same("mind_up[players=2] row=3,4 hand=1,2/5,6 collection=10/20")
    for players in (1, 7):
        with pytest.raises(UnknownOption, match="2-6 players"):
            GAME.new(players)


def test_cards_seen_by_all_stay_known_when_the_rest_is_dealt_anew() -> None:
    """MU-15: what went from a collection to a hand is known; other cards and all choices are not."""
    position = "mind_up[players=2] round=2 row=10,20 hand=1,2,3/4,5,6 known=1,4,5 choice=-/6 points=-1/1"
    hands: Counter[tuple[int, int]] = Counter()
    for key in range(2000):
        s, deal = read_position(position), stream(key, 15)
        GAME.rules.hide(s, A)
        assert not GAME.rules.actors(s)
        while n := chance(s):
            draw(s, deal(n))
        assert (s.phase, s.hand[A], s.seen) == (CHOOSE, 0b1110, read_position(position).seen)
        other = set(numbers(s.hand[B]))
        assert {4, 5} < other
        (third,) = other - {4, 5}
        hands[third, s.choice[B]] += 1
    choices = Counter("third" if card == third else str(card) for third, card in hands.elements())
    assert sum((n - 2000 / 3) ** 2 / (2000 / 3) for n in choices.values()) < 13.82  # 2 degrees of freedom, 99.9 %
    thirds = Counter(third for third, _ in hands.elements())
    assert set(thirds) == set(range(1, 61)) - {1, 2, 3, 4, 5, 10, 20}
    assert sum((n - 2000 / 53) ** 2 / (2000 / 53) for n in thirds.values()) < 90.6  # 52 degrees of freedom, 99.9 %


def test_dealing_anew_is_written_like_everything_else() -> None:
    """MU-15: positions after `hide` read back, in the middle of a deal as well."""
    for key in range(20):
        s, deal = GAME.new(3, goals="fixed"), stream(key, 16)
        for _ in range(deal(150)):
            s = next_state(GAME, s, laws.choose_event(GAME, s, deal)) if s.phase != OVER else s
        before = s.phase
        GAME.rules.hide(s, deal(3))
        while s.phase in (DEAL_ANEW, CHOOSE_ANEW):
            text = GAME.notation.write_position(s)
            assert read_position(text) == s, text
            outcome = deal(chance(s))
            assert GAME.notation.read_draw(s, GAME.notation.write_draw(s, outcome)) == outcome
            draw(s, outcome)
        assert s.phase == before
