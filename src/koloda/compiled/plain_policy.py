"""Stands in for the policy of a game that has none: there is no greedy player and no rule, and nobody steps in."""

from koloda.compiled.types import Ints, State

NOTHING = -1


def greedy(s: State, seat: int, out: Ints, n: int) -> int:
    """Never asked: a game without a policy has no level 1."""
    return int(out[0])


def rule(s: State, seat: int, out: Ints, n: int, weights: Ints) -> int:
    """Never asked: a game without a policy has no level 2, and its search plays rounds out at random."""
    return int(out[0])


def step_in(s: State, seat: int, out: Ints, n: int) -> int:
    return NOTHING
