"""Leduc poker: one card in your hand, one on the table, two rounds of bets."""

from koloda.core.game import Game, SetUp
from koloda.core.observation import Observation
from koloda.core.plain import PlainNarration, PlainNotation, plain_view
from koloda_leduc import narration, notation, observation, rules
from koloda_leduc.state import ACTIONS, SEATS, State

SET_UP = SetUp("leduc", range(2, SEATS + 1), 2, (), State, rules.start)
GAME = Game(
    package=__name__,
    set_up=SET_UP,
    rules=rules,
    notation=PlainNotation(SET_UP, rules, ACTIONS, notation, notation.complete, notation.OTHER_WORDS),
    narration=PlainNarration("leduc", rules, narration, narration.showdown, shows=lambda s, action: False),
    position_view=plain_view(SET_UP, rules, notation.FIELDS),
    observation=Observation(observation),
    actions=ACTIONS,
    rule_prefix="LD",
    tie_rule="LD-7",
)
