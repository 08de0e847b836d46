"""Tugriki: who can lay a card after this, and who is first to lay the last one."""

from collections.abc import Sequence
from typing import Any

from koloda.core.contrast import Contrast
from koloda.core.facts import Fact, fact
from koloda.games.tugriki.state import CALL, CHALLENGE, DRAW, MOVE, NAMING, PAY, State

COUNTED = 7
BEGUN, NEXT_ASKED, NEXT_LAYS, ASKED, LAYS, WINS, PAYS = 0, 1, 2, 3, 4, 5, 6
"""Whether the move in question is made; whether the next player, and the seat, come to move after it, and whether they
lay a card then; whether the seat lays its last card first; how often the seat pays in this round.
"""
OFTENER = 0.1
MOSTLY = 0.5
WINS_MORE = 0.04
TUGRIKS = 0.3


def notice(s: State, seat: int, actor: int, action: int, counted: Any) -> None:
    if actor == seat:
        if action < NAMING and s.held[seat] == 1:
            counted[WINS] = 1
        elif action == PAY:
            counted[PAYS] += 1
    if counted[BEGUN] == 0:
        counted[BEGUN] = 1
    elif s.phase == MOVE and action != CALL and action != CHALLENGE:
        lays = 1 if action < NAMING else 0
        if actor != seat and counted[NEXT_ASKED] == 0 and counted[ASKED] == 0:
            counted[NEXT_ASKED] = 1
            counted[NEXT_LAYS] = lays
        elif actor == seat and counted[ASKED] == 0:
            counted[ASKED] = 1
            counted[LAYS] = lays


def move(s: State, seat: int, action: int) -> Fact | None:
    """Cards have names that would have to be inflected."""
    named = {DRAW: "draw", PAY: "pay", CHALLENGE: "challenge"}
    return fact(f"tugriki.reason_{named[action]}") if action in named else None


def clauses(s: State, seat: int, contrast: Contrast) -> Sequence[Fact]:
    better, worse, more = contrast.after_better, contrast.after_worse, contrast.more
    found = []
    if more[NEXT_LAYS].exceeds(OFTENER) and better[NEXT_ASKED].mean > MOSTLY:
        found.append(fact("tugriki.reason_next", n=worse[NEXT_LAYS].tenths, m=better[NEXT_LAYS].tenths))
    if (-more[LAYS]).exceeds(OFTENER) and worse[ASKED].mean > MOSTLY:
        found.append(fact("tugriki.reason_stuck", n=worse[LAYS].tenths, m=better[LAYS].tenths))
    if (-more[WINS]).exceeds(WINS_MORE):
        found.append(fact("tugriki.reason_bank", n=round(100 * worse[WINS].mean), m=round(100 * better[WINS].mean)))
    if more[PAYS].exceeds(TUGRIKS):
        found.append(Fact("tugriki.reason_pays", {**more[PAYS].amount}))
    return found
