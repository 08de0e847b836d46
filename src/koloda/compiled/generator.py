"""A small seeded generator for simulation (sfc32): the same numbers interpreted, on the CPU and on a GPU.

It works on 32-bit words held in 64-bit integers. Signed overflow is undefined in compiled code, so no
intermediate value may leave 0 .. 2**54. `below` favours some outcomes by less than n / 2**32: nothing in a
simulation, too much at a table, where the dealer draws instead.
"""

from collections.abc import Callable

from koloda.compiled.hints import borrows
from koloda.compiled.types import Stream

WORD = 0xFFFFFFFF
WARM_UP = 12  # numbers that nobody uses: those of similar seeds are similar at first
SIDE_BY_SIDE = 64  # streams that are seeded together


@borrows
def bits(r: Stream) -> int:
    """The next 32 random bits of the stream in `r` (four words)."""
    b = r[1]
    c = r[2]
    count = r[3]
    mixed = (r[0] + b + count) & WORD
    r[0] = b ^ (b >> 9)
    r[1] = (c + (c << 3)) & WORD
    r[2] = (((c << 21) | (c >> 11)) + mixed) & WORD
    r[3] = (count + 1) & WORD
    return int(mixed)


@borrows
def seed(r: Stream, a: int, b: int) -> None:
    """Start stream `b` of seed `a` (each a non-negative 63-bit number): one stream a game."""
    r[0] = a & WORD
    r[1] = (a >> 32) & WORD
    r[2] = b & WORD
    r[3] = (b >> 32) + 1
    for _ in range(WARM_UP):
        bits(r)


@borrows
def seed_many(r: Stream, a: int, first: int) -> None:
    """Start streams `first` .. `first + SIDE_BY_SIDE - 1` of seed `a`: the first words of all, then the second ones ...

    This is `seed` with `bits` written out for many streams side by side, so that the compiler uses vector instructions.
    Where games are short, seeding one stream after another takes a tenth of the time.
    """
    n = SIDE_BY_SIDE
    for i in range(n):
        r[i] = a & WORD
        r[i + n] = (a >> 32) & WORD
        r[i + 2 * n] = (first + i) & WORD
        r[i + 3 * n] = ((first + i) >> 32) + 1
    for _ in range(WARM_UP):
        for i in range(n):
            b = r[i + n]
            c = r[i + 2 * n]
            count = r[i + 3 * n]
            mixed = (r[i] + b + count) & WORD
            r[i] = b ^ (b >> 9)
            r[i + n] = (c + (c << 3)) & WORD
            r[i + 2 * n] = (((c << 21) | (c >> 11)) + mixed) & WORD
            r[i + 3 * n] = (count + 1) & WORD


@borrows
def take_out(r: Stream, i: int, stream: Stream) -> None:
    """Copy stream `i` of those that were seeded together."""
    for k in range(4):
        stream[k] = r[i + k * SIDE_BY_SIDE]


@borrows
def below(r: Stream, n: int) -> int:
    """A number in 0 .. n-1."""
    return (bits(r) * n) >> 32


def stream(a: int, b: int = 0) -> Callable[[int], int]:
    """The generator as a function of the bound, for interpreted play."""
    words = [0, 0, 0, 0]
    seed(words, a, b)
    return lambda n: below(words, n)
