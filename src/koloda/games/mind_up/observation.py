"""What a seat may know of Mind Up!, as numbers: all but others' hands and choices, and the stacks. Compilable."""

from collections.abc import MutableSequence

from koloda.core.bits import size, spelled
from koloda.core.observation import Part
from koloda.core.seats import around, places_after
from koloda.games.mind_up.collecting import total
from koloda.games.mind_up.state import (
    COLOURS,
    GOALS,
    HIGHEST,
    OVER,
    ROUNDS,
    SEATS,
    TURN_UP,
    VALUES,
    State,
)

WIDTH = "i2"
MOST_POINTS = 10_000
DECK = (2 << HIGHEST) - 2

# Where a card is: unseen, in a hand (1: the own; others' once it lay face up), in a collection, in the row, nowhere
HELD, COLLECTED, IN_ROW, ABSENT = 1, SEATS + 1, 2 * SEATS + 1, 2 * SEATS + 2
# Where a goal is
NO_GOAL, STACKED, OPEN, DISCARDED = -1, 0, 1, 2

LAYOUT = (
    Part(
        "cards",
        HIGHEST,
        0,
        ABSENT,
        "where cards 1 to 60 are: 0 unseen, 1 to 6 in the hand of that seat (others' where known), "
        "7 to 12 in its collection, 13 in the row, 14 not in the deck",
    ),
    Part("row", SEATS, 0, HIGHEST, "numbers of the row, ascending; 0 for none"),
    Part("order", VALUES, 0, VALUES, "values of the collection cards from left to right, 0 until laid out"),
    Part("places", SEATS * COLOURS, 0, COLOURS, "by seat, which collection card each colour lies on, 0 for none"),
    Part("held", SEATS, 0, HIGHEST, "cards in hand, by seat"),
    Part("chosen", SEATS, 0, 1, "who has chosen, by seat"),
    Part("points", SEATS, -MOST_POINTS, MOST_POINTS, "points of this round so far, goals aside, by seat"),
    Part("totals", SEATS, -MOST_POINTS, MOST_POINTS, "points of all rounds so far, by seat"),
    Part("bonuses", SEATS, 0, MOST_POINTS, "positive marks and goals of all rounds, by seat (MU-16)"),
    Part("goals", GOALS, NO_GOAL, DISCARDED, "goals A1 to G2: 0 in the stack, 1 open, 2 discarded, -1 not in the box"),
    Part("choice", 1, 0, HIGHEST, "the own choice, 0 for none"),
    Part("stack", 1, 0, HIGHEST, "cards in the stack"),
    Part("rounds", 1, 0, ROUNDS - 1, "rounds after this one"),
    Part("layer", 1, -1, SEATS - 1, "who lays out the collection cards, -1 until all have turned up a card"),
    Part("phase", 1, 0, OVER, "4 choose, 5 the end; others between decisions"),
)
ROW = HIGHEST
ORDER = ROW + SEATS
PLACES = ORDER + VALUES
BY_SEAT = PLACES + SEATS * COLOURS
GOAL = BY_SEAT + 5 * SEATS
REST = GOAL + GOALS


def observe(s: State, seat: int, out: MutableSequence[int]) -> None:
    observe_cards(s, seat, out)
    observe_seats(s, seat, out)
    for i in range(VALUES):
        out[ORDER + i] = s.order[i]
    for goal in range(GOALS):
        out[GOAL + goal] = whereabouts(s, goal)
    out[REST] = max(s.choice[seat] + 0, 0)
    out[REST + 1] = size(s.stack)
    out[REST + 2] = max(s.rounds - s.scored - 1, 0)
    out[REST + 3] = places_after(seat, s.layer, s.players) if s.phase != TURN_UP else -1
    out[REST + 4] = s.phase


def observe_cards(s: State, seat: int, out: MutableSequence[int]) -> None:
    ones = 0
    twos = 0
    fours = 0
    eights = 0
    for i in range(2 * s.players):
        if i < s.players:
            p = around(seat, i, s.players)
            cards = s.hand[p] if i == 0 else s.hand[p] & s.seen
            place = HELD + i
        else:
            cards = s.collection[around(seat, i - s.players, s.players)]
            place = COLLECTED + i - s.players
        ones |= cards * (place & 1)
        twos |= cards * ((place >> 1) & 1)
        fours |= cards * ((place >> 2) & 1)
        eights |= cards * (place >> 3)
    row = 0
    for i in range(SEATS):
        row |= (1 << s.row[i]) & DECK
        out[ROW + i] = s.row[i]
    absent = DECK & ~s.deck
    ones |= row
    twos |= absent
    fours |= row | absent
    eights |= row | absent
    for n in range(HIGHEST):
        out[n] = spelled(n + 1, ones, twos, fours, eights)


def observe_seats(s: State, seat: int, out: MutableSequence[int]) -> None:
    shown = min(s.scored + 0, s.rounds - 1)
    for i in range(SEATS):
        p = around(seat, i, s.players) if i < s.players else i  # an empty seat has nothing
        for colour in range(COLOURS):
            out[PLACES + i * COLOURS + colour] = s.place[p][colour]
        out[BY_SEAT + i] = size(s.hand[p])
        out[BY_SEAT + SEATS + i] = s.choice[p] != 0
        out[BY_SEAT + 2 * SEATS + i] = s.points[p][shown]
        out[BY_SEAT + 3 * SEATS + i] = total(s, p)
        out[BY_SEAT + 4 * SEATS + i] = s.bonus[p]


def whereabouts(s: State, goal: int) -> int:
    if (s.open_goals >> goal) & 1:
        return OPEN
    if (s.discarded >> goal) & 1:
        return DISCARDED
    return STACKED if s.worth[goal] != 0 and s.goal_count > 0 else NO_GOAL
