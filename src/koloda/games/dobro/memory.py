"""What a player of Dobro with perfect memory knows, as numbers. Compilable.

Every card is played openly, so one knows which cards are still unseen. And who plays or takes shows what the hand seems
to lack: who plays high has nothing lower that would do, who takes has nothing that would.
"""

from collections.abc import MutableSequence
from typing import Annotated

from koloda.core.observation import Part
from koloda.core.schema import Fields, fields
from koloda.core.seats import around
from koloda.games.dobro.cards import count, count_of, one
from koloda.games.dobro.observation import LAYOUT as VIEW_LAYOUT
from koloda.games.dobro.observation import WIDTH, observe
from koloda.games.dobro.plays import CARDS_LAID, FIGURE
from koloda.games.dobro.rules import sum_of
from koloda.games.dobro.state import (
    DEAL,
    HIGHEST,
    JOKER,
    JOKER_AS,
    KINDS,
    LOWEST,
    MOST_CARDS,
    ONE,
    PLAY_SKIP,
    REVERSE,
    SEATS,
    SKIP,
    TAKE,
    WAYS,
    State,
)

__all__ = ["LAYOUT", "WIDTH", "Memory", "forget", "note", "recall", "watch", "watch_draw"]

MOST_SUM = 127

# Sets of kinds are piles with at most one card of each.
SPECIALS = one(JOKER) | one(SKIP) | one(REVERSE)


def _numbers(low: int, high: int) -> int:
    return sum(one(number) for number in range(max(low, LOWEST), high + 1))


CHEAP = 2  # a trick of so few cards is taken by some who could play
CHEAP_NUMBERS = _numbers(LOWEST, 8)  # but not instead of these
FROM = tuple(_numbers(good, HIGHEST) for good in range(4 * HIGHEST + 1))
"""The numbers that would do, by the good number."""


def _left_out(action: int) -> int:
    if action % WAYS == ONE:
        return _numbers(LOWEST, FIGURE[action] - 1)
    return FROM[0] if action % WAYS == JOKER_AS else 0


PASSED_OVER = (*map(_left_out, range(PLAY_SKIP)), FROM[0], FROM[0])
"""The numbers that a play leaves out, by action: lower ones, for a Joker or a special all. Pairs are played for their
own sake."""
LATELY = (*FIGURE[:PLAY_SKIP], SKIP, REVERSE)

LAYOUT = (
    *VIEW_LAYOUT,
    Part("unseen", KINDS, 0, 15, "cards by kind in the deck, set aside and in others' hands"),
    Part("sums", SEATS, 0, MOST_SUM, "numbers in the score pile of this round added up (DB-27), at most 127, by seat"),
    Part("lacking", KINDS, 0, 31, "by kind, who seems to lack it, as bits: 1 the next seat, 2 the one after it, ..."),
    Part("old", SEATS, 0, MOST_CARDS, "cards in hand that were there when the seat last seemed to lack something"),
    Part("took", SEATS, 0, 4 * HIGHEST, "the good number when the seat last took in this round, 0 for none"),
    Part(
        "lately",
        SEATS,
        0,
        REVERSE,
        "what the seat has last played in this round: the figure, 1 a Skip, 13 a Reverse, 0 for nothing",
    ),
)
UNSEEN = sum(part.size for part in VIEW_LAYOUT)
SUMS = UNSEEN + KINDS
LACKING = SUMS + SEATS
BY_SEAT = LACKING + KINDS


@fields
class Memory(Fields):
    """Of the round in progress."""

    lacks: Annotated[list[int], "i8", SEATS]  # the kinds that a seat seems to lack
    old: Annotated[list[int], "i1", SEATS]  # cards of a hand that were there when it last showed to lack something
    took: Annotated[list[int], "i1", SEATS]  # the good number when a seat took last
    lately: Annotated[list[int], "i1", SEATS]  # what a seat played last


def forget(m: Memory) -> None:
    for seat in range(SEATS):
        m.lacks[seat] = 0
        m.old[seat] = 0
        m.took[seat] = 0
        m.lately[seat] = 0


def watch(s: State, m: Memory, seat: int, action: int) -> None:
    if action <= TAKE:
        note(m, seat, action, s.good + 0, count(s.on_table), s.held[seat] + 0)


def watch_draw(s: State, m: Memory, outcome: int) -> None:
    """With the first card of a round all is forgotten."""
    if s.phase == DEAL and s.turn == 0 and s.held[0] == 0:
        forget(m)


def note(m: Memory, seat: int, action: int, good: int, trick: int, held: int) -> None:
    """A seat that holds so many cards plays or takes, on this good number and so many cards of a trick."""
    laid = 0
    lacks = 0
    if action == TAKE:
        m.took[seat] = good
        if good > 0:
            lacks = FROM[good] | SPECIALS if trick > CHEAP else FROM[good] & CHEAP_NUMBERS
    else:
        laid = CARDS_LAID[action]
        m.lately[seat] = LATELY[action]
        if good > 0 or action < PLAY_SKIP:
            lacks = FROM[good] & PASSED_OVER[action]
    m.old[seat] = held - laid if lacks > 0 else max(m.old[seat] - laid, 0)
    m.lacks[seat] |= lacks


def recall(s: State, m: Memory, seat: int, out: MutableSequence[int]) -> None:
    observe(s, seat, out)
    unseen = s.unseen + 0
    lacking = 0  # by kind, four bits for the next four seats
    fifth = 0
    for i in range(SEATS):
        p = around(seat, i, s.players) if i < s.players else i  # an empty seat has nothing
        if i > 0:
            unseen += s.hand[p]
            if i < SEATS - 1:
                lacking |= m.lacks[p] << (i - 1)
            else:
                fifth = m.lacks[p] + 0
        out[SUMS + i] = min(sum_of(s.pile[p]), MOST_SUM)
        out[BY_SEAT + i] = m.old[p]
        out[BY_SEAT + SEATS + i] = m.took[p]
        out[BY_SEAT + 2 * SEATS + i] = m.lately[p]
    for card in range(KINDS):
        out[UNSEEN + card] = count_of(unseen, card)
        out[LACKING + card] = count_of(lacking, card) | count_of(fifth, card) << (SEATS - 2)
