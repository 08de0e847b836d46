"""Tugriki: lay what leaves the others least to lay.

Who cannot lay draws and pays, so a table that offers nothing to the others is worth more than anything that a card
does. The rule looks at the table as it would be after every lay, and as it would stay if a card is drawn although one
could be laid: a bluff that may be challenged (TG-25). Both levels pay what they owe and call who does not (TG-27), and
never lend: who is out takes no more banks.
"""

from collections.abc import Sequence

from koloda.core.bits import size
from koloda.games.tugriki.rows import ROW, filled, fits, fitting, open_places, unfinished, words
from koloda.games.tugriki.rules import card_of
from koloda.games.tugriki.state import (
    CALL,
    CARDS,
    CHALLENGE,
    CHOICE,
    COLOUR_CHOICE,
    COLOURS,
    DRAW,
    DRAW_ONE,
    GENIE,
    NAMING,
    PAY,
    PENALTY,
    PER_WORD,
    PLAIN,
    RANKS,
    ROBBERY,
    SKIP,
    State,
)

WEIGHTS = (
    "block",  # won if no card of the others fits; a third of it if one does, a fifth if two do
    "open",  # lost for every card of the others that fits
    "row",  # won for every own card of the colour that binds
    "bind",  # lost if a colour binds
    "outward",  # won for every step from the 5, and as much as for an end by covering a wild
    "behind",  # won for every own card that waits further out
    "gift",  # lost if none does, but for an end
    "genie",  # lost with a Genie
    "choice",  # lost with a Row choice
    "miss",  # won if the next player misses the turn
    "rob",  # won for every tugrik robbed beyond half a full loot
    "bluff",  # lost by drawing, or keeping a card, when one could be laid
    "doubt",  # challenge if a hand of that size could lay a card so many times in a thousand
)
RANGES = (
    (0, 400),
    (0, 60),
    (0, 150),
    (0, 400),
    (0, 60),
    (0, 60),
    (0, 120),
    (-50, 200),
    (-50, 250),
    (0, 100),
    (0, 80),
    (0, 300),
    (900, 1000),
)
_BLOCK, _OPEN, _ROW, _BIND, _OUTWARD, _BEHIND, _GIFT, _GENIE, _CHOICE, _MISS, _ROB, _BLUFF, _DOUBT = range(len(WEIGHTS))
NO_CARD = -1


def greedy(s: State, seat: int, out: Sequence[int], n: int) -> int:
    """Lay the first card that fits, wilds last, and name the colour of most own cards; draw only when nothing fits."""
    if out[n - 1] == CALL:
        return CALL
    best = out[0]
    if NAMING <= best < DRAW:
        for i in range(1, n):
            if cards_of(s, seat, out[i] - NAMING) > cards_of(s, seat, best - NAMING):
                best = out[i]
    return int(best)


def rule(s: State, seat: int, out: Sequence[int], n: int, weights: Sequence[int]) -> int:
    """What leaves the best table."""
    if out[n - 1] == CALL:
        return CALL
    if out[n - 1] == CHALLENGE and able(s, seat, s.suspect + 0) >= weights[_DOUBT]:
        return CHALLENGE
    best = out[0]
    most = -(1 << 30)
    for i in range(n):
        action = out[i]
        if action < NAMING:
            value = after(s, seat, action, weights)
        elif action < DRAW:
            value = outlook(s, seat, NO_CARD, action - NAMING, weights)
        elif action <= PAY:
            value = outlook(s, seat, NO_CARD, s.bound + 0, weights) - weights[_BLUFF]
        else:
            continue
        if value > most:
            most = value
            best = action
    return int(best)


def step_in(s: State, seat: int, out: Sequence[int], n: int) -> int:
    """A call costs nothing."""
    return CALL


