"""Leduc poker next to OpenSpiel's, and rule by rule."""

import pytest

from koloda.core.errors import NotUnderstood
from koloda.core.lesson import lesson_of
from koloda.core.text import say
from koloda.server.lessons import made
from koloda_leduc import GAME, rules
from koloda_leduc.state import CALL, FOLD, RAISE, State
from tests.example_games.follow import follow, load
from tests.example_games.leduc.equilibrium import game_value

VALUE = -0.0856064


def at(text: str) -> State:
    found: State = GAME.notation.read_position(f"leduc[players=2] {text}")
    return found


def after(s: State, *actions: int) -> State:
    for action in actions:
        assert action in GAME.legal(s, s.turn)
        rules.act(s, s.turn, action)
    return s


@pytest.mark.parametrize(("players", "games"), [(2, 3000), (3, 1000), (4, 500), (5, 500), (10, 100)])
def test_openspiel_plays_the_same(players: int, games: int) -> None:
    """All rules, LD-1 to LD-7. From three players on a chip of OpenSpiel's is two of ours (LD-2)."""

    def returns(s: State) -> list[float]:
        return [score / s.ante for score in GAME.scores(s)]

    follow(GAME, load("leduc_poker", players=players), games, returns)


def test_the_value_that_openspiel_has() -> None:
    assert game_value(load("leduc_poker")) == pytest.approx(VALUE, abs=1e-7)


def test_a_raise_is_twice_as_high_in_the_second_round() -> None:
    """LD-3, LD-5."""
    s = after(at("cards=Ks/Jh"), RAISE, RAISE, CALL)
    assert (s.stakes[:2], rules.chance(s)) == ([5, 5], 4)
    rules.draw(s, 0)
    assert after(s, CALL, RAISE, RAISE, CALL).stakes[:2] == [13, 13]


def test_nobody_folds_for_nothing_or_raises_a_third_time() -> None:
    """LD-4, LD-5."""
    s = at("cards=Ks/Jh")
    assert GAME.legal(s, 0) == [CALL, RAISE]
    assert "(LD-4)" in say(GAME.narration.refuse(s, 0, FOLD))
    assert GAME.legal(after(s, RAISE, RAISE), 0) == [FOLD, CALL]
    assert "(LD-5)" in say(GAME.narration.refuse(s, 0, RAISE))


def test_the_last_one_left_wins_and_shows_nothing() -> None:
    """LD-6, LD-7, LD-8."""
    s = after(at("cards=Ks/Jh"), RAISE, FOLD)
    assert rules.over(s)
    assert GAME.scores(s) == [1, -1]
    assert GAME.view(s, None).cards == [None, None]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("cards", "public", "scores"), [("Ks/Jh", "Js", [-1, 1]), ("Ks/Jh", "Qs", [1, -1]), ("Ks/Kh", "Js", [0, 0])]
)
def test_a_pair_beats_all_and_equals_share(cards: str, public: str, scores: list[int]) -> None:
    """LD-1, LD-7, LD-8: who is left at the end shows the card."""
    s = after(at(f"cards={cards} public={public}"), CALL, CALL)
    assert GAME.scores(s) == scores
    assert None not in GAME.view(s, None).cards  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "wrong", ["cards=Ks/Ks", "cards=10s/-", "stakes=14/1", "stakes=1", "folded=1/1", "folded=1/0 turn=1", "chips=3"]
)
def test_bad_positions_are_refused(wrong: str) -> None:
    with pytest.raises(NotUnderstood):
        at(wrong)
    with pytest.raises(NotUnderstood):
        GAME.notation.read_action(at(""), "all in")
    with pytest.raises(NotUnderstood):
        GAME.notation.read_draw(at(""), "deal 2 Ks")


def test_its_lesson_is_played_by_its_rules() -> None:
    """LD-3, LD-4, LD-7: a bet, a pair that wins, and a fold."""
    lesson = lesson_of(GAME)
    assert lesson is not None
    bet, pair, fold = made(GAME, lesson).steps
    assert [step.tasks[0].move for step in (bet, pair, fold)] == ["raise", "raise", "fold"]
    assert pair.after[-1].view.winners == [0]
    assert fold.after[-1].view.scores == [-1, 1]
    assert {*bet.texts} == {"en", "ru"}
