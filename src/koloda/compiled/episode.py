"""A driver: single games of a batch, from the deal to the rewards. `batch.py` and `seat_batch.py` step many of them.

Each game has a stream of its own for the dealer, keyed by the batch's seed, the game's number in the batch, and how
many games were played in that place before.
"""

from koloda.compiled.game_functions import (
    act,
    chance,
    draw,
    forget,
    over,
    scores,
    standings,
    start,
    watch,
    watch_draw,
)
from koloda.compiled.generator import below, seed
from koloda.compiled.hints import borrows
from koloda.compiled.rewards import pay_out
from koloda.compiled.types import Floats, Ints, Memory, State, Stream

NOISE = 1 << 62  # streams for random actions start here; those of dealers are below


@borrows
def begin(s: State, m: Memory, stream: Stream, key: int, number: int, episode: int) -> None:
    """A new game, dealt up to its first decision."""
    seed(stream, key, number + (episode << 32))
    start(s)
    forget(m)
    deal(s, m, stream)


@borrows
def deal(s: State, m: Memory, stream: Stream) -> None:
    """Carry out all draws that are due."""
    n = chance(s)
    while n > 0:
        outcome = below(stream, n)
        watch_draw(s, m, outcome)
        draw(s, outcome)
        n = chance(s)


@borrows
def take_turn(s: State, m: Memory, stream: Stream, seat: int, action: int) -> bool:
    """A decision and the draws after it; is the game over?"""
    watch(s, m, seat, action)
    act(s, seat, action)
    deal(s, m, stream)
    return bool(over(s))


@borrows
def pay(s: State, kind: int, sign: int, points: Ints, places: Ints, rewards: Floats) -> None:
    """The rewards of a game that is over; `points` and `places` are room for scores and standings."""
    scores(s, points)
    standings(s, places)
    pay_out(kind, sign, s.players + 0, points, places, rewards)
