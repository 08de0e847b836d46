"""A driver: whole random games. Every game has a seeded stream of its own, so any split gives the same games.

`koloda simulate` and `envs.playouts` play these (`playouts.py`); `batch_cuda.py` plays the same ones on a GPU.
"""

from typing import Annotated, Any, NamedTuple

from numpy.typing import NDArray

from koloda.compiled.decisions import random_action, seat_to_act
from koloda.compiled.game_functions import act, chance, draw, over, scores, standings, start
from koloda.compiled.generator import SIDE_BY_SIDE, below, seed_many, take_out
from koloda.compiled.hints import borrows
from koloda.compiled.types import Ints, Row, State, States, Stream

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


class Workspace:
    """Room for one thread. Rules that write into a record's own arrays need not count who else holds them."""

    stream: Annotated[Stream, "i8", 4]
    streams: Annotated[Stream, "i8", 4 * SIDE_BY_SIDE]
    """Of the next games."""
    legal: Annotated[Ints, "i2", "MOST_LEGAL"]
    points: Annotated[Ints, "i8", "SEATS"]


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


@borrows
def play_all(board: States, key: int, first: int, results: Results, workspace: Row[Workspace]) -> None:
    """Games `first`, `first + 1`, ... of seed `key`, one after another on one board; it holds the options."""
    s, room = board[0], workspace[0]
    for i in range(results.lengths.shape[0]):
        if i % SIDE_BY_SIDE == 0:
            seed_many(room.streams, key, first + i)
        take_out(room.streams, i % SIDE_BY_SIDE, room.stream)
        results.lengths[i] = play(s, room.stream, room.legal)
        scores(s, room.points)
        for seat in range(s.players):
            results.scores[i, seat] = room.points[seat]
        standings(s, room.points)
        for seat in range(s.players):
            results.standings[i, seat] = room.points[seat]
