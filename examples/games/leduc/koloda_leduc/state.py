"""A hand of Leduc poker. Cards 2r and 2r + 1 are the two of rank r; a set of cards or seats is a number's bits."""

from typing import Annotated

from koloda.core.schema import I1, I2, I8, Fields, fields

SEATS = 10
NONE = -1  # instead of a card

# Actions (LD-4); call stands for check, raise for bet.
FOLD, CALL, RAISE = 0, 1, 2
ACTIONS = 3


@fields
class State(Fields):
    # options
    players: I1
    # the hand
    ante: I1
    turn: I1
    waiting: I1  # seats that must still bet in this round
    raises: I1  # in this round
    stake: I1  # what everybody who has not folded must pay
    live: I2  # seats that have not folded
    missing: I1  # seats without a card
    public: I1  # the card on the table
    unseen: I8
    stakes: Annotated[list[int], "i1", SEATS]  # paid so far
    cards: Annotated[list[int], "i1", SEATS]
