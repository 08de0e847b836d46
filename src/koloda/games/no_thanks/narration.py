"""No Thanks! told in events. All that happens is public, but for the chips in a hand (NT-10)."""

from koloda.core.events import GameEvent, told_winners
from koloda.core.facts import Fact, fact
from koloda.core.game import Act, Ply, winners
from koloda.games.no_thanks import rules
from koloda.games.no_thanks.events import Passed, Scored, Starts, Took, TurnedUp
from koloda.games.no_thanks.state import DECIDE, FIRST, OVER, PASS, SEATS, State


def narrate(before: State, ply: Ply, after: State, seat: int | None) -> list[GameEvent]:
    if isinstance(ply, Act):
        if ply.action == PASS:
            return [Passed(player=ply.seat, card=before.card, pot=after.pot)]
        took = Took(player=ply.seat, card=before.card, pot=before.pot)
        return [took, *_end(after)] if after.phase == OVER else [took]
    if before.phase == FIRST:
        return [Starts(player=after.turn)]
    return [TurnedUp(player=after.turn, card=after.card, left=after.left)]


def _end(s: State) -> list[GameEvent]:
    """NT-8, NT-9."""
    scores = [0] * SEATS
    rules.scores(s, scores)
    scored = [Scored(player=p, points=scores[p]) for p in range(s.players)]
    return [*scored, told_winners(winners(rules, s))]


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


def move_name(s: State, action: int) -> Fact:
    """What a move is called in a refusal."""
    return fact("no_thanks.move_pass" if action == PASS else "no_thanks.move_take")
