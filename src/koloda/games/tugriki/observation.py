"""What a seat may know of Tugriki, as numbers: all but the others' hands and the deck. Compilable."""

from collections.abc import MutableSequence

from koloda.core.observation import Part
from koloda.core.seats import around, places_after
from koloda.games.tugriki.rounds import MOST_STALLED
from koloda.games.tugriki.state import (
    CARDS,
    CHOICE,
    COLOURS,
    DECK,
    FIRST,
    LOAN,
    LOANS,
    MOST_LENT,
    PER_WORD,
    REDEAL,
    SEATS,
    State,
)

WIDTH = "i2"
MOST_TUGRIKS = 10_000
MOST_CARDS = 96

# Where a coloured card is, and what lies in its place
UNSEEN, OWN, LAID, ABSENT = 0, 1, 2, 3
NO_WILD, GENIE_LAID, CHOICE_LAID = 0, 1, 2

LAYOUT = (
    Part("cards", CARDS, UNSEEN, ABSENT, "where each coloured card is: 0 unseen, 1 own, 2 laid, 3 not in the deck"),
    Part("wilds", CARDS, NO_WILD, CHOICE_LAID, "what lies in the place of each card: 1 a Genie, 2 a Row choice, or 0"),
    Part("held", SEATS, 0, MOST_CARDS, "cards in hand, by seat"),
    Part("playing", SEATS, 0, 1, "who is not out, by seat"),
    Part("tugriks", SEATS, 0, MOST_TUGRIKS, "tugriks, by seat"),
    Part("loans", SEATS, -LOANS * MOST_LENT, LOANS * MOST_LENT, "tugriks lent minus borrowed, by seat (TG-30)"),
    Part("bank", 1, 0, MOST_TUGRIKS, "tugriks in the bank"),
    Part("genies", 1, 0, MOST_CARDS, "own Genies"),
    Part("choices", 1, 0, MOST_CARDS, "own Row choices"),
    Part("deck", 1, 0, MOST_CARDS, "cards in the deck"),
    Part(
        "rounds",
        1,
        -1 - MOST_STALLED,
        19,
        "rounds after this one; in a knockout -1, less 1 for each round in a row without a winner (TG-31)",
    ),
    Part("turn", 1, -1, SEATS - 1, "whose turn it is, -1 until the first player is drawn"),
    Part("direction", 1, -1, 1, "1 clockwise, -1 back"),
    Part("miss", 1, 0, 1, "1 when the next player will miss the turn (TG-24)"),
    Part("drawn", 1, -1, CHOICE, "the own card just drawn, while its fate is open; 66 a Genie, 67 a Row choice, or -1"),
    Part("bound", 1, -1, COLOURS - 1, "the colour that binds, -1 for none"),
    Part("named", 1, 0, 2, "cards still to be laid of a named colour, 0 where a Row choice binds"),
    Part("pledge", 1, 0, 1, "1 when a Row choice will bind the named colour's row (TG-17)"),
    Part("challengeable", 1, -1, SEATS - 1, "whom the player to move may challenge, -1 for nobody (TG-25)"),
    Part("callable", 1, -1, SEATS - 1, "whom anybody else may call, -1 for nobody (TG-27)"),
    Part("borrower", 1, -1, SEATS - 1, "for whom a loan is asked, -1 for nobody (TG-30)"),
    Part("asked", 1, -1, SEATS - 1, "who is asked for it, -1 for nobody"),
    Part(
        "phase",
        1,
        0,
        REDEAL,
        "0 move, 1 on the card drawn, 2 name a colour, 3 lend, 4 the end; others between decisions",
    ),
)
BY_SEAT = 2 * CARDS
LENT = BY_SEAT + 3 * SEATS
REST = LENT + SEATS


def observe(s: State, seat: int, out: MutableSequence[int]) -> None:
    for word in range(2):
        observe_places(s, seat, word, out)
    observe_rest(s, seat, out)


def observe_rest(s: State, seat: int, out: MutableSequence[int]) -> None:
    """All but the places of the cards."""
    for i in range(SEATS):
        p = around(seat, i, s.players) if i < s.players else i  # an empty seat has nothing
        out[BY_SEAT + i] = s.held[p]
        out[BY_SEAT + SEATS + i] = (s.playing >> p) & 1
        out[BY_SEAT + 2 * SEATS + i] = s.money[p]
        out[LENT + i] = 0
    for i in range(s.lent):
        tugriks = s.loan[i] & 7
        out[LENT + places_after(seat, s.loan[i] >> 6, s.players)] += tugriks
        out[LENT + places_after(seat, (s.loan[i] >> 3) & 7, s.players)] -= tugriks
    out[REST] = s.bank
    out[REST + 1] = s.genies[seat]
    out[REST + 2] = s.choices[seat]
    out[REST + 3] = s.held[DECK]
    out[REST + 4] = max(s.rounds - s.round_no, 0) if s.rounds > 0 else -1 - s.stalled
    observe_turn(s, seat, out)


def observe_places(s: State, seat: int, word: int, out: MutableSequence[int]) -> None:
    """The cards of one number of a set, and what lies in their places."""
    absent = ~s.coloured[word]
    ones = s.hand[seat][word] | absent
    twos = s.laid[word] | absent
    genies = s.genie_at[word]
    choices = s.choice_at[word]
    first = word * PER_WORD
    for n in range(min(PER_WORD, CARDS - first)):
        out[first + n] = ((ones >> n) & 1) | ((twos >> n) & 1) << 1
        out[CARDS + first + n] = ((genies >> n) & 1) | ((choices >> n) & 1) << 1


def observe_turn(s: State, seat: int, out: MutableSequence[int]) -> None:
    n = REST + 5
    out[n] = places_after(seat, s.turn, s.players) if s.phase != FIRST else -1
    out[n + 1] = s.step
    out[n + 2] = s.miss
    out[n + 3] = s.drawn if seat == s.turn else -1
    out[n + 4] = s.bound
    out[n + 5] = s.named
    out[n + 6] = s.pledge
    suspect = places_after(seat, s.suspect, s.players)
    out[n + 7] = suspect if not s.silent and s.suspect != s.turn else -1
    out[n + 8] = suspect if s.silent else -1
    lending = s.phase == LOAN
    out[n + 9] = places_after(seat, s.target, s.players) if lending else -1
    out[n + 10] = places_after(seat, s.asked, s.players) if lending else -1
    out[n + 11] = s.phase
