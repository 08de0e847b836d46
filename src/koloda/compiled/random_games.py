"""A driver: whole random games. Every game has a seeded stream of its own, so any split gives the same games.

`koloda simulate` and `envs.playouts` play these; `batch_cuda.py` plays the same ones on a GPU.
"""

from typing import Any

import numpy as np

from koloda.compiled.decisions import any_legal, seat_to_act
from koloda.compiled.generator import below, seed

start: Any = None
act: Any = None
chance: Any = None
draw: Any = None
over: Any = None
scores: Any = None
standings: Any = None
WIDEST = 0
LONGEST = 1 << 24  # decisions


def play(s: Any, r: Any, out: Any) -> int:
    """A game from the start; returns the number of decisions."""
    start(s)
    decisions = 0
    while not over(s):
        n = chance(s)
        if n > 0:
            draw(s, below(r, n))
        else:
            if decisions == LONGEST:
                raise AssertionError("a game of so many decisions does not end: the rules are wrong")
            seat = seat_to_act(s)
            act(s, seat, any_legal(s, r, seat, out))
            decisions += 1
    return decisions


def playouts(board: Any, key: int, first: int, lengths: Any, points: Any, places: Any) -> None:
    """Games `first`, `first + 1`, ... of seed `key`, one after another on one board; it holds the options."""
    out = np.empty(WIDEST, np.int16)
    r = np.empty(4, np.int64)
    s = board[0]
    for i in range(lengths.shape[0]):
        seed(r, key, first + i)
        lengths[i] = play(s, r, out)
        scores(s, points[i])
        standings(s, places[i])
