"""A driver: games played on from any position, everybody by the rule (level 2), many times.

Playout k takes its cards from stream k of a seed. The stream goes on where the position's past ends: of two positions
of one game, the later one skips the numbers that the draws in between would have used. So a playout of the earlier
position in which these draws fall and these decisions are made is a playout of the later one, number for number: what
differs between two positions is what happened, and little noise (common random numbers).
"""

from typing import Annotated, Any

from numpy.typing import NDArray

from koloda.compiled.game_functions import (
    STEPS_IN,
    act,
    actors,
    chance,
    draw,
    legal,
    rule,
    scores,
    standings,
    step_in,
)
from koloda.compiled.generator import below, bits, seed
from koloda.compiled.hints import borrows
from koloda.compiled.types import Ints, Row, State, States, Stream
from koloda.core.bits import lowest

NOTHING = -1
LONGEST = 1 << 20  # draws and decisions
ENDLESS = "games by this game's rule do not end from here"


class Workspace:
    """Room for one thread. The number of `WEIGHTS` is the policy's."""

    weights: Annotated[Ints, "i8", "WEIGHTS"]
    stream: Annotated[Stream, "i8", 4]
    legal: Annotated[Ints, "i2", "MOST_LEGAL"]
    points: Annotated[Ints, "i8", "SEATS"]


@borrows
def bystander_acts(s: State, mask: int, asked: int, room: Workspace) -> bool:
    """Let the first bystander who wants to act, from seat `asked` on; returns whether there was one."""
    for seat in range(asked, s.players):
        if not (mask >> seat) & 1:
            n = legal(s, seat, room.legal)
            if n > 0:
                action = step_in(s, seat, room.legal, n)
                if action != NOTHING:
                    act(s, seat, action)
                    return True
    return False


@borrows
def play_to_end(s: State, asked: int, room: Workspace) -> None:
    """Play a game to its end. At its first decision only bystanders from seat `asked` on are asked."""
    for _ in range(LONGEST):
        n = chance(s)
        if n > 0:
            draw(s, below(room.stream, n))
            continue
        mask = actors(s)
        if mask == 0:
            return
        if STEPS_IN:
            stepped_in = bystander_acts(s, mask, asked, room)
            asked = 0
            if stepped_in:
                continue
        seat = lowest(mask)
        n = legal(s, seat, room.legal)
        act(s, seat, int(room.legal[0]) if n == 1 else int(rule(s, seat, room.legal, n, room.weights)))
    raise AssertionError(ENDLESS)


@borrows
def play_all(
    boards: States,
    key: int,
    first: int,
    skip: int,
    asked: int,
    whole: int,
    wins: NDArray[Any],
    points: NDArray[Any],
    workspace: Row[Workspace],
) -> None:
    """Playouts `first`, `first + 1`, ... of seed `key` from the position boards[0]; boards[1] is played on.

    A win counts `whole`, which winners share without a remainder. `skip` is the number of draws in the position's past.
    """
    room = workspace[0]
    s = boards[1]
    for i in range(wins.shape[0]):
        seed(room.stream, key, first + i)
        for _ in range(skip):
            bits(room.stream)
        boards[1] = boards[0]
        play_to_end(s, asked, room)
        scores(s, room.points)
        for seat in range(s.players):
            points[i, seat] = room.points[seat]
        standings(s, room.points)
        best = room.points[0]
        for seat in range(1, s.players):
            best = max(best, room.points[seat])
        winners = 0
        for seat in range(s.players):
            winners += room.points[seat] == best
        for seat in range(s.players):
            wins[i, seat] = whole // winners if room.points[seat] == best else 0
