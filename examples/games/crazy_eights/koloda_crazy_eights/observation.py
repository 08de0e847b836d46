"""What a seat may know of crazy eights, as numbers (CE-9). Compilable."""

from collections.abc import MutableSequence

from koloda.core.bits import size, spelled
from koloda.core.observation import Part
from koloda.core.seats import around, places_after
from koloda_crazy_eights.rules import DECK, MOST_DRAWN, actors
from koloda_crazy_eights.state import CARDS, NAMING, NONE, OVER, SEATS, State

WIDTH = "i1"
LAYOUT = (
    Part("cards", CARDS, 0, 6, "where cards are: 0 unseen, 1 to 5 in the hands from the own one on, 6 played"),
    Part("counts", SEATS, 0, CARDS, "cards in hand by seat"),
    Part("top", 1, NONE, CARDS - 1, "the card to match, -1 for none"),
    Part("suit", 1, 0, 3, "the suit to match"),
    Part("deck", 1, 0, CARDS, "cards left to draw"),
    Part("drawn", 1, 0, MOST_DRAWN, "cards drawn in this turn"),
    Part("passes", 1, 0, SEATS + 1, "passes in a row"),
    Part("naming", 1, 0, 1, "1 while a suit is to be named"),
    Part("turn", 1, -1, SEATS - 1, "whose turn it is, -1 for nobody's"),
)


def observe(s: State, seat: int, out: MutableSequence[int]) -> None:
    ones = 0
    twos = 0
    fours = 0
    unseen = s.deck + 0
    for i in range(SEATS):
        cards = s.hands[around(seat, i, s.players)] if i < s.players else 0
        out[CARDS + i] = size(cards)
        unseen |= cards
        if i == 0 or s.phase == OVER:
            ones |= cards * ((i + 1) & 1)
            twos |= cards * (((i + 1) >> 1) & 1)
            fours |= cards * ((i + 1) >> 2)
    twos |= DECK & ~unseen
    fours |= DECK & ~unseen
    for card in range(CARDS):
        out[card] = spelled(card, ones, twos, fours, 0)
    n = CARDS + SEATS
    out[n] = s.top
    out[n + 1] = s.suit
    out[n + 2] = size(s.deck)
    out[n + 3] = s.drawn
    out[n + 4] = s.passes
    out[n + 5] = 1 if s.phase == NAMING else 0
    out[n + 6] = places_after(seat, s.turn, s.players) if actors(s) else -1
