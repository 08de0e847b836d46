"""No Thanks!: take the card, or pay a chip not to."""

from koloda.core.game import Game
from koloda.core.observation import Observation
from koloda.games.no_thanks import moves, narration, notation, observe, rules
from koloda.games.no_thanks.set_up import SET_UP
from koloda.games.no_thanks.state import ACTIONS
from koloda.games.no_thanks.view import view

GAME = Game(
    SET_UP,
    rules,
    notation,
    narration,
    view,
    Observation(observe),
    actions=ACTIONS,
    widest=ACTIONS,
    lowest_wins=True,
    tie_rule="NT-9",
    moves=moves,
)
