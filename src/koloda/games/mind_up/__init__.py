"""Mind Up!: everyone picks a card at once; the order of the picks decides who gets which card of the row."""

from koloda.core.game import Game
from koloda.core.observation import Observation
from koloda.games.mind_up import narration, notation, observation, rules
from koloda.games.mind_up.options import SET_UP
from koloda.games.mind_up.state import ACTIONS, WIDEST
from koloda.games.mind_up.view import view

GAME = Game(
    package=__name__,
    set_up=SET_UP,
    rules=rules,
    notation=notation,
    narration=narration,
    view=view,
    observation=Observation(observation),
    actions=ACTIONS,
    widest=WIDEST,
    rule_prefix="MU",
    simultaneous=True,
)
