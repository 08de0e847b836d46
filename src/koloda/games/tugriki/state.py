"""A game of Tugriki in progress.

A coloured card is the number `colour * 11 + rank`: colours red, yellow, green, purple, blue, orange (an edition has
three to six of them), ranks 0 to 9 and X = 10. The wilds are 66 (Genie) and 67 (Row choice). Sets of coloured cards,
and of places in the rows, are bits of two numbers: the first holds the first five colours, the second the sixth.

| action id | move                                                   |
|-----------|--------------------------------------------------------|
| 0-65      | lay that card (TG-8)                                   |
| 66-131    | lay a Genie in the place of card `id - 66` (TG-13)     |
| 132-197   | lay a Row choice in the place of `id - 132` (TG-14)    |
| 198-203   | name the colour `id - 198` (TG-18)                     |
| 204       | draw a card (TG-11)                                    |
| 205       | pay; after a draw also: keep the card (TG-11, TG-25)   |
| 206       | say nothing instead of paying (TG-27)                  |
| 207       | challenge (TG-25)                                      |
| 208       | call (TG-27)                                           |
| 209-214   | lend `id - 209` tugriks, 0: refuse (TG-30)             |
"""

from typing import Annotated

from koloda.core.schema import I1, I2, Fields, fields

SEATS = 8
DECK = SEATS  # the deck holds cards as a seat does
COLOURS = 6
RANKS = 11
CARDS = COLOURS * RANKS
GENIE, CHOICE = CARDS, CARDS + 1
PER_WORD = 5 * RANKS  # places in one number of a set
LOANS = 64

# Actions
LAY, AS_GENIE, AS_CHOICE, NAMING = 0, CARDS, 2 * CARDS, 3 * CARDS
DRAW = NAMING + COLOURS
PAY, SILENT, CHALLENGE, CALL, LEND = DRAW + 1, DRAW + 2, DRAW + 3, DRAW + 4, DRAW + 5
MOST_LENT = 5
ACTIONS = LEND + MOST_LENT + 1
# Every card of a hand may fit; a row has at most four open places for each kind of wild; draw; challenge or call.
WIDEST = CARDS + 2 * 4 * COLOURS + 2

# Phases. Somebody decides: on a move, on the card just drawn, on the colour to name, on lending. Then the end.
MOVE, DRAWN, NAME, LOAN, OVER = 0, 1, 2, 3, 4
# Chance: who starts; the blind exchange; cards from the deck: dealt, drawn by the player to move, drawn by another
# after whom the turn passes, drawn by a caught player after whom the challenger moves, dealt anew after `hide`.
FIRST, EXCHANGING, DEAL, DRAWING, FORCED, CAUGHT, REDEAL = 5, 6, 7, 8, 9, 10, 11
# On the way to one of these, within a decision or a draw: a round begins, the turn passes, somebody is to move.
NEW_ROUND, PASSING, TO_MOVE = 12, 13, 14

# What coloured cards carry (TG-2)
PLAIN, COLOUR_CHOICE, DRAW_ONE, SKIP, REVERSE, REPEAT, EXCHANGE, PENALTY, ROBBERY = 0, 1, 2, 3, 4, 5, 6, 7, 8
WILD_USES = ("any", "plain")  # which cards a wild may stand for (TG-13)

Set = Annotated[list[int], "i8", 2]


@fields
class State(Fields):
    # options
    coloured: Set  # all coloured cards of the deck
    for_wilds: Set  # the places that a wild may take (TG-13)
    tugriks: I2  # in the box
    players: I1
    challenges: I1
    attention: I1
    plain_wilds: I1  # wilds stand for plain cards only (TG-13)
    loans: I1
    rounds: I1  # 0: knockout
    reach: I1  # a row goes from 5 - reach to 5 + reach; 5 in every box
    dealt: I1  # cards each; 0: by TG-3
    genie_cards: I1
    choice_cards: I1
    carries: Annotated[list[int], "i1", CARDS]  # the action on each coloured card
    # hands and the deck, which comes last
    hand: Annotated[list[list[int]], "i8", SEATS + 1, 2]
    genies: Annotated[list[int], "i1", SEATS + 1]
    choices: Annotated[list[int], "i1", SEATS + 1]
    held: Annotated[list[int], "i1", SEATS + 1]  # all cards of a hand
    # the table: a place may hold a wild and, over it, the real card
    laid: Set
    genie_at: Set
    choice_at: Set
    bound: I1  # the colour that binds, -1 for none
    named: I1  # cards still to be laid of the named colour; 0 while a Row choice binds
    pledge: I1  # a Row choice will bind the named colour's row (TG-17)
    # money
    bank: I2
    money: Annotated[list[int], "i2", SEATS]
    lent: I1  # how many loans there are
    loan: Annotated[list[int], "i2", LOANS]  # lender * 64 + borrower * 8 + tugriks
    # the course of play
    playing: I2  # the players who are not out, as bits
    round_no: I2
    stalled: I1  # rounds in a row without a winner, counted in a knockout (TG-31)
    phase: I1
    turn: I1
    starter: I1
    step: I1  # 1 clockwise, -1 back
    miss: I1  # the next player will miss the turn (TG-24)
    drawn: I1  # the card just drawn, while its fate is decided; else -1
    suspect: I1  # who may be challenged or called for the last draw, -1 for nobody
    silent: I1  # the suspect has not paid
    target: I1  # who draws, or borrows; else -1
    asked: I1  # who is asked to lend; else -1
    pick: Annotated[list[int], "i1", SEATS]  # drawn in the exchange so far; else -1
    owed: Annotated[list[int], "i1", SEATS]  # cards to be dealt anew
    then: I1  # the phase after dealing anew
