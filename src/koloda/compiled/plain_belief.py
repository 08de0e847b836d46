"""Stands in for the belief of a game that has none: all hidden cards are equally likely, and the game is one round."""

from koloda.compiled.game_functions import rule, standings
from koloda.compiled.generator import below
from koloda.compiled.types import Floats, Ints, IntTable, State, Stream
from koloda.core.win_chances import likelihoods, with_wins

SLOPE = 1.0  # log odds for every seat that one stands before


def likely(s: State, memory: IntTable, stream: Stream, n: int) -> int:
    return below(stream, n)


def reply(s: State, seat: int, out: Ints, n: int, weights: Ints) -> int:
    return int(rule(s, seat, out, n, weights))


def age(s: State) -> int:
    return 0


def glimpse(s: State, seat: int) -> int:
    """Draws do not split a node: the moves that are legal after them tell enough."""
    return 0


def worth(s: State, standing: Ints, share: Floats) -> None:
    """The win, shared by equals, and a little the place: standings compare, but do not say by how much."""
    standings(s, standing)
    for seat in range(s.players):
        share[seat] = 0.0
        for other in range(s.players):
            if standing[other] < standing[seat]:
                share[seat] += 1.0
    likelihoods(share, s.players + 0, SLOPE)
    with_wins(share, standing, s.players + 0)
