"""Mind Up!: everyone picks a card at once; the order of the picks decides who gets which card of the row."""

from koloda.core.game import Game
from koloda.core.observation import Observation
from koloda.games.mind_up import moves, narration, notation, observe, rules
from koloda.games.mind_up.ranking import TIE_BREAKS, TIE_RULE
from koloda.games.mind_up.set_up import SET_UP
from koloda.games.mind_up.state import ACTIONS, WIDEST
from koloda.games.mind_up.view import view

GAME = Game(
    SET_UP,
    rules,
    notation,
    narration,
    view,
    Observation(observe),
    actions=ACTIONS,
    widest=WIDEST,
    tie_breaks=TIE_BREAKS,
    tie_rule=TIE_RULE,
    moves=moves,
)
