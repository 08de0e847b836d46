"""Dobro: drawing and forgetting, the end of a round and of the game (DB-17 to DB-27)."""

from collections import Counter
from typing import Any

import pytest

from koloda.compiled.generator import stream
from koloda.core.errors import NotLegal
from koloda.games.dobro import GAME
from koloda.games.dobro.notation import read_position
from koloda.games.dobro.rules import leaders
from koloda.games.dobro.state import CHOOSE, DEAL, DRAW, LEADER, OVER, PLAY, State
from koloda.games.dobro.view import names, view
from koloda.table.match import Match
from tests.games.dobro.positions import after, legal, played, same, told
from tests.games.dobro.referee import edition, round_points
from tests.laws import walk

A, B, C, D = range(4)
EMPTY = edition({"2": 4, "3": 4, "4": 4}, 4)
"""Three hands of four and no deck."""


def test_db_17_draw_up_to_the_hand_limit() -> None:
    """DB-17"""
    position = "dobro[players=3] hands=2,3,4,5,6/7/8"
    assert played(position, "2").phase == CHOOSE
    assert after(position, "2", "draw", "deal 1 12", "deal 1 J") == same(
        "dobro[players=3] turn=2 trick=2 hands=3,4,5,6,12,J/7/8"
    )


def test_db_17_draw_as_many_as_the_deck_has() -> None:
    """DB-17"""
    deck = edition({"2": 2, "3": 2, "7": 1}, 2)
    s = GAME.new(2, edition=deck)
    for move in ("deal 1 2", "deal 1 2", "deal 2 3", "deal 2 3", "first 1"):
        GAME.rules.draw(s, GAME.notation.read_draw(s, move))
    position = GAME.notation.write_position(s)
    last = played(position, "2", "draw", "deal 1 7")
    assert (last.left, last.turn, last.phase) == (0, B, PLAY)
    alone = played(position, "2", "end", "take", "3", "draw", "deal 2 7")
    assert (alone.held[:2], alone.left, alone.turn) == ([1, 2], 0, A)


def test_db_18_who_forgets_gets_the_forgetful_card_from_the_table_or_its_holder() -> None:
    """DB-18"""
    assert after("dobro[players=3] hands=2,3/7,8/9,10", "2", "end") == same(
        "dobro[players=3] turn=2 trick=2 hands=3/7,8/9,10 forgetful=1"
    )
    assert after("dobro[players=3] forgetful=3 hands=2,3/7,8/9,10", "2", "end") == same(
        "dobro[players=3] turn=2 trick=2 hands=3/7,8/9,10 forgetful=1"
    )
    assert played("dobro[players=3] forgetful=1 hands=2,3/7,8/9,10", "2", "draw").forgetful == A, "it stays"


def test_db_18_missing_cards_are_drawn_at_the_end_of_the_next_turn() -> None:
    """DB-18"""
    position = "dobro[players=2] hands=2,3,4,5,6,6/7,8,9,10,11,12"
    moves = ["2", "end", "7", "draw", "deal 2 2", "take", "draw", "deal 1 3"]
    s = played(position, *moves)
    assert (s.held[A], s.turn, s.phase) == (6, A, PLAY)


def test_db_18_after_a_forgotten_take_they_are_drawn_after_the_lead_that_follows() -> None:
    """DB-18"""
    position = "dobro[players=3] turn=2 trick=4 hands=3/2,12/3"
    s = played(position, "take", "end")
    assert (s.turn, s.phase, s.forgetful) == (B, PLAY, B)
    led = played(position, "take", "end", "12")
    assert (led.turn, led.phase) == (B, CHOOSE)
    drawn = played(position, "take", "end", "12", "draw", *["deal 2 5"] * 5)
    assert (drawn.held[B], drawn.turn, drawn.forgetful) == (6, C, B)


def test_db_19_with_an_empty_deck_nobody_draws_and_nobody_forgets() -> None:
    """DB-19"""
    s = GAME.new(3, edition=EMPTY)
    for card, seat in zip("234", "123", strict=True):
        for _ in range(4):
            GAME.rules.draw(s, GAME.notation.read_draw(s, f"deal {seat} {card}"))
    GAME.rules.draw(s, 0)
    position = GAME.notation.write_position(s)
    assert s.left == 0
    played_once = played(position, "2")
    assert (played_once.turn, played_once.phase, played_once.forgetful) == (B, PLAY, -1)
    taken = played(position, "2", "take")
    assert (taken.turn, taken.phase) == (B, PLAY)


