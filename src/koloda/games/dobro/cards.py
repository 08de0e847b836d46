"""Cards as counts: a pile of any kind is one number, four bits for each of 14 kinds, at most 15 cards of a kind."""

BITS = 4
MASK = 15
_EVEN = 0x0F0F0F0F0F0F0F


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


def nth(pile: int, n: int) -> int:
    """The n-th card of the pile, counted from 0, lower kinds first."""
    pairs = (pile & _EVEN) + ((pile >> BITS) & _EVEN)
    card = 0
    while n >= pairs & 255:
        n -= pairs & 255
        pairs >>= 8
        card += 2
    return card + (n >= (pile >> BITS * card) & MASK)