def cards_of(s: State, seat: int, colour: int) -> int:
    """How many cards of a colour a seat holds."""
    return size((s.hand[seat][colour // 5] >> RANKS * (colour % 5)) & ROW)


def able(s: State, seat: int, suspect: int) -> int:
    """How often, of a thousand times, so many of the cards that a seat does not see would have let a player lay one."""
    genies = s.genie_cards - s.genies[seat]
    choices = s.choice_cards - s.choices[seat]
    cards = 0
    fit = 0
    for word in range(words(s)):
        genies -= size(s.genie_at[word])
        choices -= size(s.choice_at[word])
        unseen = s.coloured[word] & ~s.laid[word] & ~s.hand[seat][word]
        cards += size(unseen)
        fit += size(unseen & fitting(s, word, open_places(s, word)))
    cards += genies + choices
    fit += (genies if fits(s, GENIE) else 0) + (choices if fits(s, CHOICE) else 0)
    unable = 1_000_000
    for i in range(s.held[suspect] + s.owed[suspect]):  # hidden cards are owed
        unable = unable * max(cards - fit - i, 0) // max(cards - i, 1)
    return 1000 - unable // 1000


def after(s: State, seat: int, action: int, weights: Sequence[int]) -> int:
    """The value of a lay: of the card, of what it does, and of the table after it."""
    kind = card_of(action)
    place = action % CARDS
    word = place // PER_WORD
    bit = 1 << (place % PER_WORD)
    fresh = (filled(s, word) & bit) == 0
    carried = s.carries[kind] + 0 if kind < CARDS else PLAIN
    laid = s.laid[word] + 0
    genie_at = s.genie_at[word] + 0
    if kind < CARDS:  # laid for a moment, to look at the table; any wild fills a place alike
        s.laid[word] |= bit
    else:
        s.genie_at[word] |= bit
    finished = fresh and not unfinished(s, place // RANKS)
    if carried == COLOUR_CHOICE:
        value = best_name(s, seat, kind, weights)
    else:
        value = outlook(s, seat, kind, binding_after(s, kind, place // RANKS, finished), weights)
    s.laid[word] = laid
    s.genie_at[word] = genie_at
    rank = place % RANKS
    value += weights[_OUTWARD] * (abs(rank - 5) if fresh else 5)
    own = waiting(s, seat, place)
    value += weights[_BEHIND] * own
    if fresh and own == 0 and 0 < rank < RANKS - 1:
        value -= weights[_GIFT]
    if finished or carried in (SKIP, DRAW_ONE, PENALTY):
        value += weights[_MISS]
    elif carried == ROBBERY:
        value += weights[_ROB] * (min(s.bank + 0, size(s.playing + 0)) - s.players // 2)
    if kind == GENIE:
        value -= weights[_GENIE]
    elif kind == CHOICE:
        value -= weights[_CHOICE]
    return value


def binding_after(s: State, kind: int, colour: int, finished: bool) -> int:
    """TG-14, TG-17, TG-18: the colour that will bind, -1 for none."""
    if finished or (s.named == 1 and s.pledge == 0 and kind != CHOICE):
        return -1
    return colour if kind == CHOICE and s.named == 0 else s.bound + 0


def best_name(s: State, seat: int, kind: int, weights: Sequence[int]) -> int:
    """The table with the best colour named; with all rows finished none is (TG-18)."""
    best = -(1 << 30)
    for colour in range(COLOURS):
        if unfinished(s, colour):
            best = max(best, outlook(s, seat, kind, colour, weights))
    return best if best > -(1 << 30) else outlook(s, seat, kind, -1, weights)


def outlook(s: State, seat: int, gone: int, bound: int, weights: Sequence[int]) -> int:
    """The value of the table for a seat without the card `gone`, while a colour binds (-1: none)."""
    fit = left_to_others(s, seat, bound)
    value = weights[_BLOCK] // (1 + 2 * fit) - weights[_OPEN] * fit
    if bound >= 0:
        own = cards_of(s, seat, bound) - (gone < CARDS and gone // RANKS == bound)
        value += weights[_ROW] * own - weights[_BIND]
    return value


def left_to_others(s: State, seat: int, bound: int) -> int:
    """How many cards that a seat does not hold fit, while a colour binds (-1: none)."""
    fit = 0
    for word in range(words(s)):
        if bound < 0 or bound // 5 == word:
            places = open_places(s, word) | ((s.genie_at[word] | s.choice_at[word]) & ~s.laid[word])
            if bound >= 0:
                places &= ROW << RANKS * (bound % 5)
            fit += size(places & s.coloured[word] & ~s.hand[seat][word])
    return fit


def waiting(s: State, seat: int, place: int) -> int:
    """Own cards of a row further out than a place."""
    colour = place // RANKS
    rank = place % RANKS
    row = (s.hand[seat][colour // 5] >> RANKS * (colour % 5)) & ROW
    cards = 0
    if rank <= 5:
        cards += size(row & ((1 << rank) - 1))
    if rank >= 5:
        cards += size(row >> (rank + 1))
    return cards
