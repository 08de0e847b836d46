"""What a game says about being followed at a real table, from one seat: what its person sees and enters.

The hidden cards of a real table are unknown to the program. So it always keeps some position that the seat cannot tell
from the true one. When somebody shows a card that this position has elsewhere, the game's `advisor.py` deals the hidden
cards anew, so that what was seen can happen. What the seat knows is the same in all of these positions.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Protocol

import msgspec

from koloda.core.facts import Fact
from koloda.core.game import Act, Game


class Ask(msgspec.Struct, frozen=True, kw_only=True):
    """Something that was drawn and that the person enters: so many of some values."""

    word: str
    """How the line begins in which it is written: `card 17`."""
    kind: Literal["card", "seat"]
    title: Fact
    values: dict[str, int]
    """In their order: how often each can still be entered, 0 for what has been seen already. Seats count from 1."""
    count: int = 1
    """How many values to enter."""

    @property
    def forced(self) -> list[str] | None:
        """The values, if there is only one possibility."""
        left = [value for value, times in self.values.items() for _ in range(times)]
        return left if len(left) == self.count else None


class Advisor(Protocol):
    """A game's `advisor.py`, for games in which one seat acts at a time. `seat` is the one that is followed."""

    @property
    def ALIASES(self) -> Mapping[str, str]:  # noqa: N802
        """Other words for values, in small letters."""

    def asked(self, s: Any, seat: int, /) -> Ask | None:
        """What the seat sees of the draw that is due; None if it sees nothing."""

    def drawn(self, s: Any, value: str, /) -> str:
        """The draw that an entered value stands for, in notation."""

    def fit_draws(self, s: Any, seat: int, values: Sequence[str], /) -> Any:
        """A position that the seat cannot tell from `s`, in which these values can be drawn."""

    def possible(self, s: Any, seat: int, other: int, /) -> list[int]:
        """What another seat, whose turn it is, may do, as far as the seat knows."""

    def fit_move(self, s: Any, seat: int, act: Act, /) -> Any:
        """A position that the seat cannot tell from `s`, in which another seat can do something that is possible."""

    def refuse(self, s: Any, seat: int, act: Act, /) -> Fact:
        """Why another seat cannot have done something, as far as the seat knows."""

    def assumed(self, s: Any, /) -> int | None:
        """What others nearly always do in this position, so that it need not be entered; None if there is nothing."""


def advisor_of(game: Game) -> Advisor | None:
    """The game's `advisor.py`; None if its real tables cannot be followed."""
    found: Advisor | None = game.part("advisor")
    return found
