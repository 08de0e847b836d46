"""What each play puts on the table, by action id, and which plays a hand allows."""

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
_COUNTS = ALL_NUMBERS // MASK  # the lowest bit of the count of every number
_ACTIONS = sum(1 << action for action in range(0, PLAY_SKIP, WAYS))  # the lowest of the actions with every number
_KINDS = range(HIGHEST - LOWEST + 1)


def _moving(by: int) -> int:
    """The counts that `moved_apart` moves by so many bits: those higher ones have moved before."""
    return sum(MASK << BITS * k + k // (2 * by) * 2 * by for k in _KINDS if k & by)


_BY_8, _BY_4, _BY_2, _BY_1 = _moving(8), _moving(4), _moving(2), _moving(1)


def plays_of(hand: int, good: int) -> int:
    """DB-7 to DB-14: what fits the good number (0 on a lead: everything does), the actions as bits of a set.

    All numbers are looked at together and nothing branches: on a GPU, games side by side would wait for each other.
    """
    several = (hand >> 1) | (hand >> 2) | (hand >> 3)
    held = moved_apart(((hand | several) & _COUNTS | (several & _COUNTS) << 1) >> BITS * LOWEST)
    some = held & _ACTIONS
    joker = hand & MASK > 0
    two_jokers = hand & MASK > 1
    alone = (some << ONE) | joker * (_ACTIONS << JOKER_AS)
    pairs = ((held >> 1) & _ACTIONS) << PAIR | joker * (some << WITH_JOKER) | two_jokers * (_ACTIONS << JOKERS_AS)
    skip = ((hand >> BITS * SKIP) & MASK > 0) << PLAY_SKIP
    reverse = ((hand >> BITS * REVERSE) & MASK > 0) << PLAY_REVERSE
    return (alone & with_at_least(good)) | (pairs & with_at_least((good + 1) >> 1)) | skip | reverse


def with_at_least(number: int) -> int:
    """All plays with this number or a higher one."""
    first = WAYS * min(max(number - LOWEST, 0), HIGHEST - LOWEST + 1)
    return (1 << PLAY_SKIP) - (1 << first)


def moved_apart(counts: int) -> int:
    """Four bits for every number become five (WAYS): the k-th number moves by k bits, in steps of 8, 4, 2 and 1."""
    counts = (counts & ~_BY_8) | (counts & _BY_8) << 8
    counts = (counts & ~_BY_4) | (counts & _BY_4) << 4
    counts = (counts & ~_BY_2) | (counts & _BY_2) << 2
    return (counts & ~_BY_1) | (counts & _BY_1) << 1
