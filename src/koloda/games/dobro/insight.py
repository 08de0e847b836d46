"""What a good player of Dobro works out from what everybody may know, as numbers. Compilable."""

from collections.abc import MutableSequence

from koloda.core.observation import Part
from koloda.core.seats import around
from koloda.games.dobro.cards import MASK, count
from koloda.games.dobro.memory import FROM, WIDTH, Memory, forget, watch, watch_draw
from koloda.games.dobro.memory import LAYOUT as MEMORY_LAYOUT
from koloda.games.dobro.memory import recall as recall_memory
from koloda.games.dobro.plays import plays_of
from koloda.games.dobro.state import HIGHEST, LOWEST, MOST_CARDS, SEATS, WAYS, State

__all__ = ["LAYOUT", "WIDTH", "Memory", "forget", "recall", "watch", "watch_draw"]

NUMBERS = HIGHEST - LOWEST + 1
FARTHEST = 9
ALL_WAYS = (1 << WAYS) - 1

LAYOUT = (
    *MEMORY_LAYOUT,
    Part("plays", NUMBERS, 0, ALL_WAYS, "for numbers 2 to 12, which plays would fit from the own hand, as bits"),
    Part("pile_leads", SEATS, -FARTHEST, FARTHEST, "how many cards more than the own pile the seat's has, at most 9"),
    Part("point_leads", SEATS, -FARTHEST, FARTHEST, "how many points more than oneself the seat has, at most 9"),
    Part("size", 1, 0, MOST_CARDS, "cards in the trick"),
    Part("answers", 1, 0, MOST_CARDS, "unseen numbers that would fit the good number by themselves"),
)
PLAYS = sum(part.size for part in MEMORY_LAYOUT)
PILE_LEADS = PLAYS + NUMBERS
POINT_LEADS = PILE_LEADS + SEATS
SIZE = POINT_LEADS + SEATS


def recall(s: State, m: Memory, seat: int, out: MutableSequence[int]) -> None:
    recall_memory(s, m, seat, out)
    plays = plays_of(s.hand[seat], s.good)
    for k in range(NUMBERS):
        out[PLAYS + k] = (plays >> WAYS * k) & ALL_WAYS
    own = count(s.pile[seat])
    unseen = s.unseen + 0
    for i in range(SEATS):
        more = 0
        ahead = 0
        if i < s.players:
            p = around(seat, i, s.players)
            more = min(max(count(s.pile[p]) - own, -FARTHEST), FARTHEST)
            ahead = min(max(s.points[p] - s.points[seat], -FARTHEST), FARTHEST)
            if i > 0:
                unseen += s.hand[p]
        out[PILE_LEADS + i] = more
        out[POINT_LEADS + i] = ahead
    out[SIZE] = count(s.on_table)
    out[SIZE + 1] = count(unseen & FROM[s.good] * MASK)
