"""Mind Up!: everyone picks a card at once; the order of the picks decides who gets which card of the row."""

from koloda.core.game import Game
from koloda.core.observation import Observation
from koloda.games.mind_up import insight, moves, narration, notation, observation, rules
from koloda.games.mind_up.options import SET_UP
from koloda.games.mind_up.ranking import TIE_BREAKS, TIE_RULE
from koloda.games.mind_up.state import ACTIONS, WIDEST
from koloda.games.mind_up.view import seat_view, view

GAME = Game(
    package=__name__,
    set_up=SET_UP,
    rules=rules,
    notation=notation,
    narration=narration,
    position_view=view,
    seat_view=seat_view,
    observation=Observation(observation, insight=insight),
    actions=ACTIONS,
    widest=WIDEST,
    rule_prefix="MU",
    simultaneous=True,
    tie_breaks=TIE_BREAKS,
    tie_rule=TIE_RULE,
    move_name=narration.move_name,
    moves=moves,
)
