"""What a table may agree on: the number of players."""

from collections.abc import Mapping

from koloda.core.game import SetUp
from koloda.core.options import Value
from koloda_crazy_eights.rules import start
from koloda_crazy_eights.state import SEATS, State


def prepare(s: State, values: Mapping[str, Value]) -> None:
    s.players = int(values["players"])


def chosen(s: State) -> dict[str, Value]:
    return {"players": s.players}


SET_UP = SetUp("crazy_eights", range(2, SEATS + 1), 4, (), State, prepare, start, chosen)
