"""How equal sums are told apart (MU-16)."""

from koloda.core.ranking import TieBreak
from koloda.games.mind_up.state import State


def last_round(s: State, seat: int) -> int:
    return s.points[seat][s.rounds - 1]


def bonuses(s: State, seat: int) -> int:
    """Positive marks and goals of all rounds."""
    return s.bonus[seat]


TIE_BREAKS = (TieBreak("last_round", last_round), TieBreak("bonuses", bonuses))
TIE_RULE = "MU-16"
