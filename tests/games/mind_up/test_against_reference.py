"""Whole games of Mind Up!, held against a table of plain lists that hears the same draws and moves."""

from typing import Any

from hypothesis import given, seed, settings
from hypothesis import strategies as st

from koloda.core.game import Draw
from koloda.games.mind_up import GAME
from koloda.games.mind_up.cards import GOAL_NAMES, found, named
from koloda.games.mind_up.options import MODES
from koloda.games.mind_up.state import State
from koloda.games.mind_up.view import piles
from tests.games.mind_up import referee
from tests.games.mind_up.reference_game import ReferenceGame
from tests.laws import walk


def agree(s: State, reference: ReferenceGame) -> None:
    seats = range(s.players)
    assert [card for card in s.row if card] == reference.row
    assert [value for value in s.order if value] == reference.order
    assert [set(referee.cards(s.hand[p])) for p in seats] == reference.hands
    assert {p: s.choice[p] for p in seats if s.choice[p]} == reference.choices
    assert [piles(s, p) for p in seats] == [[sorted(pile) for pile in reference.collections[p]] for p in seats]
    assert {GOAL_NAMES[goal] for goal in referee.cards(s.open_goals)} == set(reference.goals)
    assert [[s.points[p][n] for p in seats] for n in range(s.scored)] == reference.rounds


@seed(2026)
@settings(max_examples=60, deadline=None, database=None)
@given(referee.options(), st.integers(0, 2**31 - 1))
def test_the_same_game_in_plain_lists(options: dict[str, Any], key: int) -> None:
    """MU-5 … MU-20"""
    first = GAME.new(**options)
    reference = ReferenceGame(first.players, named(found(first)), MODES[first.goal_mode])
    for before, event, after in walk(GAME, options, key):
        if isinstance(event, Draw):
            reference.hear(GAME.notation.write_draw(before, event.outcome))
        else:
            reference.choose(event.seat, GAME.notation.write_action(before, event.action))
        agree(after, reference)
    assert after.bonus[: after.players] == reference.bonuses
    assert GAME.scores(after) == [sum(r[p] for r in reference.rounds) for p in range(after.players)]
    assert GAME.winners(after) == reference.winners()
