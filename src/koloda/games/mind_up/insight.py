"""What a good player of Mind Up! works out from what everybody may know, as numbers. Compilable."""

from collections.abc import MutableSequence

from koloda.core.bits import enlist
from koloda.core.local_array import local_array
from koloda.core.no_memory import Memory, forget, watch, watch_draw
from koloda.core.observation import Part
from koloda.core.seats import around
from koloda.games.mind_up.bots.policy import SURE, appraise, worth
from koloda.games.mind_up.observation import LAYOUT as VIEW_LAYOUT
from koloda.games.mind_up.observation import WIDTH, observe
from koloda.games.mind_up.state import HIGHEST, SEATS, WIDEST, State

__all__ = ["LAYOUT", "WIDTH", "Memory", "forget", "recall", "watch", "watch_draw"]

LEAST_WORTH, MOST_WORTH = -2, 8
WEIGHTS = (
    (185, 2, 10, 85, 39, 44),
    (337, -22, 2, 51, 13, 9),
    (191, -12, 7, 43, 45, 35),
    (355, 0, 15, 39, 72, 10),
    (397, -10, 0, 42, 98, 15),
)
"""Numbers of the rule, for two to six players. They stay when the rule is tuned anew: networks learnt with them."""
STEPS = tuple(SURE * percent for percent in (0, 10, 25, 50, 80, 120, 180, 280))
"""How much less than the best card another one promises, for each step of `appeal`."""

LAYOUT = (
    *VIEW_LAYOUT,
    Part(
        "worth",
        SEATS * SEATS,
        LEAST_WORTH,
        MOST_WORTH,
        "by seat, the points that each row card would bring it now, at least -2 and at most 8; 0 for none",
    ),
    Part(
        "appeal",
        HIGHEST,
        0,
        len(STEPS) + 1,
        "for cards 1 to 60, how the tuned rule likes them: 0 not in the own hand, 1 best, 2 to 9 ever less",
    ),
)
WORTH = sum(part.size for part in VIEW_LAYOUT)
APPEAL = WORTH + SEATS * SEATS


def recall(s: State, m: Memory, seat: int, out: MutableSequence[int]) -> None:
    observe(s, seat, out)
    for i in range(SEATS):
        p = around(seat, i, s.players) if i < s.players else i
        for k in range(SEATS):
            points = 0
            if i < s.players and s.row[k] > 0:
                points = min(max(worth(s, p, s.row[k] + 0), LEAST_WORTH), MOST_WORTH)
            out[WORTH + i * SEATS + k] = points
    for card in range(HIGHEST):
        out[APPEAL + card] = 0
    cards = local_array(WIDEST)
    promises = local_array(WIDEST)
    n = enlist(s.hand[seat], 0, cards, 0)
    if n < 2 or s.row[s.players - 1] == 0:  # nothing to choose from, or the row is not there yet
        return
    appraise(s, seat, cards, n, WEIGHTS[s.players - 2], promises)
    most = promises[0]
    for i in range(1, n):
        most = max(most, promises[i])
    for i in range(n):
        step = 1
        for k in range(len(STEPS)):
            if most - promises[i] > STEPS[k]:
                step = k + 2
        out[APPEAL + cards[i] - 1] = step
