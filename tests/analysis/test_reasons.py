"""Reasons: computed by what a seat knows, said in both languages, and nothing that does not stand out."""

from itertools import islice
from typing import Any

import pytest

from koloda.analysis.reasons import NO_REASON, can_reason, hint_reason, reason
from koloda.bots.comparer import Comparer
from koloda.bots.hint import HintMove
from koloda.bots.knowledge import knowledge_of
from koloda.core.estimate import Estimate
from koloda.core.facts import Fact
from koloda.core.game import Game
from koloda.core.text import say
from koloda.games import GAMES, no_thanks
from tests.bots.test_hint import dealt_anew, decisions
from tests.bots.test_plain_games import BLIND, PLAIN
from tests.reasons import said, why

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
USED = "no_thanks[players=3 chips=11] turn=1 card=24 pot=16 chips=5/6/6 taken=10/23/25"
"""The 24 with its chips is a bargain for everybody, and lies beside a card of each of the others."""
DEAR = "no_thanks[players=3 chips=11] turn=1 card=35 chips=11/11/11"
FEW = 256


def test_a_reason_says_what_a_move_cost_and_why() -> None:
    found = why(no_thanks.GAME, USED, "take", "pass")
    assert found.points.clear
    cost = round(found.points.mean)
    assert said(found) == [
        f"Passing cost {cost} points on average: two other players could use the 24, and chips run out sooner.",
        f"Отказаться было хуже в среднем на {cost} очков: 24 пригодится ещё двоим, и фишки кончаются раньше.",
    ]


def test_it_praises_and_advises_as_well() -> None:
    great, hint = (why(no_thanks.GAME, DEAR, "pass", "take", tone) for tone in ("would_cost", "costs"))
    assert great.points == hint.points
    assert said(great)[0].startswith("Taking the 35 would have cost ")
    assert said(great)[1].startswith("Взять 35 было бы хуже в среднем на ")
    assert said(hint)[0].startswith("Taking the 35 costs ")
    assert said(hint)[1].startswith("Взять 35 хуже в среднем на ")


@every_game
def test_it_is_the_same_whatever_the_hidden_cards_are(game: Game) -> None:
    for number, (s, seat) in enumerate(islice(decisions(game, 5), 6)):
        other, legal = dealt_anew(game, s, seat, number), game.legal(s, seat)
        one, same, again = (
            reason(knowledge_of(game, each, seat), legal[-1], legal[0], most=64) for each in (s, other, s)
        )
        assert one == same == again


@every_game
def test_nothing_is_said_of_a_move_that_the_deals_do_not_see_as_worse(game: Game) -> None:
    """Of two moves, only one can be called the worse one."""
    talked = 0
    for s, seat in islice(decisions(game, 6), 8):
        legal, knowledge = game.legal(s, seat), knowledge_of(game, s, seat)
        there, back = reason(knowledge, legal[0], legal[-1], most=FEW), reason(knowledge, legal[-1], legal[0], most=FEW)
        assert (there.points.mean, there.wins.mean) == pytest.approx((-back.points.mean, -back.wins.mean))
        if there.wins.clear:
            assert not (there if there.wins.mean < 0 else back).facts
        talked += bool(there.facts or back.facts)
    assert talked


def test_a_game_from_elsewhere_gets_a_reason_without_any_code_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even a policy: everybody goes on at random."""
    monkeypatch.setattr(Comparer, "load", lambda self: None)  # nothing is compiled for one game more
    assert (PLAIN.reasons, PLAIN.policy) == (None, None)
    found = why(PLAIN, DEAR, "pass", "take", most=64)
    cost = round(found.points.mean)
    assert said(found)[0].startswith(f"That cost {cost} points on average")
    assert said(found)[1].startswith(f"Это стоило в среднем {cost} очк")


def test_where_there_is_no_reason() -> None:
    assert not can_reason(BLIND)
    s = no_thanks.GAME.notation.read_position(DEAR)
    knowledge = knowledge_of(no_thanks.GAME, s, 0)
    assert reason(knowledge, 1, 1) == NO_REASON
    assert hint_reason(knowledge, [HintMove(0, 0.0, 0.0), HintMove(1, 0.01, 0.02)]) == NO_REASON
    assert hint_reason(knowledge, [HintMove(0, 0.0, 0.0), HintMove(1, 0.2, 0.02)]).facts


@pytest.mark.parametrize(
    ("mean", "error", "shown"),
    [
        (2.34, 0.2, "2.3 2,3 2"),
        (2.34, 0.02, "2.3 2,3 2"),
        (0.234, 0.02, "0.23 0,23 2"),
        (0.204, 0.02, "0.2 0,2 2"),
        (1.98, 0.1, "2 2 2"),
        (11.4, 0.8, "11 11 11"),
    ],
)
def test_a_number_has_the_digits_that_its_error_supports(mean: float, error: float, shown: str) -> None:
    amount: dict[str, Any] = Estimate(mean, error).amount
    assert isinstance(amount["number"], Fact)
    assert f"{say(amount['number'], 'en')} {say(amount['number'], 'ru')} {amount['n']}" == shown
