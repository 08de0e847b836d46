"""Stands in for the reasons of a game that has none: nothing is counted."""

from koloda.compiled.types import Ints, State

COUNTED = 0


def notice(s: State, seat: int, actor: int, action: int, counted: Ints) -> None:
    """Nothing is worth noticing."""
