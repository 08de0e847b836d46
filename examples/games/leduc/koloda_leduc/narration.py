"""Leduc poker told in facts."""

from koloda.core.facts import Fact, fact
from koloda.core.plain import told_card
from koloda_leduc import rules
from koloda_leduc.notation import DECK
from koloda_leduc.state import CALL, FOLD, RAISE, State


def move(s: State, seat: int, action: int) -> Fact:
    """LD-4, LD-5."""
    after = s.copy()
    rules.act(after, seat, action)
    return fact(verb(s, seat, action), paid=after.stakes[seat] - s.stakes[seat])


def verb(s: State, seat: int, action: int) -> str:
    """Without a raise to pay, a call is a check and a raise is a bet."""
    if action == FOLD:
        return "fold"
    if s.stakes[seat] < s.stake:
        return "call" if action == CALL else "raise"
    return "check" if action == CALL else "bet" if s.raises == 0 else "raise"


def drawn(before: State, outcome: int, after: State, seat: int | None) -> Fact | None:
    """LD-2, LD-3."""
    if not before.missing:
        return fact("public", card=DECK.name(after, after.public))
    player = rules.receiver(before)
    return told_card(player, seat, DECK.name(after, after.cards[player]))


def refuse(s: State, seat: int, action: int) -> Fact:
    return fact("no_raise" if action == RAISE else "no_fold")


def showdown(s: State) -> list[Fact]:
    """LD-8."""
    shown = [p for p in range(s.players) if rules.knows(s, -1, p)]
    return [fact("shows", player=p, card=DECK.name(s, s.cards[p])) for p in shown]
