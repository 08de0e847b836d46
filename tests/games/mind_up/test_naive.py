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
from tests.games.mind_up.naive import Naive
from tests.laws import walk


def agree(s: State, naive: Naive) -> None:
    seats = range(s.players)
    assert [card for card in s.row if card] == naive.row
    assert [value for value in s.order if value] == naive.order
    assert [set(referee.cards(s.hand[p])) for p in seats] == naive.hands
    assert {p: s.choice[p] for p in seats if s.choice[p]} == naive.choices
    assert [piles(s, p) for p in seats] == [[sorted(pile) for pile in naive.collections[p]] for p in seats]
    assert {GOAL_NAMES[goal] for goal in referee.cards(s.open_goals)} == set(naive.goals)
    assert [[s.points[p][n] for p in seats] for n in range(s.scored)] == naive.rounds


@seed(2026)
@settings(max_examples=60, deadline=None, database=None)
@given(referee.options(), st.integers(0, 2**31 - 1))
def test_the_same_game_in_plain_lists(options: dict[str, Any], key: int) -> None:
    """MU-5 … MU-20"""
    first = GAME.new(**options)
    naive = Naive(first.players, named(found(first)), MODES[first.goal_mode])
    for before, event, after in walk(GAME, options, key):
        if isinstance(event, Draw):
            naive.hear(GAME.notation.write_draw(before, event.outcome))
        else:
            naive.choose(event.seat, GAME.notation.write_action(before, event.action))
        agree(after, naive)
    assert after.bonus[: after.players] == naive.bonuses
    assert GAME.scores(after) == [sum(r[p] for r in naive.rounds) for p in range(after.players)]
    assert GAME.winners(after) == naive.winners()
