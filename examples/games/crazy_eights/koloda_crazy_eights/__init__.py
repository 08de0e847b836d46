"""Crazy eights: match the suit or the rank, or play an eight and name a suit."""

from koloda.core.game import Game, SetUp
from koloda.core.observation import Observation
from koloda.core.plain import PlainNarration, PlainNotation, plain_view
from koloda_crazy_eights import narration, notation, observation, rules
from koloda_crazy_eights.state import ACTIONS, DRAW, SEATS, State

SET_UP = SetUp("crazy_eights", range(2, SEATS + 1), 4, (), State, rules.start)
GAME = Game(
    package=__name__,
    set_up=SET_UP,
    rules=rules,
    notation=PlainNotation(SET_UP, rules, ACTIONS, notation, notation.complete),
    narration=PlainNarration("crazy_eights", rules, narration, shows=lambda s, action: action < DRAW),
    position_view=plain_view(SET_UP, rules, notation.FIELDS),
    observation=Observation(observation),
    actions=ACTIONS,
    lowest_wins=True,
    rule_prefix="CE",
    tie_rule="CE-8",
)
