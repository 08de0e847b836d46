"""Dobro: who has to take the trick, and how the score pile grows."""

from collections.abc import Sequence
from typing import Any

from koloda.core.contrast import Contrast
from koloda.core.facts import Fact, fact
from koloda.games.dobro.cards import count
from koloda.games.dobro.state import DRAW_UP, END_TURN, LOWEST, ONE, PAIR, PLAY_SKIP, TAKE, WAYS, State

COUNTED = 5
STAGE, TAKEN, OTHER_TAKES, COMES_BACK, FORGETFUL = 0, 1, 2, 3, 4
"""How far the trick in question is; cards that the seat takes in this round; whether another seat takes the trick;
whether it comes back and the seat must take it then; whether the seat has the forgetful card.
"""
BEGIN, OPEN, TAKEN_AWAY = 0, 1, 2
CARDS = 0.5
OFTENER = 0.12


def notice(s: State, seat: int, actor: int, action: int, counted: Any) -> None:
    if action == TAKE:
        if actor == seat:
            counted[TAKEN] += count(s.on_table)
        if counted[STAGE] == OPEN:
            counted[COMES_BACK if actor == seat else OTHER_TAKES] = 1
        counted[STAGE] = TAKEN_AWAY
    elif action == END_TURN:
        counted[FORGETFUL] = 1 if actor == seat else 0
    if counted[STAGE] == BEGIN:
        counted[STAGE] = OPEN


def move(s: State, seat: int, action: int) -> Fact | None:
    """A play is named where its cards are numbers: other names would have to be inflected."""
    if action == TAKE:
        return fact("dobro.reason_take")
    if action in (DRAW_UP, END_TURN):
        return fact("dobro.reason_draw" if action == DRAW_UP else "dobro.reason_end")
    number, way = LOWEST + action // WAYS, action % WAYS
    if action < PLAY_SKIP and way in (ONE, PAIR):
        return fact("dobro.reason_pair" if way == PAIR else "dobro.reason_card", number=number)
    return None


def clauses(s: State, seat: int, contrast: Contrast) -> Sequence[Fact]:
    better, worse, more = contrast.after_better, contrast.after_worse, contrast.more
    found = []
    if more[FORGETFUL].exceeds(OFTENER):
        found.append(fact("dobro.reason_forgetful"))
    if (-more[OTHER_TAKES]).exceeds(OFTENER):
        found.append(fact("dobro.reason_passed_on", n=worse[OTHER_TAKES].tenths, m=better[OTHER_TAKES].tenths))
    elif more[COMES_BACK].exceeds(OFTENER):
        found.append(fact("dobro.reason_back", n=worse[COMES_BACK].tenths, m=better[COMES_BACK].tenths))
    if more[TAKEN].exceeds(CARDS):
        found.append(Fact("dobro.reason_pile", {**more[TAKEN].amount}))
    return found
