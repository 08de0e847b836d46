"""Crazy eights next to OpenSpiel's, and rule by rule."""

import pytest

from koloda.core.errors import NotUnderstood
from koloda.core.text import say
from koloda_crazy_eights import GAME, rules
from koloda_crazy_eights.state import DRAW, PASS, State
from tests.example_games.follow import follow, load


def at(text: str) -> State:
    found: State = GAME.notation.read_position(f"crazy_eights[players=2] {text}")
    return found


def play(s: State, *moves: str) -> State:
    for move in moves:
        action = GAME.notation.read_action(s, move)
        assert action in GAME.legal(s, s.turn), move
        rules.act(s, s.turn, action)
    return s


def legal(s: State) -> list[str]:
    return [GAME.notation.write_action(s, action) for action in GAME.legal(s, s.turn)]


@pytest.mark.parametrize(("players", "games"), [(2, 1000), (3, 500), (4, 500), (5, 500)])
def test_openspiel_plays_the_same(players: int, games: int) -> None:
    """All rules, CE-1 to CE-8."""
    follow(GAME, load("crazy_eights", players=players), games, lambda s: [-float(each) for each in GAME.scores(s)])


def test_an_eight_is_not_turned_up() -> None:
    """CE-1, CE-2, CE-3."""
    s = GAME.new(2)
    rules.draw(s, GAME.notation.read_draw(s, "dealer 1"))
    dealt = []
    for _ in range(14):
        dealt.append(GAME.notation.write_draw(s, 0))
        rules.draw(s, 0)
    assert dealt[:5] == ["deal 2 2c", "deal 1 2d", "deal 2 2h", "deal 1 2s", "deal 2 3c"]
    rules.draw(s, GAME.notation.read_draw(s, "top 8c"))
    assert (rules.chance(s), s.top) == (38, -1)
    rules.draw(s, GAME.notation.read_draw(s, "top 5h"))
    assert (s.turn, legal(s)) == (1, ["play 2h", "play 3h", "play 4h", "play 5c", "draw"])


def test_suit_rank_or_eight() -> None:
    """CE-4, CE-5."""
    s = at("hands=2c,9h,8d,3s/Ks,4d top=9c played=9c")
    assert legal(s) == ["play 2c", "play 8d", "play 9h", "draw"]
    assert "(CE-4)" in say(GAME.narration.refuse(s, 0, GAME.notation.read_action(s, "3s")))
    assert legal(play(s, "8d")) == ["name clubs", "name diamonds", "name hearts", "name spades"]
    assert "(CE-5)" in say(GAME.narration.refuse(s, 0, DRAW))
    assert legal(play(s, "spades")) == ["play Ks", "draw"]


def test_five_cards_a_turn_then_a_pass() -> None:
    """CE-6."""
    s = at("hands=2c/Ks top=9h played=9h")
    assert "(CE-6)" in say(GAME.narration.refuse(s, 0, PASS))
    for _ in range(5):
        assert "draw" in legal(s)
        rules.draw(play(s, "draw"), 0)
    assert legal(s)[-1] == "pass"
    assert "(CE-6)" in say(GAME.narration.refuse(s, 0, DRAW))
    assert play(s, "pass").turn == 1


def test_the_last_card_ends_the_game() -> None:
    """CE-7, CE-8, CE-9."""
    s = play(at("hands=8d/Ks,8s,10s,2c top=9c played=9c"), "8d")
    assert rules.over(s)
    assert GAME.scores(s) == [0, 10 + 50 + 37 + 2]
    assert GAME.view(s, None).hands == [[], ["2♣", "8♠", "10♠", "K♠"]]  # type: ignore[attr-defined]


def test_three_passes_of_two_players_end_the_game() -> None:
    """CE-7."""
    s = at("hands=2c/Ks drawn=5 passes=1 top=9h played=9h")
    assert not rules.over(play(s, "pass"))
    s.drawn = 5
    assert rules.over(play(s, "pass"))


@pytest.mark.parametrize(
    "wrong",
    ["", "phase=play", "phase=asleep", "hands=2c/2c", "hands=1c/-", "top=9h", "hands=-/2c top=9h played=9h", "ante=1"],
)
def test_bad_positions_are_refused(wrong: str) -> None:
    with pytest.raises(NotUnderstood):
        at(wrong)
    with pytest.raises(NotUnderstood):
        GAME.notation.read_action(GAME.new(), "play 1c")
    with pytest.raises(NotUnderstood):
        GAME.notation.read_draw(GAME.new(), "dealer 9")
