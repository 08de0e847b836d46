"""Follows a game of OpenSpiel's step by step: what is legal, what chance brings, and what everybody gets."""

from collections.abc import Callable
from typing import Any

import pyspiel

from koloda.compiled.generator import stream
from koloda.core.game import Game, seats_of


def follow(game: Game, theirs: Any, games: int, returns: Callable[[Any], list[float]]) -> None:
    """Play random games by both rules. Outcomes that are due have the same order in both, and so have action ids."""
    for number in range(games):
        deal = stream(number, theirs.num_players())
        s, state = game.new(theirs.num_players()), theirs.new_initial_state()
        while not state.is_terminal():
            step(game, s, state, deal)
        assert game.rules.over(s)
        assert returns(s) == state.returns(), str(state)


def step(game: Game, s: Any, state: Any, deal: Callable[[int], int]) -> None:
    if state.is_chance_node():
        outcomes = state.chance_outcomes()
        n = game.rules.chance(s)
        assert [chance for _, chance in outcomes] == [1 / n] * n, str(state)
        outcome = deal(n)
        state.apply_action(outcomes[outcome][0])
        game.rules.draw(s, outcome)
        return
    (seat,) = seats_of(game.rules.actors(s))
    assert (game.rules.chance(s), bool(game.rules.over(s))) == (0, False)
    assert seat == state.current_player(), str(state)
    legal = game.legal(s, seat)
    assert legal == state.legal_actions(), str(state)
    action = legal[deal(len(legal))]
    state.apply_action(action)
    game.rules.act(s, seat, action)


def load(name: str, **parameters: Any) -> Any:
    return pyspiel.load_game(name, parameters)
