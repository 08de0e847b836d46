"""The expected observations of each game: `observed.py` in its tests computes the numbers from the view."""

from collections.abc import Sequence
from importlib import import_module
from typing import Any, NamedTuple, Protocol, TypeVar, cast

from koloda.games import GAMES
from tests.example_games import EXAMPLES

Options = dict[str, Any]
T = TypeVar("T")


class Table(NamedTuple):
    """The seats, counted from one of them."""

    seat: int
    players: int
    seats: int
    """The most that a table has."""

    def places_after(self, other: int | None) -> int:
        return -1 if other is None else (other - self.seat) % self.players


def from_seat(values: Sequence[T], table: Table) -> list[T]:
    return [*values[table.seat :], *values[: table.seat]]


def by_seat(values: Sequence[int], table: Table) -> list[int]:
    """One number per seat, beginning with the observing seat; an empty seat has 0."""
    return [*from_seat(values, table), *[0] * (table.seats - table.players)]


class Observed(Protocol):
    def parts(self, view: Any, options: Options, table: Table) -> dict[str, list[int]]:
        """Every part of the layout."""


def observed(package: str, name: str) -> Observed:
    return cast(Observed, import_module(f"tests.{package}.{name}.observed"))


OBSERVED = {name: observed("games", name) for name in GAMES}
OBSERVED |= {name: observed("example_games", name) for name in EXAMPLES}
