"""A driver that plays a random game and records what every seat observes."""

from typing import Any

from koloda.compiled.game_functions import act, actors, chance, draw, legal, observe, over
from koloda.compiled.generator import below
from koloda.compiled.types import Ints, State, Stream


def watch(s: State, r: Stream, out: Ints, seen: Any) -> int:
    """Fill seen[step][seat]; return the number of steps."""
    n = 0
    while not over(s) and n < len(seen):
        due = chance(s)
        if due > 0:
            draw(s, below(r, due))
        else:
            seat = 0
            while not (actors(s) >> seat) & 1:
                seat += 1
            act(s, seat, out[below(r, legal(s, seat, out))])
        for seat in range(s.players):
            observe(s, seat, seen[n][seat])
        n += 1
    return n
