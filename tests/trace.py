"""A driver that plays a random game and keeps every state. Interpreted and compiled, it must do the same."""

from typing import Any

from koloda.compiled.game_functions import act, actors, chance, draw, legal, over, start
from koloda.compiled.generator import below
from koloda.compiled.types import Ints, State, Stream

ENTRIES = ("trace",)


def seat_to_act(s: State, r: Stream, out: Ints) -> int:
    """Sometimes any seat with a legal action (bystanders have some), else one of those that must act."""
    seat = below(r, s.players)
    if below(r, 4) == 0 and legal(s, seat, out) > 0:
        return seat
    mask = actors(s)
    while not (mask >> seat) & 1:
        seat = seat + 1 if seat + 1 < s.players else 0
    return seat


def step(s: State, r: Stream, out: Ints) -> None:
    n = chance(s)
    if n > 0:
        draw(s, below(r, n))
    else:
        seat = seat_to_act(s, r, out)
        act(s, seat, out[below(r, legal(s, seat, out))])


def trace(kept: Any, r: Stream, out: Ints) -> int:
    """kept[0] holds the options; returns how many states were kept after it."""
    s = kept[0]
    start(s)
    n = 0
    while not over(s) and n + 1 < kept.shape[0]:
        step(s, r, out)
        n += 1
        kept[n] = s
    return n
