"""What a seat may know of Dobro, as numbers: the own hand, all that lies open, and how many lie where. Compilable."""

from collections.abc import MutableSequence

from koloda.core.observation import Part
from koloda.core.seats import around, places_after
from koloda.games.dobro.cards import count, count_of
from koloda.games.dobro.plays import FIGURE
from koloda.games.dobro.state import CHOOSE, DRAW, HIGHEST, KINDS, MOST_CARDS, OVER, PLAY, SEATS, State

WIDTH = "i1"
MOST_ROUNDS = SEATS
MOST_POINTS = MOST_ROUNDS * SEATS

LAYOUT = (
    Part("hand", KINDS, 0, 15, "the own cards by kind: Jokers, Skips, numbers 2 to 12, Reverses"),
    Part("trick", KINDS, 0, 15, "the cards of the trick by kind"),
    Part("held", SEATS, 0, MOST_CARDS, "cards in hand, by seat"),
    Part("piles", SEATS, 0, MOST_CARDS, "cards in the score pile of this round, by seat"),
    Part("points", SEATS, 0, MOST_POINTS, "points, by seat"),
    Part("last", SEATS, 0, SEATS, "of these, won in the round before, by seat"),
    Part("good", 1, 0, 4 * HIGHEST, "the good number, 0 for none"),
    Part("top", 1, 0, HIGHEST, "the figure of the top card, 0 for none (DB-10)"),
    Part("deck", 1, 0, MOST_CARDS, "cards in the deck"),
    Part("rounds", 1, 0, MOST_ROUNDS - 1, "rounds after this one"),
    Part("direction", 1, -1, 1, "1 clockwise, -1 the other way, 0 for two players"),
    Part("forgetful", 1, -1, SEATS - 1, "who holds the forgetful card, -1 for nobody"),
    Part("turn", 1, -1, SEATS - 1, "whose turn it is, -1 for nobody's"),
    Part("phase", 1, 0, OVER, "2 play or take, 3 draw or end the turn, 6 the end; others between decisions"),
)
BY_SEAT = 2 * KINDS
REST = BY_SEAT + 4 * SEATS


def observe(s: State, seat: int, out: MutableSequence[int]) -> None:
    hand = s.hand[seat]
    trick = s.on_table
    for card in range(KINDS):
        out[card] = count_of(hand, card)
        out[KINDS + card] = count_of(trick, card)
    for i in range(SEATS):
        p = around(seat, i, s.players) if i < s.players else i  # an empty seat has nothing
        out[BY_SEAT + i] = s.held[p]
        out[BY_SEAT + SEATS + i] = count(s.pile[p])
        out[BY_SEAT + 2 * SEATS + i] = s.points[p]
        out[BY_SEAT + 3 * SEATS + i] = s.last[p]
    out[REST] = s.good
    out[REST + 1] = FIGURE[s.trick[s.plays - 1]] if s.plays > 0 else 0
    out[REST + 2] = s.left
    out[REST + 3] = max(s.rounds - s.played - 1, 0)
    out[REST + 4] = s.step if s.players > 2 else 0
    out[REST + 5] = places_after(seat, s.forgetful, s.players)
    playing = s.phase == PLAY or s.phase == CHOOSE or s.phase == DRAW
    out[REST + 6] = places_after(seat, s.turn, s.players) if playing else -1
    out[REST + 7] = s.phase
