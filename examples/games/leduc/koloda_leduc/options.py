"""What a table may agree on: the number of players."""

from koloda.core.game import SetUp
from koloda_leduc.rules import start
from koloda_leduc.state import SEATS, State

SET_UP = SetUp("leduc", range(2, SEATS + 1), 2, (), State, start)
