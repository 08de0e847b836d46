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
    if s.bound // 5 != word:
        return 0
    return ROW << RANKS * (s.bound % 5)


def fitting(s: State, word: int) -> int:
    """The coloured cards that may be laid: in an open place, or over a wild (TG-8)."""
    wilds = (s.genie_at[word] | s.choice_at[word]) & ~s.laid[word]
    return (open_places(s, word) | wilds) & binding(s, word)


def genie_places(s: State, word: int) -> int:
    """TG-13."""
    return open_places(s, word) & ~FIVES & binding(s, word)


def choice_places(s: State, word: int) -> int:
    """TG-14; a Row choice is not bound by another, but by a Colour choice (TG-16, TG-17)."""
    places = open_places(s, word) & ~FIVES
    return places & binding(s, word) if s.named > 0 else places


def fits(s: State, kind: int) -> bool:
    """May this card be laid now, somewhere?"""
    found = 0
    if kind < CARDS:
        found = (fitting(s, kind // PER_WORD) >> (kind % PER_WORD)) & 1
    else:
        for word in range(words(s)):
            found |= genie_places(s, word) if kind == GENIE else choice_places(s, word)
    return found != 0


def can_lay(s: State, holder: int) -> bool:
    """May any card of this hand be laid now?"""
    for word in range(words(s)):
        if s.hand[holder][word] & fitting(s, word):
            return True
    return (s.genies[holder] > 0 and fits(s, GENIE)) or (s.choices[holder] > 0 and fits(s, CHOICE))


def row_of(s: State, colour: int) -> int:
    """All places of a row, within its number of the set."""
    return s.coloured[colour // 5] & (ROW << RANKS * (colour % 5))


def unfinished(s: State, colour: int) -> bool:
    """Is the colour in the deck, and has its row an empty place?"""
    return (row_of(s, colour) & ~filled(s, colour // 5)) != 0
