"""What the moves of Mind Up! are done with."""

from typing import Any

from koloda.core.facts import fact
from koloda.games.mind_up import GAME
from koloda.games.mind_up.moves import MindUpMove, attempts, info
from koloda.table.match import next_state
from tests import laws


def test_mu_8_a_choice_is_a_card_and_can_be_taken_back() -> None:
    """MU-8"""
    s = next_state(GAME, *_first_choice())
    (seat,) = [p for p in range(s.players) if s.choice[p]]
    number = s.choice[seat]
    (back,) = GAME.legal(s, seat)
    told = fact("mind_up.brings_another")
    assert info(s, seat, back) == MindUpMove(kind="take_back", cards=[str(number)], consequence=told)
    assert str(number) in attempts(s, seat)


def _first_choice() -> tuple[Any, Any]:
    for before, event, _ in laws.walk(GAME, {"players": 3}, 1):
        if not GAME.rules.chance(before):
            return before, event
    raise AssertionError
