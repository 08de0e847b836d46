"""A driver that records what every seat knows."""

from typing import Any

from koloda.compiled.game_functions import recall
from koloda.compiled.types import Memory, State


def recall_all(s: State, m: Memory, known: Any) -> None:
    """Fill known[seat]."""
    for seat in range(s.players):
        recall(s, m, seat, known[seat])
