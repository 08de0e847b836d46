"""What each game's tests say of its observations: `tests/games/<game>/observed.py` works them out from the view."""

from collections.abc import Sequence
from importlib import import_module
from typing import Any, NamedTuple, Protocol, TypeVar, cast

from koloda.games import GAMES

Options = dict[str, Any]
T = TypeVar("T")


class Table(NamedTuple):
    """The seats as one of them counts: itself first."""

    seat: int
    players: int
    seats: int
    """The most that a table has."""

    def places_after(self, other: int | None) -> int:
        return -1 if other is None else (other - self.seat) % self.players


def from_seat(values: Sequence[T], table: Table) -> list[T]:
    return [*values[table.seat :], *values[: table.seat]]


def by_seat(values: Sequence[int], table: Table) -> list[int]:
    """One number a seat, the own first; an empty seat has 0."""
    return [*from_seat(values, table), *[0] * (table.seats - table.players)]


class Observed(Protocol):
    def parts(self, view: Any, options: Options, table: Table) -> dict[str, list[int]]:
        """Every part of the layout."""


OBSERVED: dict[str, Observed] = {name: cast(Observed, import_module(f"tests.games.{name}.observed")) for name in GAMES}
