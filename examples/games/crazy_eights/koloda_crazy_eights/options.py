"""What a table may agree on: the number of players."""

from koloda.core.game import SetUp
from koloda_crazy_eights.rules import start
from koloda_crazy_eights.state import SEATS, State

SET_UP = SetUp("crazy_eights", range(2, SEATS + 1), 4, (), State, start)
