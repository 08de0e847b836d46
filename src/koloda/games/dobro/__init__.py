"""Dobro: play higher than the good number, or take the trick."""

from koloda.core.game import Game
from koloda.core.observation import Observation
from koloda.games.dobro import insight, memory, moves, narration, notation, observation, rules
from koloda.games.dobro.options import SET_UP
from koloda.games.dobro.ranking import TIE_BREAKS, TIE_RULE
from koloda.games.dobro.state import ACTIONS
from koloda.games.dobro.view import seat_view, view

GAME = Game(
    package=__name__,
    set_up=SET_UP,
    rules=rules,
    notation=notation,
    narration=narration,
    position_view=view,
    seat_view=seat_view,
    observation=Observation(observation, memory, insight),
    actions=ACTIONS,
    rule_prefix="DB",
    tie_breaks=TIE_BREAKS,
    tie_rule=TIE_RULE,
    move_name=narration.move_name,
    reminder=narration.reminder,
    moves=moves,
)
