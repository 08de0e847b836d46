"""How equal points are told apart (DB-27)."""

from koloda.core.ranking import TieBreak
from koloda.games.dobro.rules import sum_of
from koloda.games.dobro.state import State


def last_round(s: State, seat: int) -> int:
    return s.last[seat]


def pile_sum(s: State, seat: int) -> int:
    """The numbers in the score pile of the last round, added up."""
    return sum_of(s.pile[seat])


TIE_BREAKS = (TieBreak("last_round", last_round), TieBreak("pile_sum", pile_sum, lowest=True))
TIE_RULE = "DB-27"
