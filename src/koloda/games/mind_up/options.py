"""The options of Mind Up! and what they make of a blank state."""

from collections.abc import Mapping

from koloda.core.edition import edition_option
from koloda.core.errors import UnknownOption
from koloda.core.game import SetUp
from koloda.core.options import Option, Value
from koloda.games.mind_up import cards
from koloda.games.mind_up.rules import start
from koloda.games.mind_up.state import EACH_ROUND, FIXED, NEVER, SEATS, State

MODES = ("off", "each-round", "fixed")  # NEVER, EACH_ROUND, FIXED
COUNTS = {EACH_ROUND: range(1, 6), FIXED: range(3, 6)}  # MU-17; the least is the default

OPTIONS = (
    Option("goals", "MU-17", MODES, MODES[NEVER]),
    Option("goal_count", "MU-17", range(1, 6), None),
    edition_option("edition", "MU-1", cards.check),
)


def prepare(s: State, values: Mapping[str, Value]) -> None:
    s.players = int(values["players"])
    s.goal_mode = MODES.index(str(values["goals"]))
    deck = cards.named(str(values["edition"]))
    cards.put(deck, s)
    s.goal_count = _goal_count(s.goal_mode, values.get("goal_count"), letters=len({goal // 2 for goal in deck.goals}))
    needed = s.players * (deck.hand + deck.rounds)  # one for the row, one more in every round after the first
    if needed > len(deck.colours):
        raise UnknownOption.of("mind_up.too_few_cards", cards=len(deck.colours), players=s.players, needed=needed)


def _goal_count(mode: int, given: Value | None, letters: int) -> int:
    """MU-17, MU-18."""
    if mode == NEVER:
        if given is not None:
            raise UnknownOption.of("mind_up.count_without_goals", given=int(given))
        return 0
    allowed = COUNTS[mode]
    count = int(given) if given is not None else allowed[0]
    if count not in allowed:
        low, high = allowed[0], allowed[-1]
        raise UnknownOption.of("mind_up.goal_count", mode=MODES[mode], given=count, low=low, high=high)
    if count > letters:
        raise UnknownOption.of("mind_up.too_few_letters", given=count, letters=letters)
    return count


def chosen(s: State) -> dict[str, Value]:
    """The options of a state."""
    count: dict[str, Value] = {"goal_count": s.goal_count} if s.goal_mode != NEVER else {}
    return {"players": s.players, "goals": MODES[s.goal_mode], **count, "edition": cards.found(s)}


SET_UP = SetUp("mind_up", range(2, SEATS + 1), 4, OPTIONS, State, start, prepare, chosen)
