"""What a legal move involves, for interfaces, so that they never parse its notation."""

from typing import Any, Protocol

import msgspec

from koloda.core.facts import Fact


class MoveInfo(msgspec.Struct, frozen=True, kw_only=True):
    """What a move involves. Games add its effects. It reveals nothing that the seat does not know."""

    kind: str
    """The kind of move, in a word of the game: `play`, `take`."""
    cards: list[str] = []
    """The cards that are played, named as in the view."""
    target: str | None = None
    """The target: a place, a colour."""
    consequence: Fact | None = None
    """What it costs, risks or brings, for the second line of its button: at most 26 characters."""


class Moves(Protocol):
    """A game's `moves.py`."""

    def info(self, s: Any, seat: int, action: int, /) -> MoveInfo:
        """The info of an action that is legal for a seat."""

    def attempts(self, s: Any, seat: int, /) -> dict[str, str]:
        """By card of the seat's hand: the move that plays only this card, legal or not. A refusal says why not."""


class PlainMoves:
    """For a game without `moves.py`: interfaces show its moves by their descriptions."""

    def info(self, s: Any, seat: int, action: int, /) -> MoveInfo:
        return MoveInfo(kind="move")

    def attempts(self, s: Any, seat: int, /) -> dict[str, str]:
        return {}


PLAIN_MOVES = PlainMoves()
