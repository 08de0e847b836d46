"""A driver: whole random games on the compiled rules. One seeded stream a game, so any split gives the same games."""

from typing import Any

import numpy as np

from koloda.core.chance import below, seed

# A game's own, put here by the compiler
start: Any = None
actors: Any = None
legal: Any = None
act: Any = None
chance: Any = None
draw: Any = None
over: Any = None
scores: Any = None
standings: Any = None
WIDEST = 0
SEATS = 0


def one_of(mask: int, r: Any) -> int:
    """A seat of a set given as bits; which of several, by lot."""
    count = 0
    rest = mask
    while rest:
        rest &= rest - 1
        count += 1
    skip = below(r, count) if count > 1 else 0
    for _ in range(skip):
        mask &= mask - 1
    seat = 0
    while not mask & 1:
        mask >>= 1
        seat += 1
    return seat


def play(s: Any, r: Any, out: Any, cap: int) -> int:
    """A random game from the start; returns the number of decisions, or -1 if there were more than `cap`."""
    start(s)
    decisions = 0
    while not over(s):
        n = chance(s)
        if n > 0:
            draw(s, below(r, n))
        else:
            if decisions == cap:
                return -1
            seat = one_of(actors(s), r)
            act(s, seat, out[below(r, legal(s, seat, out))])
            decisions += 1
    return decisions


def playouts(board: Any, key: int, first: int, cap: int, length: Any, final: Any, place: Any) -> None:
    """Games `first`, `first + 1`, ... of seed `key`. board[0] holds the options, board[1] is played on."""
    out = np.empty(WIDEST, np.int16)
    r = np.empty(4, np.int64)
    for i in range(length.shape[0]):
        board[1] = board[0]
        seed(r, key, first + i)
        length[i] = play(board[1], r, out, cap)
        scores(board[1], final[i])
        standings(board[1], place[i])
