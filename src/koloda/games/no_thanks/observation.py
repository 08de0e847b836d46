"""What a seat may know of No Thanks!, as numbers (NT-10, NT-11). Compilable."""

from collections.abc import MutableSequence

from koloda.core.bits import spelled
from koloda.core.observation import Part
from koloda.core.seats import around, places_after
from koloda.games.no_thanks.state import DECIDE, HIGHEST, LOWEST, OVER, REVEAL, SEATS, State

WIDTH = "i2"
CARDS = HIGHEST - LOWEST + 1
DECK = (2 << HIGHEST) - (1 << LOWEST)
MOST_CHIPS = SEATS * 1000

# Where a card is: unseen, taken (1: by the own seat, 2: by the next one, ...), on offer, or out of the game.
UNSEEN, TAKEN, OFFERED, OUT = 0, 1, SEATS + 1, SEATS + 2

LAYOUT = (
    Part(
        "cards",
        CARDS,
        UNSEEN,
        OUT,
        "where cards 3 to 35 are: 0 unseen, 1 to 7 taken by the seats from the own one, 8 on offer, 9 out of the game",
    ),
    Part("chips", SEATS, -1, MOST_CHIPS, "chips by seat, -1 where they are hidden"),
    Part("card", 1, 0, HIGHEST, "the card on offer, 0 for none"),
    Part("pot", 1, 0, MOST_CHIPS, "chips on the card"),
    Part("left", 1, 0, CARDS, "cards still to be turned up"),
    Part("turn", 1, -1, SEATS - 1, "whose turn it is, -1 for nobody's"),
)


def observe(s: State, seat: int, out: MutableSequence[int]) -> None:
    fill(s, seat, s.open_chips > 0 or s.phase == OVER, out)


def fill(s: State, seat: int, counted: bool, out: MutableSequence[int]) -> None:
    """The numbers; others' chips if they are `counted`."""
    ones = 0
    twos = 0
    fours = 0
    eights = 0
    known = s.unseen if s.phase != OVER else 0
    for i in range(SEATS):
        chips = 0
        if i < s.players:
            p = around(seat, i, s.players)
            cards = s.taken[p]
            place = TAKEN + i
            ones |= cards * (place & 1)
            twos |= cards * ((place >> 1) & 1)
            fours |= cards * (place >> 2)
            known |= cards
            chips = s.chips[p] if i == 0 or counted else -1
        out[CARDS + i] = chips
    if s.card > 0:
        eights |= 1 << s.card
        known |= 1 << s.card
    out_of_game = DECK & ~known
    ones |= out_of_game
    eights |= out_of_game
    for n in range(CARDS):
        out[n] = spelled(LOWEST + n, ones, twos, fours, eights)
    n = CARDS + SEATS
    out[n] = s.card
    out[n + 1] = s.pot
    out[n + 2] = s.left
    out[n + 3] = places_after(seat, s.turn, s.players) if s.phase == DECIDE or s.phase == REVEAL else -1
