"""Dobro: play higher than the good number, or take the pile."""

from koloda.core.game import Game
from koloda.core.observation import Observation
from koloda.games.dobro import moves, narration, notation, observe, rules
from koloda.games.dobro.ranking import TIE_BREAKS, TIE_RULE
from koloda.games.dobro.set_up import SET_UP
from koloda.games.dobro.state import ACTIONS
from koloda.games.dobro.view import view

GAME = Game(
    SET_UP,
    rules,
    notation,
    narration,
    view,
    Observation(observe),
    actions=ACTIONS,
    widest=ACTIONS,
    tie_breaks=TIE_BREAKS,
    tie_rule=TIE_RULE,
    moves=moves,
)
