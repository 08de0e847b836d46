"""The memory of a game whose state already holds everything that a player can remember. Compilable.

A game's `memory.py` imports these in place of its own.
"""

from typing import Any

from koloda.core.schema import I1, Fields, fields


@fields
class Memory(Fields):
    nothing: I1  # a record needs a field


def forget(m: Any) -> None:
    """At the start of a game."""


def watch(s: Any, m: Any, seat: int, action: int) -> None:
    """Before a decision."""


def watch_draw(s: Any, m: Any, outcome: int) -> None:
    """Before a draw."""
