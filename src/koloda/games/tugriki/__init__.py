"""Tugriki: rows of colours, a bank, and a little bluff."""

from koloda.core.game import Game
from koloda.core.observation import Observation
from koloda.games.tugriki import insight, memory, moves, narration, notation, observation, refusals, rules
from koloda.games.tugriki.options import SET_UP
from koloda.games.tugriki.state import ACTIONS, WIDEST
from koloda.games.tugriki.view import seat_view, view

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
    widest=WIDEST,
    rule_prefix="TG",
    steps_in=True,
    in_turn={"attention": "off"},
    tie_rule="TG-31",
    move_name=refusals.move_name,
    moves=moves,
)
