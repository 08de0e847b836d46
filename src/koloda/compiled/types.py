"""The types that drivers name: lists and objects in an interpreted driver, arrays and records in a compiled one."""

from typing import Protocol, TypeVar

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Row(Protocol[T]):
    """A list, or an array of one dimension."""

    def __len__(self) -> int: ...
    def __getitem__(self, at: int, /) -> T: ...
    def __setitem__(self, at: int, value: T, /) -> None: ...


class Table(Protocol[T_co]):
    """A list of lists, or an array of two dimensions: `table[row][column]`."""

    def __len__(self) -> int: ...
    def __getitem__(self, at: int, /) -> T_co: ...


class State(Protocol):
    """A game's state: an object of its own class, or a NumPy record of the same fields."""

    @property
    def players(self) -> int: ...


class Memory(Protocol):
    """What players remember of a game (`koloda.core.observation`): an object, or a record of the same fields."""


Ints = Row[int]
Floats = Row[float]
States = Row[State]
IntTable = Table[Ints]
FloatTable = Table[Floats]
Stream = Row[int]
"""The four words of a seeded generator (`generator.py`)."""
