"""A game of No Thanks! in progress. Card n is bit n of a set."""

from typing import Annotated

from koloda.core.schema import I1, I2, I8, Fields, fields

SEATS = 7
LOWEST, HIGHEST = 3, 35

# Actions (NT-4)
PASS, TAKE = 0, 1
ACTIONS = 2

# Phases: the first player is drawn; a card is turned up; somebody decides; the end
FIRST, REVEAL, DECIDE, OVER = 0, 1, 2, 3


@fields
class State(Fields):
    # options
    players: I1
    removed: I1
    purse: I2  # chips each at the start
    open_chips: I1
    tactical: I1
    highest: I1
    # the game
    phase: I1
    turn: I1
    card: I1  # the card on offer, 0 for none
    pot: I2
    left: I1  # cards still to be turned up
    aside: I1  # cards removed unseen
    chips: Annotated[list[int], "i2", SEATS]
    unseen: I8  # neither turned up nor known to be removed: the deck and the cards removed unseen
    taken: Annotated[list[int], "i8", SEATS]