def test_db_20_without_attention_drawing_is_automatic() -> None:
    """DB-20"""
    position = "dobro[players=3 attention=off] trick=4 hands=2,3,4,5,6/7/8"
    s = played(position, "4")
    assert (s.phase, GAME.rules.actors(s), GAME.rules.chance(s) > 0) == (DRAW, 0, True)
    assert after(position, "take", "deal 1 J") == same(
        "dobro[players=3 attention=off] hands=2,3,4,5,6,J/7/8 piles=4/-/-"
    )


def test_db_20_drawing_is_asked_only_when_cards_are_owed() -> None:
    """DB-20"""
    full = "hands=2,2,3,3,4,4/5,5,6,6,7,7/8,8,9,9,10,10"
    assert played(f"dobro[players=3] trick=4 {full}", "take").phase == PLAY
    assert legal("dobro[players=3] phase=choose trick=2 hands=2/3/3") == ["draw", "end"]


def test_db_20_a_draw_is_of_all_that_is_owed() -> None:
    """DB-20: nothing can be done between its cards."""
    s = played("dobro[players=3] hands=2,3,4,5,6/7/8", "2", "draw", "deal 1 3")
    assert (s.phase, s.held[A]) == (DRAW, 5)
    assert [GAME.legal(s, seat) for seat in (A, B, C)] == [[], [], []]


@pytest.mark.parametrize(
    ("position", "move", "reason"),
    [
        (
            "dobro[players=3] hands=2/3/3",
            "draw",
            r"at the end of the turn, after you have played or taken the trick \(DB-17\)",
        ),
        ("dobro[players=3 attention=off] hands=2/3/3", "end", r"automatic at this table \(DB-20\)"),
        ("dobro[players=3] phase=choose trick=2 hands=2/3/3", "2", r"first draw the 5 cards owed to you.*\(DB-20\)"),
        ("dobro[players=3] trick=7 hands=2,J/3/3", "J=6", r"Joker as 6 is not possible: it takes 7 or more \(DB-8\)"),
        ("dobro[players=3] trick=7 hands=2,3,3/3/3", "3+3", r"together they make 6, and it takes 7 or more \(DB-10\)"),
        ("dobro[players=3] hands=2,3/3/3", "2+J", "you do not have Joker"),
        ("dobro[players=3] hands=2,3/3/3", "4+4", "you do not have 4, 4"),
        ("dobro[players=3] hands=2,3/3/3", "skip", "you do not have Skip"),
    ],
)
def test_refused_moves_say_why(position: str, move: str, reason: str) -> None:
    """DB-8, DB-10, DB-17, DB-20"""
    s = read_position(position)
    with pytest.raises(NotLegal, match=reason):
        Match(GAME, s, stream(0)).act(A, GAME.notation.read_action(s, move))


def test_db_21_the_round_ends_with_an_empty_hand_before_drawing() -> None:
    """DB-21: the trick and all hands are discarded, though the deck has cards."""
    position = "dobro[players=3] trick=2 hands=3/7,8/9,10 piles=4,4,5/6,6/S"
    assert after(position, "3") == same("dobro[players=3] phase=deal round=2 points=1/2/3 last=1/2/3")
    assert played("dobro[players=3] trick=2 hands=3,3/7,8/9,10", "3+3").phase == DEAL
    s = played("dobro[players=3] trick=2 hands=3,4/7,8/9,10", "3")
    assert s.played == 0, "a card is left"


@pytest.mark.parametrize(
    ("sizes", "points"),
    [
        ([18, 12, 12, 8], [1, 2, 2, 4]),
        ([5, 5, 5, 5], [1, 1, 1, 1]),
        ([9, 4, 4, 4], [1, 2, 2, 2]),
        ([7, 7, 7, 0], [1, 1, 1, 4]),
        ([0, 1, 2, 3], [4, 3, 2, 1]),
    ],
)
def test_db_22_a_point_and_one_for_every_larger_pile(sizes: list[int], points: list[int]) -> None:
    """DB-22, the rulebook's 18, 12, 12, 8 among them: by card counts, and by places."""
    cards = (Counter(names(GAME.new(4).unseen)) - Counter("2333")).elements()
    piles = "/".join(",".join(next(cards) for _ in range(size)) or "-" for size in sizes)
    s = played(f"dobro[players=4] hands=2/3/3/3 piles={piles}", "2")
    assert s.points[:4] == s.last[:4] == points
    assert round_points(sizes, -1) == points


def test_db_23_the_forgetful_card_costs_a_point() -> None:
    """DB-23: a round may bring 0."""
    assert after("dobro[players=3] trick=2 hands=3/7,8/9,10 piles=4,4,5/6,6/S forgetful=1", "3") == same(
        "dobro[players=3] phase=deal round=2 points=-/2/3 last=-/2/3"
    )


