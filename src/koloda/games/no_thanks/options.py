"""The options of No Thanks! and what they make of a blank state."""

from collections.abc import Mapping

from koloda.core.errors import UnknownOption
from koloda.core.game import SetUp
from koloda.core.options import Option, Value, flag
from koloda.games.no_thanks.rules import start
from koloda.games.no_thanks.state import HIGHEST, LOWEST, SEATS, State

ALWAYS_REMOVED = (10, 20, 30)  # NT-12

OPTIONS = (
    Option("removed", "NT-1", range(33), 9),
    Option("chips", "NT-2", range(1001), None),
    flag("open_chips", "NT-10", False),
    flag("tactical", "NT-12", False),
    # A smaller deck, for study: not in any box.
    Option("highest", "NT-1", range(LOWEST, HIGHEST + 1), HIGHEST, study=True),
)


def prepare(s: State, values: Mapping[str, Value]) -> None:
    s.players = int(values["players"])
    s.removed = int(values["removed"])
    s.open_chips = int(values["open_chips"])
    s.tactical = int(values["tactical"])
    s.highest = int(values["highest"])
    s.purse = int(values.get("chips", usual_chips(s.players, bool(s.tactical))))
    cards = s.highest - LOWEST + 1
    always = sum(card <= s.highest for card in ALWAYS_REMOVED) if s.tactical else 0
    if s.tactical and s.players > 5:
        raise UnknownOption.of("no_thanks.tactical_players", given=s.players)
    if s.removed >= cards:
        raise UnknownOption.of("no_thanks.removed_most", given=s.removed, cards=cards, most=cards - 1)
    if s.removed < always:
        raise UnknownOption.of("no_thanks.removed_least", given=s.removed, least=always)


def usual_chips(players: int, tactical: bool) -> int:
    """NT-2, NT-12."""
    if tactical:
        return 10
    return {6: 9, 7: 7}.get(players, 11)


def chosen(s: State) -> dict[str, Value]:
    """The options of a state."""
    return {
        "players": s.players,
        "removed": s.removed,
        "chips": s.purse,
        "open_chips": s.open_chips,
        "tactical": s.tactical,
        "highest": s.highest,
    }


SET_UP = SetUp("no_thanks", range(2, SEATS + 1), 4, OPTIONS, State, start, prepare, chosen)
