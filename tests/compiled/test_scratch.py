"""Working memory: the same fields as lists and as a record."""

from typing import Annotated

import numpy as np
import pytest

from koloda.compiled.scratch import allocate, allocate_rows
from koloda.compiled.types import FloatTable, Ints
from koloda.games import GAMES


class Memory:
    count: Annotated[int, "i8"]
    numbers: Annotated[Ints, "i2", "SEATS"]
    table: Annotated[FloatTable, "f8", "MORE", 2]


@pytest.mark.parametrize("compiled", [False, True])
def test_what_is_written_is_what_a_driver_takes(compiled: bool) -> None:
    game = GAMES["no_thanks"]
    memory, row = allocate(Memory, game, compiled, MORE=3)
    assert memory.count == 0
    assert [len(memory.numbers), len(memory.table), len(memory.table[0])] == [game.seats, 3, 2]
    memory.count += 5
    memory.numbers[1] = 7
    memory.table[2][1] = 0.5
    taken = row[0] if not compiled else np.asarray(row).view(np.recarray)[0]
    assert (taken.count, taken.numbers[1], taken.table[2][1]) == (5, 7, 0.5)


def test_a_length_without_a_number_is_an_error() -> None:
    with pytest.raises(KeyError, match="MORE"):
        allocate(Memory, GAMES["no_thanks"], compiled=False)


class Pair:
    one: Annotated[int, "i4"]
    other: Annotated[float, "f8"]


@pytest.mark.parametrize("compiled", [False, True])
def test_many_of_a_kind(compiled: bool) -> None:
    rows = allocate_rows(Pair, 3, compiled)
    rows[2].one, rows[2].other = 4, 0.25
    assert (len(rows), rows[2].one, rows[2].other) == (3, 4, 0.25)