def test_db_24_a_new_round_has_all_cards_and_keeps_the_direction() -> None:
    """DB-24"""
    before = "dobro[players=3] direction=- trick=2,R".replace("R", "reverse")
    assert after(f"{before} hands=3/7,8/9,10 piles=4,4,5/6,6/S forgetful=2 points=2/1/1", "3") == same(
        "dobro[players=3] phase=deal round=2 direction=- points=3/2/4 last=1/1/3"
    )
    s = played(f"{before} hands=3/7,8/9,10 piles=4,4,5/6,6/S forgetful=2", "3")
    assert (len(names(s.unseen)), s.left) == (56, 56)


LEADS = [
    # points, hands, those who may lead: the fewest points, whatever the hands
    ("2/1/3", "12,12,12,11,11,11/2,2,2,2,2,3/4,4,4,4,4,4", [B]),
    # among equals the highest number, then the next
    ("1/1/3", "12,2,2,2,2,2/11,11,11,10,10,10/12,12,4,4,4,4", [A]),
    ("1/1/1", "12,9,2,2,2,4/12,10,2,2,3,3/11,11,11,10,10,4", [B]),
    ("1/1/1", "12,9,8,2,2,2/12,9,7,7,7,7/12,9,8,3,3,3", [C]),
    # duplicates count
    ("1/1/3", "12,10,10,2,2,2/12,12,2,3,3,3/4,4,4,4,4,4", [B]),
    # specials do not, and who runs out of numbers first loses
    ("1/1/3", "12,7,J,J,S,S/12,7,2,J,R,R/4,4,4,4,4,4", [B]),
    ("1/1/3", "J,J,J,S,S,R/2,3,3,3,3,3/4,4,4,4,4,4", [B]),
    # equal numbers: by lot
    ("1/1/3", "12,7,J,J,S,S/12,7,J,R,R,2/4,4,4,4,4,4", [B]),
    ("1/1/3", "12,7,2,J,S,S/12,7,2,J,R,R/4,4,4,4,4,4", [A, B]),
    ("1/1/1", "12,7,2,3,4,5/12,7,2,3,4,5/12,7,2,3,4,5", [A, B, C]),
]


@pytest.mark.parametrize(("points", "hands", "who"), LEADS)
def test_db_25_the_fewest_points_lead_then_the_better_hand_then_the_lot(
    points: str, hands: str, who: list[int]
) -> None:
    """DB-25"""
    s = read_position(f"dobro[players=3] round=2 phase=leader points={points} hands={hands}")
    assert [seat for seat in range(3) if leaders(s) >> seat & 1] == who
    assert GAME.rules.chance(s) == len(who)
    for outcome, seat in enumerate(who):
        led = s.copy()
        GAME.rules.draw(led, outcome)
        assert (led.phase, led.turn) == (PLAY, seat)


def test_db_25_points_of_all_rounds_count_less_the_forgetful_card() -> None:
    """DB-25"""
    s = played("dobro[players=3] round=2 hands=3/7,8/9,10 piles=4,4,5/6,6/S forgetful=3 points=3/2/1", "3")
    assert s.points[:3] == [4, 4, 3]
    while s.phase == DEAL:
        GAME.rules.draw(s, 0)
    assert (s.phase, leaders(s)) == (LEADER, 1 << C)


def test_db_25_only_the_leader_is_announced() -> None:
    """DB-25: alike whether cards or the lot decided."""
    for points, hands, who in LEADS:
        position = f"dobro[players=3] round=2 phase=leader points={points} hands={hands}"
        for seat in who:
            assert told(position, f"first {seat + 1}", seat=None) == [f"Player {seat + 1} leads the round."]


def chi_square(seen: Counter[Any], outcomes: list[Any], weights: list[int]) -> float:
    """The statistic against these weights."""
    total = seen.total()
    expected = [total * weight / sum(weights) for weight in weights]
    return sum((seen[outcome] - e) ** 2 / e for outcome, e in zip(outcomes, expected, strict=True))


def test_db_5_everyone_leads_the_first_round_equally_often() -> None:
    """DB-5: χ² with 3 degrees of freedom, 99.9 % below 16.27."""
    first = Counter(Match(GAME, GAME.new(4), stream(key)).state.turn for key in range(3000))
    assert chi_square(first, [A, B, C, D], [1] * 4) < 16.27


