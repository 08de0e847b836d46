"""What a table may agree on: the number of players."""

from collections.abc import Mapping

from koloda.core.game import SetUp
from koloda.core.options import Value
from koloda_leduc.rules import start
from koloda_leduc.state import SEATS, State


def prepare(s: State, values: Mapping[str, Value]) -> None:
    """LD-2: from three players on all amounts are doubled, so that two can share any pot."""
    s.players = int(values["players"])
    s.ante = 1 if s.players == 2 else 2


def chosen(s: State) -> dict[str, Value]:
    return {"players": s.players}


SET_UP = SetUp("leduc", range(2, SEATS + 1), 2, (), State, prepare, start, chosen)
