"""Leduc poker told in facts."""

from koloda.core.events import told_winners
from koloda.core.facts import Fact, fact
from koloda.core.game import Act, Event, winners
from koloda_leduc import rules
from koloda_leduc.state import CALL, FOLD, RAISE, SEATS, State
from koloda_leduc.view import card_name


def narrate(before: State, event: Event, after: State, seat: int | None) -> list[Fact]:
    if isinstance(event, Act):
        paid = after.stakes[event.seat] - before.stakes[event.seat]
        told = [fact(f"leduc.{verb(before, event.seat, event.action)}s", player=event.seat, paid=paid)]
        return told + end(after) if rules.over(after) else told
    if not before.missing:
        return [fact("leduc.public", card=str(card_name(after, after.public)))]
    player = rules.receiver(before)
    if player != seat:
        return [fact("leduc.dealt", player=player)]
    return [fact("leduc.dealt_you", card=str(card_name(after, after.cards[player])))]


def verb(s: State, seat: int, action: int) -> str:
    """Without a raise to pay, a call is a check and a raise is a bet."""
    if action == FOLD:
        return "fold"
    if s.stakes[seat] < s.stake:
        return "call" if action == CALL else "raise"
    return "check" if action == CALL else "bet" if s.raises == 0 else "raise"


def end(s: State) -> list[Fact]:
    """LD-7, LD-8."""
    scores = [0] * SEATS
    rules.scores(s, scores)
    shown = [p for p in range(s.players) if rules.knows(s, -1, p)]
    told = [fact("leduc.shows", player=p, card=str(card_name(s, s.cards[p]))) for p in shown]
    told += [fact("leduc.scored", player=p, chips=scores[p]) for p in range(s.players)]
    return [*told, told_winners(winners(rules, s)).fact]


def reveals(s: State, action: int) -> bool:
    """The last bet of a hand stands."""
    after = s.copy()
    rules.act(after, s.turn, action)
    return rules.over(after)


uncovers = reveals


def describe(s: State, seat: int, action: int) -> Fact:
    after = s.copy()
    rules.act(after, seat, action)
    return fact(f"leduc.can_{verb(s, seat, action)}", paid=after.stakes[seat] - s.stakes[seat])


def refuse(s: State, seat: int, action: int) -> Fact:
    if not rules.actors(s):
        return fact("common.nothing_due")
    if seat != s.turn:
        return fact("common.not_your_turn", player=s.turn)
    return fact("leduc.no_raise" if action == RAISE else "leduc.no_fold")
