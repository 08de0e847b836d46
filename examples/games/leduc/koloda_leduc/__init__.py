"""Leduc poker: one card in your hand, one on the table, two rounds of bets."""

from koloda.core.game import Game
from koloda.core.observation import Observation
from koloda_leduc import narration, notation, observation, rules
from koloda_leduc.options import SET_UP
from koloda_leduc.state import ACTIONS
from koloda_leduc.view import view

GAME = Game(
    package=__name__,
    set_up=SET_UP,
    rules=rules,
    notation=notation,
    narration=narration,
    position_view=view,
    observation=Observation(observation),
    actions=ACTIONS,
    widest=ACTIONS,
    rule_prefix="LD",
    tie_rule="LD-7",
)
