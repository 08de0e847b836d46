"""What each play puts on the table, by action id, and which plays a hand allows."""

from koloda.games.dobro.cards import BITS, MASK, one
from koloda.games.dobro.state import (
    HIGHEST,
    JOKER,
    JOKER_AS,
    JOKERS_AS,
    LOWEST,
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

_SKIPS = MASK * one(SKIP)
_REVERSES = MASK * one(REVERSE)
_NUMBERS_FROM = range(HIGHEST - LOWEST + 1)  # counted from the lowest
_COUNTS = ALL_NUMBERS // MASK  # the lowest bit of every number's count in a pile
_ACTIONS = sum(1 << WAYS * k for k in _NUMBERS_FROM)  # the lowest action of every number


def _at_least(number: int) -> int:
    """All actions with this number or a higher one."""
    return sum((1 << WAYS) - 1 << WAYS * k for k in _NUMBERS_FROM if LOWEST + k >= number)


# By the good number, up to twice a pair of the highest
_ALONE = tuple(_at_least(good) for good in range(4 * HIGHEST + 1))
_IN_PAIRS = tuple(_at_least((good + 1) // 2) for good in range(4 * HIGHEST + 1))


def _moving(by: int) -> int:
    """The counts that move by so many bits, after those that move by more."""
    return sum(MASK << BITS * k + k // (2 * by) * 2 * by for k in _NUMBERS_FROM if k & by)


_BY_8, _BY_4, _BY_2, _BY_1 = _moving(8), _moving(4), _moving(2), _moving(1)


def plays_of(hand: int, good: int) -> int:
    """DB-7 to DB-14: what fits the good number (0 on a lead: everything does), the actions as bits of a set.

    All numbers are looked at together, without a loop: on a GPU, games side by side would wait for the longest hand.
    """
    several = (hand >> 1) | (hand >> 2) | (hand >> 3)
    held = ((hand | several) & _COUNTS | (several & _COUNTS) << 1) >> BITS * LOWEST
    # Four bits for every number become five (WAYS): the k-th moves by k, in steps of 8, 4, 2 and 1.
    held += (held & _BY_8) * 255
    held += (held & _BY_4) * 15
    held += (held & _BY_2) * 3
    held += held & _BY_1
    alone = held & _ACTIONS  # ONE is the lowest
    pairs = (held ^ alone) << PAIR - 1
    jokers = hand & MASK
    if jokers > 0:
        pairs |= alone << WITH_JOKER
        alone |= _ACTIONS << JOKER_AS
    if jokers > 1:
        pairs |= _ACTIONS << JOKERS_AS
    found = (alone & _ALONE[good]) | (pairs & _IN_PAIRS[good])
    if hand & _SKIPS:
        found |= 1 << PLAY_SKIP
    if hand & _REVERSES:
        found |= 1 << PLAY_REVERSE
    return found
