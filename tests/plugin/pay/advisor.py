"""Pay or Take at a real table: as No Thanks!, in words of its own."""

import msgspec

from koloda.core.advisor import Ask
from koloda.core.facts import fact
from koloda.games.no_thanks.advisor import (
    ALIASES,
    assumed,
    drawn,
    fit_draws,
    fit_move,
    possible,
    refuse,
)
from koloda.games.no_thanks.advisor import asked as asked_in_no_thanks
from koloda.games.no_thanks.state import State

__all__ = ["ALIASES", "asked", "assumed", "drawn", "fit_draws", "fit_move", "possible", "refuse"]


def asked(s: State, seat: int) -> Ask:
    found = asked_in_no_thanks(s, seat)
    return msgspec.structs.replace(found, title=fact(f"pay.advisor_{found.word}"))
