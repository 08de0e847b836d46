"""What a legal move is done with and what comes of it: for interfaces, which never take its notation apart."""

from typing import Any, Protocol

import msgspec


class MoveInfo(msgspec.Struct, frozen=True, kw_only=True):
    """Games add what their moves lead to. It tells a seat nothing that the seat does not know."""

    kind: str
    """What one does, in a word of the game: `play`, `take`."""
    cards: list[str] = []
    """The cards that it is done with, named as in the view."""
    target: str | None = None
    """What it is done to: a place, a colour."""


class Moves(Protocol):
    """A game's `moves.py`."""

    def info(self, s: Any, seat: int, action: int, /) -> MoveInfo:
        """Of an action that is legal for a seat."""

    def attempts(self, s: Any, seat: int, /) -> dict[str, str]:
        """By card of the seat's hand: the move that plays it alone, legal or not. Its refusal says why it cannot be."""


class PlainMoves:
    """For a game without `moves.py`: its interface shows moves by their descriptions."""

    def info(self, s: Any, seat: int, action: int, /) -> MoveInfo:
        return MoveInfo(kind="move")

    def attempts(self, s: Any, seat: int, /) -> dict[str, str]:
        return {}


PLAIN_MOVES = PlainMoves()
