"""A driver that records what every seat observes."""

from typing import Any

from koloda.compiled.game_functions import observe
from koloda.compiled.types import State


def watch(s: State, seen: Any) -> None:
    """Fill seen[seat]."""
    for seat in range(s.players):
        observe(s, seat, seen[seat])
