"""No Thanks!: what becomes of the card on offer, and of the chips."""

from collections.abc import Sequence
from typing import Any

from koloda.core.contrast import Contrast
from koloda.core.facts import Fact, fact
from koloda.games.no_thanks.bots.policy import cost
from koloda.games.no_thanks.state import PASS, TAKE, State

COUNTED = 5
CARD, COMES_BACK, OTHER_TAKES, OTHER_USES, BROKE = 0, 1, 2, 3, 4
"""The card in question; whether the seat is asked about it again; whether another seat takes it, and one that has a
neighbour of it; how many cards the seat must take later because it has no chip.
"""
MOSTLY = 0.5
OFTEN = 0.25
CARDS = 0.2  # taken for want of a chip


def notice(s: State, seat: int, actor: int, action: int, counted: Any) -> None:
    if counted[CARD] == 0:
        counted[CARD] = s.card
    elif counted[CARD] == s.card:
        if actor == seat:
            counted[COMES_BACK] = 1
        elif action == TAKE:
            counted[OTHER_TAKES] = 1
            if cost(s, actor) < s.card:
                counted[OTHER_USES] = 1
    elif actor == seat and s.chips[seat] == 0:
        counted[BROKE] += 1


def move(s: State, seat: int, action: int) -> Fact | None:
    return fact("no_thanks.reason_take", card=s.card) if action == TAKE else fact("no_thanks.reason_pass")


def clauses(s: State, seat: int, contrast: Contrast) -> Sequence[Fact]:
    users = sum(cost(s, other) < s.card for other in range(s.players) if other != seat)
    passed = contrast.after_worse if contrast.worse == PASS else contrast.after_better
    found = []
    if contrast.worse == PASS:
        if passed[OTHER_USES].exceeds(OFTEN):
            found.append(fact("no_thanks.reason_used", card=s.card, n=users))
        elif passed[OTHER_TAKES].exceeds(MOSTLY):
            key = "no_thanks.reason_lost" if s.pot else "no_thanks.reason_gone"
            found.append(fact(key, n=passed[OTHER_TAKES].tenths, pot=s.pot))
        if contrast.more[BROKE].exceeds(CARDS):
            found.append(fact("no_thanks.reason_broke"))
    elif passed[COMES_BACK].exceeds(MOSTLY):
        found.append(fact("no_thanks.reason_back", n=passed[COMES_BACK].tenths, chips=s.players - 1))
        if users == 0:
            found.append(fact("no_thanks.reason_unwanted", card=s.card))
    elif passed[OTHER_TAKES].exceeds(MOSTLY):
        found.append(fact("no_thanks.reason_gone", n=passed[OTHER_TAKES].tenths))
    return found
