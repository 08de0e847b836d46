"""What the moves of Mind Up! are done with."""

from koloda.core.facts import fact
from koloda.core.moves import MoveInfo
from koloda.games.mind_up.cards import numbers
from koloda.games.mind_up.notation import write_action
from koloda.games.mind_up.state import TAKE_BACK, State


class MindUpMove(MoveInfo, frozen=True, kw_only=True):
    """Kinds: `choose`, `take_back`. Cards are named by their numbers."""


def info(s: State, seat: int, action: int) -> MindUpMove:
    if action == TAKE_BACK:
        told = fact("mind_up.brings_another")
        return MindUpMove(kind="take_back", cards=[str(s.choice[seat])], consequence=told)
    return MindUpMove(kind="choose", cards=[str(action)], consequence=fact("mind_up.brings_hidden"))


def attempts(s: State, seat: int) -> dict[str, str]:
    return {str(number): write_action(s, number) for number in numbers(s.hand[seat])}
