"""Cards as counts: a pile of any kind is one number, four bits for each of 14 kinds, at most 15 cards of a kind."""

BITS = 4
MASK = 15
_EVEN = 0x0F0F0F0F0F0F0F
_BYTES = 0x00FF00FF00FF00FF
# The bytes, each for two kinds, whose number has its lowest bit set, its second, its third
_ODD, _TWOS, _FOURS = 0x00FF00FF00FF00, 0xFF0000FFFF0000, 0xFFFFFF00000000


def one(card: int) -> int:
    """A pile of one card."""
    return 1 << BITS * card


def count_of(pile: int, card: int) -> int:
    """How many of this kind are in the pile."""
    return (pile >> BITS * card) & MASK


def count(pile: int) -> int:
    """How many cards are in the pile (up to 255): two kinds a byte, and the bytes added up in halves."""
    pairs = (pile & _EVEN) + ((pile >> BITS) & _EVEN)
    pairs += pairs >> 32
    pairs += pairs >> 16
    return (pairs + (pairs >> 8)) & 255


def added_up(pile: int) -> int:
    """The kinds of all cards added up, without a loop: twice the byte that a kind is in, and one more for odd kinds."""
    odd = (pile >> BITS) & _EVEN
    pairs = (pile & _EVEN) + odd
    byte = (pairs & _ODD) + 2 * (pairs & _TWOS) + 4 * (pairs & _FOURS)  # at most 6 times 30 in each
    twice = 2 * ((byte & _BYTES) + ((byte >> 8) & _BYTES)) + (odd & _BYTES) + ((odd >> 8) & _BYTES)
    twice += twice >> 32
    return (twice + (twice >> 16)) & 0xFFFF


def nth(pile: int, n: int) -> int:
    """The n-th card of the pile, counted from 0, lower kinds first."""
    pairs = (pile & _EVEN) + ((pile >> BITS) & _EVEN)
    card = 0
    while n >= pairs & 255:
        n -= pairs & 255
        pairs >>= 8
        card += 2
    return card + (n >= (pile >> BITS * card) & MASK)
