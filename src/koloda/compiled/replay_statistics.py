"""A driver: a finished game told again from its log, to see who came by which cards and who was ahead when."""

from typing import Any

import numpy as np

act: Any = None
draw: Any = None
scores: Any = None
counts: Any = None
held: Any = None
KINDS: Any = None
LOW_WINS: Any = None
SEATS = 0

DEALER = -1
NOBODY = -1


def leader(s: Any, points: Any) -> int:
    """The seat that is ahead of all others, if one is."""
    scores(s, points)
    best, alone = 0, True
    for seat in range(1, s.players):
        ahead = points[seat] - points[best]
        if LOW_WINS:
            ahead = -ahead
        if ahead > 0:
            best, alone = seat, True
        elif ahead == 0:
            alone = False
    return best if alone else NOBODY


def retell(board: Any, log: Any, gained: Any, course: Any) -> None:
    """`gained[seat][kind]`: cards that a seat came by. `course`: lead changes; decisions until the lead was settled;
    the seat that decided first."""
    board[1] = board[0]
    s = board[1]
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
    course[0] = changes
    course[1] = settled
    course[2] = first
