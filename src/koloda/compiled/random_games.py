"""A driver: whole random games. Every game has a seeded stream of its own, so any split gives the same games.

`koloda simulate` and `envs.playouts` play these (`playouts.py`); `batch_cuda.py` plays the same ones on a GPU.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from koloda.compiled.decisions import random_action, seat_to_act
from koloda.compiled.game_functions import MOST_LEGAL, act, chance, draw, over, scores, standings, start
from koloda.compiled.generator import below, seed
from koloda.compiled.hints import borrows
from koloda.compiled.types import Ints, State, States, Stream

LONGEST = 1 << 24  # decisions
ENDLESS = "a game of so many decisions does not end: the rules are wrong"


class Results(NamedTuple):
    """What came of random games, one row each."""

    lengths: NDArray[Any]
    """Decisions."""
    scores: NDArray[Any]
    """By seat."""
    standings: NDArray[Any]
    """By seat: numbers that compare as the final ranking does."""


@borrows
def play(s: State, stream: Stream, out: Ints) -> int:
    """A game from the start; returns the number of decisions."""
    start(s)
    decisions = 0
    while not over(s):
        n = chance(s)
        if n > 0:
            draw(s, below(stream, n))
        else:
            if decisions == LONGEST:
                raise AssertionError(ENDLESS)
            seat = seat_to_act(s)
            act(s, seat, random_action(s, seat, stream, out))
            decisions += 1
    return decisions


def play_all(board: States, key: int, first: int, results: Results) -> None:
    """Games `first`, `first + 1`, ... of seed `key`, one after another on one board; it holds the options."""
    out = np.empty(MOST_LEGAL, np.int16)
    stream = np.empty(4, np.int64)
    s = board[0]
    for i in range(results.lengths.shape[0]):
        seed(stream, key, first + i)
        results.lengths[i] = play(s, stream, out)
        scores(s, results.scores[i])
        standings(s, results.standings[i])