def test_db_25_the_lot_among_equals_is_fair() -> None:
    """DB-25: χ² with 1 degree of freedom, 99.9 % below 10.83."""
    tied = read_position(f"dobro[players=3] round=2 phase=leader points=1/3/1 hands={'12,7,2,3,4,5/' * 2}12,7,2,3,4,5")
    deal = stream(11)
    first: Counter[int] = Counter()
    for _ in range(4000):
        s = tied.copy()
        GAME.rules.draw(s, deal(GAME.rules.chance(s)))
        first[s.turn] += 1
    assert first.total() == first[A] + first[C]
    assert chi_square(first, [A, C], [1, 1]) < 10.83


@pytest.mark.parametrize("players", [2, 3])
def test_db_4_every_card_is_dealt_as_often_as_it_is_in_the_deck(players: int) -> None:
    """DB-4, DB-6: the last card dealt; χ² with 13 or 12 degrees of freedom, 99.9 % below 34.53 and 32.91."""
    dealt: Counter[str] = Counter()
    for key in range(4000):
        deal = stream(key, players)
        s = GAME.new(players)
        while s.turn < players - 1 or s.held[s.turn] < s.limit - 1:
            GAME.rules.draw(s, deal(GAME.rules.chance(s)))
        before = s.copy()
        GAME.rules.draw(s, deal(GAME.rules.chance(s)))
        dealt += Counter(names(before.unseen - s.unseen))
    deck = Counter(names(GAME.new(players).unseen))
    assert chi_square(dealt, list(deck), list(deck.values())) < (34.53 if players == 3 else 32.91)


def test_db_26_after_three_rounds_the_most_points_win() -> None:
    """DB-26"""
    s = played("dobro[players=3] round=3 hands=3/7,8/9,10 piles=4,4,5/6,6/S points=7/4/2", "3")
    assert (s.phase, s.played) == (OVER, 3)
    assert GAME.scores(s) == [8, 6, 5]
    assert GAME.winners(s) == [A]


@pytest.mark.parametrize("players", [4, 5, 6])
def test_db_26_the_long_game_has_as_many_rounds_as_players(players: int) -> None:
    """DB-26"""
    play = Match(GAME, GAME.new(players, rounds="long"), stream(players))
    while not play.over:
        play.act(play.actor, play.legal(play.actor)[0])
    assert play.state.played == players


def test_db_27_ties_go_to_the_last_round_then_to_the_smaller_sum_then_are_shared() -> None:
    """DB-27: specials count 0, and so does a Joker."""
    over = "dobro[players=3] phase=over points=6/6/3"
    assert GAME.winners(read_position(f"{over} last=2/3/1 piles=2/12/3")) == [B]
    assert GAME.winners(read_position(f"{over} last=2/2/1 piles=2,3/6/3")) == [A]
    assert GAME.winners(read_position(f"{over} last=2/2/1 piles=2,3,J/5,S,R/3")) == [A, B]
    assert GAME.winners(read_position(f"{over} last=2/2/1 piles=2,3,J/4,S,R/3")) == [B]


def test_db_27_the_forgetful_card_counts_in_the_last_round() -> None:
    """DB-27, DB-23"""
    s = played("dobro[players=3] round=3 hands=3/7,8/9,10 piles=4,4/6/S,S forgetful=2 points=3/2/3", "3")
    assert (s.points[:3], s.last[:3]) == ([4, 4, 4], [1, 2, 1])
    assert GAME.winners(s) == [B]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_points_are_those_of_all_rounds_counted_by_places(players: int) -> None:
    """DB-22, DB-23, DB-26: whole random games, counted from the piles as each round ends."""
    for key in range(5):
        points = [0] * players
        final: State | None = None
        for before, _, final in walk(GAME, {"players": players}, key):
            if final.played > before.played:
                sizes = [len(names(pile)) for pile in before.pile[:players]]
                points = [a + b for a, b in zip(points, round_points(sizes, before.forgetful), strict=True)]
        assert final is not None
        assert GAME.scores(final) == points


@pytest.mark.parametrize("special", ["skip", "reverse"])
def test_a_game_of_specials_alone_ends(special: str) -> None:
    """DB-15: every second turn at least plays a card, and cards do not come back."""
    deck = {"numbers": {}, "specials": {special: 15}, "hand": {"usual": 2, "six": 1}, "two": {"aside": 0}}
    for key in range(20):
        *_, last = walk(GAME, {"players": 3, "edition": deck}, key)
        assert last.after.phase == OVER


def test_db_21_nothing_of_the_hands_left_over_is_shown() -> None:
    """DB-21, DB-27: at the end the score piles are opened, the hands are not."""
    s = played("dobro[players=3] round=3 trick=2 hands=3/7,8/9,10 piles=4,4,5/6,6/S", "3")
    assert view(s, B).piles == [["4", "4", "5"], ["6", "6"], ["S"]]
    assert (view(s, B).hand, view(s, B).hand_sizes) == ([], [0, 0, 0])
