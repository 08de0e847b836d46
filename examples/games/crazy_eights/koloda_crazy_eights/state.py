"""A game of crazy eights. Card 4r + u has rank r (0: two, 12: ace) and suit u; a set of cards is a number's bits."""

from typing import Annotated

from koloda.core.schema import I1, I8, Fields, fields

SEATS = 5
CARDS = 52
NONE = -1  # instead of a card

# Actions: play card 0 to 51 (CE-4), draw and pass (CE-6), name suit 54 to 57 (CE-5)
DRAW, PASS, NAME = 52, 53, 54
ACTIONS = 58

# Phases: the dealer is drawn; the top card is turned up; somebody plays, names a suit, is about to draw; the end
FIRST, TURN_UP, PLAY, NAMING, DRAWING, OVER = 0, 1, 2, 3, 4, 5


@fields
class State(Fields):
    # options
    players: I1
    # the game
    phase: I1
    turn: I1
    top: I1  # the card to match
    suit: I1  # the suit to match: that of the card, or the one named
    drawn: I1  # cards drawn in this turn
    passes: I1  # in a row
    owed: I1  # cards still to be dealt to seats
    missing: Annotated[list[int], "i1", SEATS]  # of these, by seat
    deck: I8
    hands: Annotated[list[int], "i8", SEATS]
