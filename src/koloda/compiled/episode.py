"""A driver: single games of a batch. `batch_cpu.py` and `batch_cuda.py` bring it to a CPU and to a GPU.

Each game has a stream of its own for the dealer, keyed by the batch's seed, the game's number in the batch, and how
many games were played in that place before.
"""

from typing import Any

from koloda.compiled.generator import below, seed
from koloda.compiled.rewards import pay_out

start: Any = None
act: Any = None
chance: Any = None
draw: Any = None
over: Any = None
scores: Any = None
standings: Any = None
WHIMS = 1 << 62  # streams for random actions start here; those of dealers are below


def begin(s: Any, r: Any, key: int, number: int, episode: int) -> None:
    """A new game, dealt up to its first decision."""
    seed(r, key, number + (episode << 32))
    start(s)
    deal(s, r)


def deal(s: Any, r: Any) -> None:
    """Carry out all draws that are due."""
    n = chance(s)
    while n > 0:
        draw(s, below(r, n))
        n = chance(s)


def turn(s: Any, r: Any, seat: int, action: int) -> bool:
    """A decision and the draws after it; is the game over?"""
    act(s, seat, action)
    deal(s, r)
    return bool(over(s))


def settle(s: Any, kind: int, sign: int, points: Any, places: Any, rewards: Any) -> None:
    """The rewards of a game that is over; `points` and `places` are scratch paper."""
    scores(s, points)
    standings(s, places)
    pay_out(kind, sign, s.players + 0, points, places, rewards)
