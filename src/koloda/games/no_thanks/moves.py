"""What the moves of No Thanks! are done with: the card on offer, and chips."""

from koloda.core.facts import Fact, fact
from koloda.core.moves import MoveInfo
from koloda.core.numbers import signed
from koloda.games.no_thanks import rules
from koloda.games.no_thanks.state import PASS, SEATS, TAKE, State


class NoThanksMove(MoveInfo, frozen=True, kw_only=True):
    """Kinds: `pass`, `take`. There is no hand: the card is the one on offer."""

    chips: int
    """The chips that one gets; below 0: that one pays."""


def info(s: State, seat: int, action: int) -> NoThanksMove:
    cards = [str(s.card)]
    if action == PASS:
        told = fact("no_thanks.costs_chip", left=s.chips[seat] - 1)
        return NoThanksMove(kind="pass", cards=cards, chips=-1, consequence=told)
    return NoThanksMove(kind="take", cards=cards, chips=s.pot, consequence=_taking(s, seat))


def _taking(s: State, seat: int) -> Fact:
    """What the card adds to the points of one's cards (NT-8), and the chips that come with it."""
    taken = s.taken[seat]
    added = _score(_taken(s, seat), seat) + s.pot - _score(s, seat)
    chips = fact("no_thanks.gained_chips", pot=s.pot)
    near = [card for card in (s.card - 1, s.card + 1) if taken >> card & 1]
    if not near:
        points = fact("no_thanks.gained_points", points=signed(added), n=added)
        return fact("no_thanks.takes_alone", points=points, chips=chips)
    if len(near) == 2:
        return fact("no_thanks.takes_joining", points=signed(added), chips=chips)
    return fact("no_thanks.takes_beside", near=near[0], points=signed(added), chips=chips)


def _taken(s: State, seat: int) -> State:
    after = s.copy()
    rules.act(after, seat, TAKE)
    return after


def _score(s: State, seat: int) -> int:
    scores = [0] * SEATS
    rules.scores(s, scores)
    return scores[seat]


def attempts(s: State, seat: int) -> dict[str, str]:
    return {}
