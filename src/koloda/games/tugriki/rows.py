"""The rows on the table: which places are open, and which cards fit (TG-7 to TG-9, TG-13 to TG-19).

Every row is 11 bits. Only the ends can lie apart from the rest (TG-9), so a row grows from any filled place but these.
"""

from koloda.games.tugriki.state import CARDS, CHOICE, GENIE, PER_WORD, RANKS, State

ROW = (1 << RANKS) - 1
EVERY = (1 << PER_WORD) - 1
FIVES = (1 << 5) | (1 << 16) | (1 << 27) | (1 << 38) | (1 << 49)


def words(s: State) -> int:
    """How many numbers the sets of this edition need."""
    return 2 if s.coloured[1] else 1


def word_of(place: int) -> int:
    """Which number of a set holds this place. (A division, which a GPU has no instruction for.)"""
    return (place + 64 - PER_WORD) >> 6


def alone(kind: int, word: int) -> int:
    """The set of this one card: its number in that word, nothing in the other, nor for a wild."""
    return 1 << (kind - PER_WORD * word) if kind < CARDS and word_of(kind) == word else 0


def filled(s: State, word: int) -> int:
    return s.laid[word] | s.genie_at[word] | s.choice_at[word]


def open_places(s: State, word: int) -> int:
    """Empty places that may be filled, bindings aside (TG-8 a, b, c); that of a 5 where the row has not started."""
    full = filled(s, word)
    on_table = filled(s, 0) | filled(s, 1)
    zeros = FIVES >> s.reach
    tens = FIVES << s.reach
    inner = full & ~(zeros | tens)
    places = (inner << 1) | (inner >> 1) | FIVES
    started = full & FIVES
    if on_table & zeros:
        places |= started >> s.reach
    if on_table & tens:
        places |= started << s.reach
    return places & ~full


def binding(s: State, word: int) -> int:
    """The places that a colour or row that binds leaves (TG-19)."""
    if s.bound < 0:
        return EVERY
    row = s.bound - 5 * word
    return ROW << RANKS * row if 0 <= row < 5 else 0


def wilds(s: State, word: int) -> int:
    """The places where a wild lies uncovered."""
    return (s.genie_at[word] | s.choice_at[word]) & ~s.laid[word]


def fitting(s: State, word: int, free: int) -> int:
    """The coloured cards that may be laid: in one of the open places `free`, or over a wild (TG-8)."""
    return (free | wilds(s, word)) & binding(s, word)


def wild_places(s: State, word: int, free: int, kind: int) -> int:
    """Where a wild may be laid, of the open places `free` (TG-13, TG-14).

    A Row choice is not bound by another one, but by a Colour choice (TG-16, TG-17).
    """
    bound = EVERY if kind == CHOICE and s.named == 0 else binding(s, word)
    return free & s.for_wilds[word] & bound


def fits(s: State, kind: int) -> bool:
    """May this card be laid now, somewhere?"""
    return any_fits(s, alone(kind, 0), alone(kind, 1), kind == GENIE, kind == CHOICE)


def can_lay(s: State, holder: int) -> bool:
    """May any card of this hand be laid now?"""
    cards = s.hand[holder]
    return any_fits(s, cards[0], cards[1], s.genies[holder] > 0, s.choices[holder] > 0)


def any_fits(s: State, first: int, second: int, genie: bool, choice: bool) -> bool:
    """May any of these cards be laid now?"""
    for word in range(words(s)):
        free = open_places(s, word)
        if fitting(s, word, free) & (second if word else first):
            return True
        if (genie and wild_places(s, word, free, GENIE)) or (choice and wild_places(s, word, free, CHOICE)):
            return True
    return False


def unfilled(s: State, word: int) -> int:
    """The empty places of all rows, open or not."""
    return s.coloured[word] & ~filled(s, word)


def unfinished(s: State, colour: int) -> bool:
    """Is the colour in the deck, and has its row an empty place?"""
    first = colour * RANKS
    word = word_of(first)
    return (unfilled(s, word) & (ROW << (first - PER_WORD * word))) != 0
