"""Mind Up!: what the row card brings at once, and what the rest of the round brings."""

from collections.abc import Sequence
from typing import Any

from koloda.core.bits import lowest, size
from koloda.core.contrast import Contrast
from koloda.core.facts import Fact, fact
from koloda.games.mind_up.bots.policy import last_worth, worth
from koloda.games.mind_up.state import State

COUNTED = 4
REVEALED, NOW, LATER, STARTS = 0, 1, 2, 3
"""Whether the choices in question were revealed; the points of the row card that the seat takes then; those of all
cards that it takes later in the round; whether the first one starts a colour.
"""
POINTS = 0.3
OFTENER = 0.2


def notice(s: State, seat: int, actor: int, action: int, counted: Any) -> None:
    if s.undecided != 1 << actor:
        return  # choices are revealed with the last one
    laid = 1 << action
    for other in range(s.players):
        if other != actor:
            laid |= 1 << s.choice[other]
    own = action if actor == seat else s.choice[seat] + 0
    taken = s.row[size(laid & ((1 << own) - 1))] + 0
    points = worth(s, seat, taken)
    if counted[REVEALED] == 0:
        counted[REVEALED] = 1
        counted[NOW] = points
        counted[STARTS] = 1 if s.place[seat][s.colour[taken]] == 0 else 0
    else:
        counted[LATER] += points
    if size(s.hand[seat]) == 2:
        counted[LATER] += last_worth(s, seat, lowest(s.hand[seat] & ~(1 << own)), taken)


def move(s: State, seat: int, action: int) -> Fact | None:
    return fact("mind_up.reason_play", card=action)


def clauses(s: State, seat: int, contrast: Contrast) -> Sequence[Fact]:
    less_now, less_later = -contrast.more[NOW], -contrast.more[LATER]
    found = []
    if less_now.exceeds(POINTS):
        found.append(Fact("mind_up.reason_now", {**less_now.amount}))
    elif contrast.more[NOW].exceeds(POINTS) and less_later.exceeds(POINTS):
        found.append(Fact("mind_up.reason_greedy", {**contrast.more[NOW].amount}))
    if less_later.exceeds(POINTS):
        found.append(Fact("mind_up.reason_later", {**less_later.amount}))
    if contrast.more[STARTS].exceeds(OFTENER):
        often, seldom = contrast.after_worse[STARTS].tenths, contrast.after_better[STARTS].tenths
        found.append(fact("mind_up.reason_starts", n=often, m=seldom))
    return found
