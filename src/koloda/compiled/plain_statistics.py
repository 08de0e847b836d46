"""Stands in for the statistics of a game that has none: nobody comes by a card that counts."""

from koloda.compiled.types import Ints, State

KINDS = 1


def counts(s: State) -> bool:
    return False


def held(s: State, seat: int, out: Ints) -> None:
    """Never asked: no event brings cards that count."""
