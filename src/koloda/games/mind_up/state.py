"""A game of Mind Up! in progress. Number card n is bit n of a set; goal A1 is bit 0, A2 bit 1, B1 bit 2, ...

| action  | meaning                                            |
| ------- | -------------------------------------------------- |
| 0       | take the choice back (MU-8)                        |
| 1 .. 60 | choose the card with that number from hand (MU-8)  |
"""

from typing import Annotated

from koloda.core.schema import I1, I2, I8, Fields, fields

SEATS = 6
HIGHEST = 60  # the highest number a card may have
ROUNDS = 3
VALUES = 5  # of collection cards: 1 .. 5 (MU-3)
GOALS = 14
LARGEST_HAND = 12  # in the first round, in any edition; the box has 7
WIDEST = LARGEST_HAND + ROUNDS - 1

# Actions (MU-8)
TAKE_BACK = 0
ACTIONS = HIGHEST + 1

# Colours (MU-1)
ORANGE, PINK, BLUE, GREEN, PURPLE = 0, 1, 2, 3, 4
COLOURS = 5

# When goals are opened (MU-17)
NEVER, EACH_ROUND, FIXED = 0, 1, 2

# Phases: everyone turns up a card; the collection cards are laid out; hands are dealt; goals are opened; all choose;
# the end. After `hide`: unseen cards are dealt anew, and choices made anew.
TURN_UP, LAY_OUT, DEAL, OPEN_GOALS, CHOOSE, OVER, DEAL_ANEW, CHOOSE_ANEW = 0, 1, 2, 3, 4, 5, 6, 7
ANY = -1  # a choice that is to be made anew


@fields
class State(Fields):
    # options
    players: I1
    goal_mode: I1
    goal_count: I1  # open at the same time
    first_hand: I1
    rounds: I1
    collection_cards: I1  # their values, as bits
    deck: I8
    colour: Annotated[list[int], "i1", HIGHEST + 1]
    mark: Annotated[list[int], "i1", HIGHEST + 1]
    worth: Annotated[list[int], "i1", GOALS]  # 0: the goal is not in the box
    # the game
    phase: I1
    scored: I1  # rounds that are over
    turn: I1  # who gets the next card, while cards are turned up or dealt
    due: I1  # cards still to be dealt
    layer: I1  # who lays out the collection cards
    unlaid: I1  # values still to be laid out, as bits
    order: Annotated[list[int], "i1", VALUES]  # values of the collection cards from left to right, 0 until laid out
    undecided: I1  # seats that have not chosen, as bits
    choice: Annotated[list[int], "i1", SEATS]  # a card still in hand, 0 for none
    row: Annotated[list[int], "i1", SEATS]  # ascending
    stack: I8
    seen: I8  # all that ever lay face up: when in a hand, everyone knows in which
    hand: Annotated[list[int], "i8", SEATS]
    collection: Annotated[list[int], "i8", SEATS]
    place: Annotated[list[list[int]], "i1", SEATS, COLOURS]  # of a colour in the order, counted from 1; 0 for none
    count: Annotated[list[list[int]], "i1", SEATS, COLOURS]  # cards of a colour in the collection
    points: Annotated[list[list[int]], "i2", SEATS, ROUNDS]  # by round; in this round, goals aside
    bonus: Annotated[list[int], "i2", SEATS]  # positive marks and goals of all rounds (MU-16)
    goal_stack: I2
    open_goals: I2
    discarded: I2
    owed: Annotated[list[int], "i1", SEATS]  # cards to be dealt anew
    resume: I1  # the phase to go back to
