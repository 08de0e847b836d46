"""The rules of No Thanks! (NT). Interpreted and compiled: plain functions over the fields of the state."""

from collections.abc import MutableSequence

from koloda.core.bits import added_up, nth, size
from koloda.games.no_thanks.state import (
    DECIDE,
    FIRST,
    HIGHEST,
    LOWEST,
    OVER,
    PASS,
    REVEAL,
    SEATS,
    TAKE,
    State,
)

DECK = (1 << (HIGHEST + 1)) - (1 << LOWEST)
TENS = (1 << 10) | (1 << 20) | (1 << 30)


def start(s: State) -> None:
    """NT-1, NT-2, NT-12."""
    s.unseen = DECK & ((2 << s.highest) - 1)
    if s.tactical:
        s.unseen &= ~TENS
    s.left = s.highest - LOWEST + 1 - s.removed
    s.aside = size(s.unseen) - s.left
    for seat in range(SEATS):
        s.taken[seat] = 0
        s.chips[seat] = s.purse if seat < s.players else 0
    s.turn = 0
    s.card = 0
    s.pot = 0
    s.phase = FIRST


def actors(s: State) -> int:
    return 1 << s.turn if s.phase == DECIDE else 0


def legal(s: State, seat: int, out: MutableSequence[int]) -> int:
    """NT-4: without a chip the card must be taken."""
    if s.phase != DECIDE or seat != s.turn:
        return 0
    n = 0
    if s.chips[seat] > 0:
        out[0] = PASS
        n = 1
    out[n] = TAKE
    return n + 1


def act(s: State, seat: int, action: int) -> None:
    """NT-5 (the next player decides) or NT-6 (the same player turns up the next card)."""
    if action == PASS:
        s.chips[seat] -= 1
        s.pot += 1
        s.turn = seat + 1 if seat + 1 < s.players else 0
    else:
        s.chips[seat] += s.pot
        s.taken[seat] |= 1 << s.card
        s.pot = 0
        s.card = 0
        s.phase = REVEAL if s.left > 0 else OVER


def chance(s: State) -> int:
    if s.phase == REVEAL:
        return s.left + s.aside
    if s.phase == FIRST:
        return s.players + 0
    return 0


def draw(s: State, outcome: int) -> None:
    """NT-3: who starts; NT-6: the next card, any of those unseen."""
    if s.phase == FIRST:
        s.turn = outcome
        s.phase = REVEAL
        return
    s.card = nth(s.unseen, outcome)
    s.unseen &= ~(1 << s.card)
    s.left -= 1
    s.phase = DECIDE


def over(s: State) -> bool:
    return s.phase == OVER


def scores(s: State, out: MutableSequence[int]) -> None:
    """NT-8: the lowest number of every run, minus one a chip."""
    for seat in range(s.players):
        lows = s.taken[seat] & ~(s.taken[seat] << 1)
        out[seat] = added_up(lows) - s.chips[seat]


def standings(s: State, out: MutableSequence[int]) -> None:
    """NT-8, NT-9: the lowest score wins, equals share."""
    scores(s, out)
    for seat in range(s.players):
        out[seat] = -out[seat]


def hide(s: State, seat: int) -> None:
    """Nothing to deal anew: the unseen cards are a set already, and chips can be counted (NT-10)."""
