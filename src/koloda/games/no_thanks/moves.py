"""What the moves of No Thanks! are done with: the card on offer, and chips."""

from koloda.core.moves import MoveInfo
from koloda.games.no_thanks.state import PASS, State


class NoThanksMove(MoveInfo, frozen=True, kw_only=True):
    """Kinds: `pass`, `take`. There is no hand: the card is the one on offer."""

    chips: int
    """The chips that one gets; below 0: that one pays."""


def info(s: State, seat: int, action: int) -> NoThanksMove:
    cards = [str(s.card)]
    if action == PASS:
        return NoThanksMove(kind="pass", cards=cards, chips=-1)
    return NoThanksMove(kind="take", cards=cards, chips=s.pot)


def attempts(s: State, seat: int) -> dict[str, str]:
    return {}
