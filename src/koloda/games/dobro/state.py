"""A game of Dobro in progress.

A card is its number; 0 is a Joker, 1 a Skip, 13 a Reverse. Cards of one kind are alike, so a pile (a hand, a score
pile, the deck) is how many there are of each kind: `cards.py` packs that into one number.

Actions, for the numbers n = 2 .. 12:

    5 (n - 2)        one card n            `7`       DB-8, DB-9
    5 (n - 2) + 1    a Joker named n       `J=7`     DB-11
    5 (n - 2) + 2    two cards n           `7+7`     DB-10
    5 (n - 2) + 3    a card n and a Joker  `7+J`     DB-12
    5 (n - 2) + 4    two Jokers named n    `J+J=7`   DB-12
    55               a Skip                `skip`    DB-13
    56               a Reverse             `reverse` DB-14
    57               take                  `take`    DB-15
    58               draw                  `draw`    DB-17, DB-20
    59               end without drawing   `end`     DB-18, DB-20
"""

from typing import Annotated

from koloda.core.schema import I1, I8, Fields, fields

SEATS = 6
LOWEST, HIGHEST = 2, 12
JOKER, SKIP, REVERSE = 0, 1, 13
KINDS = 14
MOST_CARDS = 64
"""The largest deck: all of it may come to lie in one trick."""

WAYS = 5
ONE, JOKER_AS, PAIR, WITH_JOKER, JOKERS_AS = 0, 1, 2, 3, 4
PLAY_SKIP = WAYS * (HIGHEST - LOWEST + 1)
PLAY_REVERSE = PLAY_SKIP + 1
TAKE = PLAY_SKIP + 2
DRAW_UP = PLAY_SKIP + 3
END_TURN = PLAY_SKIP + 4
ACTIONS = PLAY_SKIP + 5

# Phases. Draws: a hand is dealt; the leader of the round is drawn among those who are equal; a turn's cards are drawn;
# cards that were hidden are dealt anew. Decisions: play or take; draw or end the turn.
DEAL, LEADER, PLAY, CHOOSE, DRAW, REDEAL, OVER = 0, 1, 2, 3, 4, 5, 6


@fields
class State(Fields):
    # options
    players: I1
    attention: I1
    top_card: I1  # pair_doubling: 0 compares with the good number, 1 with the top card
    rounds: I1
    usual_limit: I1  # the edition: hand limits, cards set aside by two players, the whole deck
    six_limit: I1
    set_aside: I1
    deck: I8
    # the game
    limit: I1  # hand limit at this table
    aside: I1  # cards set aside in this round
    played: I1  # rounds finished
    phase: I1
    turn: I1  # whose turn it is; while hands are dealt, who gets the next card
    step: I1  # 1 clockwise, -1 the other way
    good: I1  # the good number, 0 for none
    forgetful: I1  # who holds the forgetful card, -1 nobody
    left: I1  # cards in the deck
    plays: I1  # plays in this trick
    trick: Annotated[list[int], "i1", MOST_CARDS]  # the action ids of these plays, the top one last
    held: Annotated[list[int], "i1", SEATS]  # cards in each hand
    points: Annotated[list[int], "i1", SEATS]
    last: Annotated[list[int], "i1", SEATS]  # of these, won in the last round
    resume: I1  # REDEAL: the phase to come back to
    on_table: I8  # the cards of these plays
    unseen: I8  # the deck and the cards set aside; at the end all that was discarded as well
    hand: Annotated[list[int], "i8", SEATS]  # REDEAL: `held` is more than that where cards are still to come
    pile: Annotated[list[int], "i8", SEATS]  # score piles of this round
