"""Working memory of a driver, declared once: an object with lists for interpreted drivers, a record for compiled ones.

    class Search:
        seat: Annotated[int, "i1"]
        weights: Annotated[Ints, "i8", "WEIGHTS"]
        regret: Annotated[FloatTable, "f8", "SEATS", "ACTIONS"]

After the type come the NumPy width and the lengths, each a number or the name of one (`game_functions.sizes_of`).
"""

from functools import cache
from typing import Any, TypeVar, cast, get_type_hints

from koloda.compiled.game_functions import sizes_of
from koloda.compiled.types import Row
from koloda.core.game import Game

T = TypeVar("T")
Layout = list[tuple[str, str, tuple[int, ...]]]
"""Name, width and shape of every field."""


def allocate(kind: type[T], game: Game, compiled: bool, **sizes: int) -> tuple[T, Row[T]]:
    """Memory of a kind, all zero, to read and write; and the same in a row of one, as drivers take it."""
    layout = _layout(kind, {**sizes_of(game), **sizes})
    if not compiled:
        made = _made(kind, layout)
        return made, [made]
    import numpy as np

    row: Any = np.zeros(1, np.dtype(layout, align=True))
    return cast(T, _View(row)), row


def allocate_rows(kind: type[T], count: int, compiled: bool) -> Row[T]:
    """So many of a kind whose size depends on no game. What is in them is undefined."""
    layout = _layout(kind, {})
    if not compiled:
        return [_made(kind, layout) for _ in range(count)]
    import numpy as np

    rows_of_records: Any = np.empty(count, np.dtype((np.record, np.dtype(layout, align=True))))
    return cast(Row[T], rows_of_records)


class _View:
    """The fields of the record in a row of one. (NumPy's own `recarray` is many times as slow.)"""

    def __init__(self, row: Any) -> None:
        arrays = {name: row[name][0] for name in row.dtype.names if row.dtype[name].shape}
        vars(self).update(arrays, _row=row)

    def __getattr__(self, name: str) -> Any:
        return self._row[name][0]

    def __setattr__(self, name: str, value: float) -> None:
        self._row[name][0] = value


def _layout(kind: type, sizes: dict[str, int]) -> Layout:
    layout = []
    for name, hint in _hints(kind).items():
        width, *lengths = hint.__metadata__
        layout.append((name, width, tuple(length if isinstance(length, int) else sizes[length] for length in lengths)))
    return layout


@cache
def _hints(kind: type) -> dict[str, Any]:
    """The types of the fields. They are slow to find, and a search needs them before it begins."""
    return get_type_hints(kind, include_extras=True)


def _made(kind: type[T], layout: Layout) -> T:
    made = kind()
    for name, width, shape in layout:
        setattr(made, name, _zeros(shape, 0.0 if width.startswith("f") else 0))
    return made


def _zeros(shape: tuple[int, ...], zero: float) -> Any:
    if not shape:
        return zero
    return [_zeros(shape[1:], zero) for _ in range(shape[0])]
