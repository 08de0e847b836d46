"""Cards on their way between the deck and the hands."""

from koloda.core.bits import nth, size
from koloda.games.tugriki.rows import word_of, words
from koloda.games.tugriki.state import CHOICE, DECK, GENIE, PER_WORD, State


def nth_card(s: State, holder: int, n: int) -> int:
    """The n-th card of a hand or of the deck: coloured ones in order, then Genies, then Row choices."""
    for word in range(words(s)):
        cards = s.hand[holder][word]
        here = size(cards)
        if n < here:
            return word * PER_WORD + nth(cards, n)
        n -= here
    return GENIE if n < s.genies[holder] else CHOICE


def holds(s: State, holder: int, kind: int) -> bool:
    if kind == GENIE:
        return s.genies[holder] > 0
    if kind == CHOICE:
        return s.choices[holder] > 0
    word = word_of(kind)
    return s.hand[holder][word] >> (kind - PER_WORD * word) & 1 > 0


def take(s: State, holder: int, kind: int) -> None:
    s.held[holder] -= 1
    if kind == GENIE:
        s.genies[holder] -= 1
    elif kind == CHOICE:
        s.choices[holder] -= 1
    else:
        word = word_of(kind)
        s.hand[holder][word] &= ~(1 << (kind - PER_WORD * word))


def give(s: State, holder: int, kind: int) -> None:
    s.held[holder] += 1
    if kind == GENIE:
        s.genies[holder] += 1
    elif kind == CHOICE:
        s.choices[holder] += 1
    else:
        word = word_of(kind)
        s.hand[holder][word] |= 1 << (kind - PER_WORD * word)


def put_back(s: State, holder: int) -> None:
    """A whole hand goes back among the unseen cards."""
    for word in range(2):
        s.hand[DECK][word] |= s.hand[holder][word]
        s.hand[holder][word] = 0
    s.genies[DECK] += s.genies[holder]
    s.choices[DECK] += s.choices[holder]
    s.held[DECK] += s.held[holder]
    s.genies[holder] = 0
    s.choices[holder] = 0
    s.held[holder] = 0


def gather(s: State) -> None:
    """All cards are in the deck, the table and the hands are empty."""
    for word in range(2):
        for holder in range(DECK):
            s.hand[holder][word] = 0
        s.hand[DECK][word] = s.coloured[word]
        s.laid[word] = 0
        s.genie_at[word] = 0
        s.choice_at[word] = 0
    for holder in range(DECK):
        s.genies[holder] = 0
        s.choices[holder] = 0
        s.held[holder] = 0
    s.genies[DECK] = s.genie_cards
    s.choices[DECK] = s.choice_cards
    s.held[DECK] = size(s.coloured[0]) + size(s.coloured[1]) + s.genie_cards + s.choice_cards
