"""Tugriki: rows of colours, a bank, and a little bluff."""

from koloda.core.game import Game
from koloda.core.observation import Observation
from koloda.games.tugriki import moves, narration, notation, observe, rules
from koloda.games.tugriki.set_up import SET_UP
from koloda.games.tugriki.state import ACTIONS, WIDEST
from koloda.games.tugriki.view import view

GAME = Game(
    SET_UP,
    rules,
    notation,
    narration,
    view,
    Observation(observe),
    actions=ACTIONS,
    widest=WIDEST,
    steps_in=True,
    tie_rule="TG-31",
    moves=moves,
)
