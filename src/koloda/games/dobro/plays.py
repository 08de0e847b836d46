"""What each play puts on the table, by action id, and which plays a hand allows."""

from collections.abc import MutableSequence

from koloda.games.dobro.cards import BITS, MASK, one
from koloda.games.dobro.state import (
    HIGHEST,
    JOKER,
    JOKER_AS,
    JOKERS_AS,
    LOWEST,
    ONE,
    PAIR,
    PLAY_REVERSE,
    PLAY_SKIP,
    REVERSE,
    SKIP,
    WAYS,
    WITH_JOKER,
)

_NUMBERS = tuple(number for number in range(LOWEST, HIGHEST + 1) for _ in range(WAYS))
_COUNT = (1, 0, 2, 1, 0)  # by way of playing: how many cards of the number
_JOKERS = (0, 1, 0, 1, 2)  # and how many Jokers

FIGURE = (*_NUMBERS, 0, 0)
"""The figure that the top card shows: a Joker what it was named, a Skip or Reverse nothing (DB-10)."""
VALUE = (*(n * (_COUNT[a % WAYS] + _JOKERS[a % WAYS]) for a, n in enumerate(_NUMBERS)), 0, 0)
"""The number, or the sum of a pair."""
LAID = (
    *(_COUNT[a % WAYS] * one(n) + _JOKERS[a % WAYS] * one(JOKER) for a, n in enumerate(_NUMBERS)),
    one(SKIP),
    one(REVERSE),
)
"""The cards, as a pile."""
CARDS_LAID = (*(_COUNT[a % WAYS] + _JOKERS[a % WAYS] for a, _ in enumerate(_NUMBERS)), 1, 1)
"""How many cards that is."""
ALL_NUMBERS = one(HIGHEST + 1) - one(LOWEST)


def plays_of(hand: int, good: int, out: MutableSequence[int]) -> int:
    """DB-7 to DB-14: what fits the good number (0 on a lead: everything does). Returns how many plays there are.

    Candidates are written down first and counted only if they hold: compiled, that beats a branch for each.
    """
    if hand & MASK:
        n = with_jokers(hand, good, out)
    else:
        n = without_jokers(hand, good, out)
    out[n] = PLAY_SKIP
    n += (hand >> BITS * SKIP) & MASK > 0
    out[n] = PLAY_REVERSE
    return n + ((hand >> BITS * REVERSE) & MASK > 0)


def without_jokers(hand: int, good: int, out: MutableSequence[int]) -> int:
    n = 0
    number = max(LOWEST, (good + 1) >> 1)
    action = WAYS * (number - LOWEST)
    while number < good and number <= HIGHEST:  # too low alone
        out[n] = action + PAIR
        n += (hand >> BITS * number) & MASK > 1
        number += 1
        action += WAYS
    if number > HIGHEST:
        return n
    rest = (hand & ALL_NUMBERS) >> BITS * number
    while rest:
        out[n] = action + ONE
        n += rest & MASK > 0
        out[n] = action + PAIR
        n += rest & MASK > 1
        rest >>= BITS
        action += WAYS
    return n


def with_jokers(hand: int, good: int, out: MutableSequence[int]) -> int:
    n = 0
    jokers = hand & MASK
    number = max(LOWEST, (good + 1) >> 1)
    action = WAYS * (number - LOWEST)
    while number <= HIGHEST:
        have = (hand >> BITS * number) & MASK
        if number >= good:
            out[n] = action + ONE
            n += have > 0
            out[n] = action + JOKER_AS
            n += 1
        if have:
            out[n] = action + PAIR
            n += have > 1
            out[n] = action + WITH_JOKER
            n += 1
        if jokers > 1:
            out[n] = action + JOKERS_AS
            n += 1
        number += 1
        action += WAYS
    return n
