"""Sets of cards as bits of one number (at most 62, so that nothing leaves a signed 64-bit integer)."""

from collections.abc import MutableSequence

_PAIRS = 0x1555555555555555
_FOURS = 0x3333333333333333
_BYTES = 0x0F0F0F0F0F0F0F0F
# The positions whose number has its lowest bit set, its second, ..., its sixth
_ODD = 0x2AAAAAAAAAAAAAAA
_TWOS = 0x0CCCCCCCCCCCCCCC
_QUADS = 0x30F0F0F0F0F0F0F0
_EIGHTS = 0x3F00FF00FF00FF00
_SIXTEENS = 0x3FFF0000FFFF0000
_HALVES = 0x3FFFFFFF00000000


def nth(cards: int, n: int) -> int:
    """The position of the n-th set bit, counted from 0 at the lowest."""
    twos = cards - ((cards >> 1) & _PAIRS)
    fours = (twos & _FOURS) + ((twos >> 2) & _FOURS)
    eights = (fours + (fours >> 4)) & _BYTES
    at = 0
    while n >= eights & 255:
        n -= eights & 255
        eights >>= 8
        at += 8
    here = (fours >> at) & 15
    if n >= here:
        n -= here
        at += 4
    here = (twos >> at) & 3
    if n >= here:
        n -= here
        at += 2
    return at + (n >= ((cards >> at) & 1))


def size(cards: int) -> int:
    """The number of set bits. (`compiled.loader` teaches numba the method.)"""
    return cards.bit_count()


def lowest(cards: int) -> int:
    """The position of the lowest set bit."""
    return ((cards & -cards) - 1).bit_count()


def added_up(cards: int) -> int:
    """The sum of the positions of all set bits, computed one binary digit at a time."""
    low = (cards & _ODD).bit_count() + 2 * (cards & _TWOS).bit_count() + 4 * (cards & _QUADS).bit_count()
    high = (cards & _EIGHTS).bit_count() + 2 * (cards & _SIXTEENS).bit_count() + 4 * (cards & _HALVES).bit_count()
    return low + 8 * high


def enlist(cards: int, first: int, out: MutableSequence[int], n: int) -> int:
    """Append `first` plus its position for every set bit, lowest first; return how many numbers there are now."""
    while cards:
        rest = cards & (cards - 1)
        out[n] = first + ((cards ^ rest) - 1).bit_count()
        cards = rest
        n += 1
    return n


def spelled(n: int, ones: int, twos: int, fours: int, eights: int) -> int:
    """The number 0 .. 15 of element n, its binary digits spread over four sets."""
    return ((ones >> n) & 1) | ((twos >> n) & 1) << 1 | ((fours >> n) & 1) << 2 | ((eights >> n) & 1) << 3
