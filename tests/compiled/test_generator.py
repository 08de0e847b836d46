"""The generator of simulations."""

from collections import Counter

import numpy as np

from koloda.compiled.generator import SIDE_BY_SIDE, below, bits, seed, seed_many, stream, take_out


def test_known_values() -> None:
    """Pinned: old simulations must stay reproducible."""
    words = [0, 0, 0, 0]
    seed(words, 1, 2)
    assert [bits(words) for _ in range(3)] == [606404981, 1081094180, 3618035551]


def test_compiled_numbers_are_the_same() -> None:
    import numba

    words, compiled_words = [0, 0, 0, 0], np.zeros(4, np.int64)
    compiled_bits = numba.njit(bits)
    seed(words, 12345678901234567, 89)
    compiled_words[:] = words
    assert [compiled_bits(compiled_words) for _ in range(1000)] == [bits(words) for _ in range(1000)]
    assert compiled_words.tolist() == words


def test_streams_that_are_seeded_together_are_the_same() -> None:
    together, alone, taken = [0] * 4 * SIDE_BY_SIDE, [0, 0, 0, 0], [0, 0, 0, 0]
    for a, first in ((1, 0), (12345678901234567, (1 << 32) - 7)):
        seed_many(together, a, first)
        for i in range(SIDE_BY_SIDE):
            seed(alone, a, first + i)
            take_out(together, i, taken)
            assert taken == alone


def test_streams_differ() -> None:
    firsts = {stream(a, b)(1 << 30) for a in range(20) for b in range(20)}
    assert len(firsts) == 400


def test_every_outcome_is_equally_likely() -> None:
    """χ² with 6 degrees of freedom, 99.9 % below 22.46."""
    draw = stream(5)
    seen = Counter(draw(7) for _ in range(70_000))
    assert sum((n - 10_000) ** 2 / 10_000 for n in seen.values()) < 22.46


def test_below_one_is_zero() -> None:
    assert below([1, 2, 3, 4], 1) == 0
