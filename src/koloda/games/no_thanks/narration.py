"""No Thanks! told in facts. All that happens is public, but for the chips in a hand (NT-10)."""

from koloda.core.facts import Fact, fact, told_winners
from koloda.core.game import Act, Event, winners
from koloda.games.no_thanks import rules
from koloda.games.no_thanks.state import DECIDE, FIRST, OVER, PASS, SEATS, State


def narrate(before: State, event: Event, after: State, seat: int | None) -> list[Fact]:
    if isinstance(event, Act):
        if event.action == PASS:
            return [fact("no_thanks.passed", player=event.seat, card=before.card, pot=after.pot)]
        told = [fact("no_thanks.took", player=event.seat, card=before.card, pot=before.pot)]
        return told + _end(after) if after.phase == OVER else told
    if before.phase == FIRST:
        return [fact("no_thanks.starts", player=after.turn)]
    return [fact("no_thanks.turned_up", player=after.turn, card=after.card, left=after.left)]


def _end(s: State) -> list[Fact]:
    """NT-8, NT-9."""
    scores = [0] * SEATS
    rules.scores(s, scores)
    told = [fact("no_thanks.scored", player=p, points=scores[p]) for p in range(s.players)]
    return [*told, told_winners(winners(rules, s))]


def reveals(s: State, action: int) -> bool:
    """A pass shows nothing: how many chips are left stays hidden."""
    return action != PASS


def uncovers(s: State, action: int) -> bool:
    """Nobody ever shows anything to a player."""
    return False


def describe(s: State, seat: int, action: int) -> Fact:
    if action == PASS:
        return fact("no_thanks.can_pass", pot=s.pot + 1, left=s.chips[seat] - 1)
    return fact("no_thanks.can_take", card=s.card, pot=s.pot)


def refuse(s: State, seat: int, action: int) -> Fact:
    if s.phase != DECIDE:
        return fact("common.nothing_due")
    if seat != s.turn:
        return fact("common.not_your_turn", player=s.turn)
    return fact("no_thanks.no_chip", card=s.card)  # the only illegal action on one's own turn
