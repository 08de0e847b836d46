"""No Thanks!: take the card, or pay a chip not to."""

from koloda.core.game import Game
from koloda.core.observation import Observation
from koloda.games.no_thanks import insight, memory, moves, narration, notation, observation, rules
from koloda.games.no_thanks.options import SET_UP
from koloda.games.no_thanks.state import ACTIONS
from koloda.games.no_thanks.view import seat_view, view

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
    rule_prefix="NT",
    open_options={"open_chips": "on"},
    lowest_wins=True,
    tie_rule="NT-9",
    move_name=narration.move_name,
    moves=moves,
)
