"""A driver: a finished game played again from its log, to see who came by which cards and who was ahead when."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from koloda.compiled.bot_match import DEALER
from koloda.compiled.game_functions import KINDS, LOWEST_WINS, SEATS, act, counts, draw, held, scores
from koloda.compiled.types import Ints, State, States

ENTRIES = ("replay",)
NOBODY = -1


def leader(s: State, points: Ints) -> int:
    """The seat that is ahead of all others, if one is."""
    scores(s, points)
    best, alone = 0, True
    for seat in range(1, s.players):
        ahead = points[seat] - points[best]
        if LOWEST_WINS:
            ahead = -ahead
        if ahead > 0:
            best, alone = seat, True
        elif ahead == 0:
            alone = False
    return best if alone else NOBODY


def replay(boards: States, log: NDArray[Any], gained: NDArray[Any], lead: NDArray[Any]) -> None:
    """`gained[seat][kind]`: cards that a seat came by. `lead`: how often it changed; decisions until it was settled;
    the seat that decided first."""
    boards[1] = boards[0]
    s = boards[1]
    before = np.zeros((SEATS, KINDS), np.int64)
    after = np.zeros(KINDS, np.int64)
    points = np.zeros(SEATS, np.int64)
    gained[:] = 0
    ahead, changes, settled, decisions, first = NOBODY, 0, 0, 0, NOBODY
    for i in range(log.shape[0]):
        counted = counts(s)
        if counted:
            for seat in range(s.players):
                held(s, seat, before[seat])
        if log[i, 0] == DEALER:
            draw(s, log[i, 1])
        else:
            if first == NOBODY:
                first = log[i, 0]
            act(s, log[i, 0], log[i, 1])
            decisions += 1
        if counted:
            for seat in range(s.players):
                held(s, seat, after)
                for kind in range(KINDS):
                    if after[kind] > before[seat][kind]:
                        gained[seat][kind] += after[kind] - before[seat][kind]
        if log[i, 0] != DEALER:
            now = leader(s, points)
            if now != NOBODY and now != ahead:
                changes += ahead != NOBODY
                ahead = now
                settled = decisions
    lead[0] = changes
    lead[1] = settled
    lead[2] = first
