"""What a seat may know of a hand, as numbers (LD-8). Compilable."""

from collections.abc import MutableSequence

from koloda.core.observation import Part
from koloda.core.seats import around, places_after
from koloda_leduc.rules import actors, knows
from koloda_leduc.state import NONE, SEATS, State

WIDTH = "i1"
CARDS = 2 * SEATS + 2
MOST_PAID = 26

LAYOUT = (
    Part("cards", SEATS, NONE, CARDS - 1, "cards by seat, -1 where they are hidden or there are none"),
    Part("stakes", SEATS, 0, MOST_PAID, "chips that each seat has paid"),
    Part("live", SEATS, 0, 1, "1 for every seat that has not folded"),
    Part("public", 1, NONE, CARDS - 1, "the card on the table, -1 for none"),
    Part("raises", 1, 0, 2, "raises in this round of bets"),
    Part("turn", 1, -1, SEATS - 1, "whose turn it is, -1 for nobody's"),
)


def observe(s: State, seat: int, out: MutableSequence[int]) -> None:
    for i in range(SEATS):
        p = around(seat, i, s.players) if i < s.players else i
        out[i] = s.cards[p] if i < s.players and knows(s, seat, p) else NONE
        out[SEATS + i] = s.stakes[p]
        out[2 * SEATS + i] = (s.live >> p) & 1
    n = 3 * SEATS
    out[n] = s.public
    out[n + 1] = s.raises
    out[n + 2] = places_after(seat, s.turn, s.players) if actors(s) else -1
