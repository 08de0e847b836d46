"""What a good player of Tugriki works out from what everybody may know, as numbers. Compilable."""

from collections.abc import MutableSequence

from koloda.core.bits import lowest, size
from koloda.core.observation import Part
from koloda.core.seats import around
from koloda.games.tugriki.bots.policy import able, binding_after, left_to_others, waiting
from koloda.games.tugriki.memory import LACKING, WIDTH, WILDLESS, Memory, forget, watch, watch_draw
from koloda.games.tugriki.memory import LAYOUT as MEMORY_LAYOUT
from koloda.games.tugriki.memory import recall as recall_memory
from koloda.games.tugriki.observation import LENT
from koloda.games.tugriki.rows import filled, fitting, open_places, unfinished, words
from koloda.games.tugriki.state import CARDS, PER_WORD, RANKS, SEATS, State

__all__ = ["LAYOUT", "WIDTH", "Memory", "forget", "recall", "watch", "watch_draw"]

FITS, OWN_FITS = 1, 2
MOST_LEFT = 9
MOST_LACKING = 3
MOST_FITTING = 30
MOST_LEAD = 15
MOST_SHOWN = 3
PERCENT = 25  # thousandths in a step of `able`
REACH = (RANKS - 1) // 2

SHORTER = (
    Part(
        "lacking",
        CARDS,
        0,
        2 * MOST_LACKING + 1,
        "for each coloured card, who drew, paid or passed in this round when it fitted: 1 for the next seat, and 2 for "
        "each of the others, three at most",
    ),
    Part("loans", SEATS, -MOST_LEAD, MOST_LEAD, "tugriks lent minus borrowed, by seat, at most 15 (TG-30)"),
    Part("shown_genies", SEATS, 0, MOST_SHOWN, "Genies that were shown in this hand and not seen to leave, at most 3"),
    Part(
        "shown_choices",
        SEATS,
        0,
        MOST_SHOWN,
        "Row choices that were shown in this hand and not seen to leave, at most 3",
    ),
)
"""Parts of the memory that are told with fewer numbers."""
_SHORTER = {part.name: part for part in SHORTER}
LAYOUT = (
    *(_SHORTER.get(part.name, part) for part in MEMORY_LAYOUT),
    Part(
        "lays",
        CARDS,
        0,
        OWN_FITS + MOST_LEFT,
        "which coloured cards fit now: 0 does not, 1 fits and is not the own, from 2 on own: 2 and how many of the "
        "cards that others may have would fit after it, 9 at most",
    ),
    Part("waiting", CARDS, 0, REACH, "for own cards that fit, how many own ones wait further out"),
    Part("fits", 2, 0, MOST_FITTING, "how many of the cards that others may have fit now, and how many of the own"),
    Part("able", 1, 0, 1000 // PERCENT - 1, "how likely whoever may be challenged could have laid a card, in 40ths"),
    Part("leads", SEATS, -MOST_LEAD, MOST_LEAD, "how many tugriks more than oneself the seat has, at most 15"),
)
LAYS = sum(part.size for part in MEMORY_LAYOUT)
WAITING = LAYS + CARDS
FITTING = WAITING + CARDS
LEADS = FITTING + 3
GENIES = WILDLESS + SEATS
CHOICES = GENIES + SEATS


def recall(s: State, m: Memory, seat: int, out: MutableSequence[int]) -> None:
    recall_memory(s, m, seat, out)
    for card in range(CARDS):
        who = out[LACKING + card]
        out[LACKING + card] = (who & 1) | min(size(who >> 1), MOST_LACKING) << 1
        out[LAYS + card] = 0
        out[WAITING + card] = 0
    theirs = 0
    own = 0
    for word in range(words(s)):
        cards = fitting(s, word, open_places(s, word)) & s.coloured[word]
        theirs += size(cards & ~s.hand[seat][word])
        own += size(cards & s.hand[seat][word])
        while cards:
            bit = cards & -cards
            place = word * PER_WORD + lowest(cards)
            cards ^= bit
            if s.hand[seat][word] & bit:
                out[LAYS + place] = OWN_FITS + min(left_after(s, seat, place), MOST_LEFT)
                out[WAITING + place] = waiting(s, seat, place)
            else:
                out[LAYS + place] = FITS
    out[FITTING] = min(theirs, MOST_FITTING)
    out[FITTING + 1] = min(own, MOST_FITTING)
    accused = s.suspect >= 0 and s.suspect != seat and s.silent == 0
    out[FITTING + 2] = min(able(s, seat, s.suspect + 0) // PERCENT, 1000 // PERCENT - 1) if accused else 0
    for i in range(SEATS):
        lead = 0
        if i < s.players:
            lead = min(max(s.money[around(seat, i, s.players)] - s.money[seat], -MOST_LEAD), MOST_LEAD)
        out[LEADS + i] = lead
        out[LENT + i] = min(max(out[LENT + i], -MOST_LEAD), MOST_LEAD)
        out[GENIES + i] = min(out[GENIES + i], MOST_SHOWN)
        out[CHOICES + i] = min(out[CHOICES + i], MOST_SHOWN)


def left_after(s: State, seat: int, kind: int) -> int:
    """How many cards that the others may have would fit after an own card was laid. (The state is left as it was.)"""
    word = kind // PER_WORD
    bit = 1 << (kind % PER_WORD)
    fresh = (filled(s, word) & bit) == 0
    laid = s.laid[word] + 0
    s.laid[word] |= bit
    finished = fresh and not unfinished(s, kind // RANKS)
    left = left_to_others(s, seat, binding_after(s, kind, kind // RANKS, finished))
    s.laid[word] = laid
    return left
