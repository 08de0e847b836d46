"""Crazy eights: match the suit or the rank, or play an eight and name a suit."""

from koloda.core.game import Game
from koloda.core.observation import Observation
from koloda_crazy_eights import narration, notation, observation, rules
from koloda_crazy_eights.options import SET_UP
from koloda_crazy_eights.state import ACTIONS
from koloda_crazy_eights.view import view

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
    lowest_wins=True,
    rule_prefix="CE",
    tie_rule="CE-8",
)
