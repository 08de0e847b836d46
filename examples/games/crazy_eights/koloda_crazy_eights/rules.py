"""The rules of crazy eights (CE). Interpreted and compiled: plain functions over the fields of the state."""

from collections.abc import MutableSequence

from koloda.core.bits import added_up, enlist, nth, size
from koloda_crazy_eights.state import DRAW, DRAWING, FIRST, NAME, NAMING, NONE, OVER, PASS, PLAY, TURN_UP, State

MOST_DRAWN = 5
SUIT = 0x1111111111111  # clubs; the other suits are shifted
RANK = 0xF  # twos
DECK = SUIT * RANK
EIGHT = 6
EIGHTS = RANK << (4 * EIGHT)
FACES = 0xFFFF << (4 * 9)  # jacks, queens, kings and aces


def start(s: State) -> None:
    """CE-1."""
    s.phase = FIRST
    s.top = NONE
    s.turn = s.suit = s.drawn = s.passes = s.owed = 0
    s.deck = DECK
    for seat in range(s.players):
        s.hands[seat] = 0
        s.missing[seat] = 0


def actors(s: State) -> int:
    return 1 << s.turn if (s.phase == PLAY or s.phase == NAMING) and s.owed == 0 else 0


def legal(s: State, seat: int, out: MutableSequence[int]) -> int:
    """CE-4, CE-5, CE-6."""
    if not (actors(s) >> seat) & 1:
        return 0
    if s.phase == NAMING:
        return enlist(RANK, NAME, out, 0)
    matching = (SUIT << s.suit) | (RANK << (s.top & ~3)) | EIGHTS
    n = enlist(s.hands[seat] & matching, 0, out, 0)
    out[n] = DRAW if s.deck and s.drawn < MOST_DRAWN else PASS
    return n + 1


def act(s: State, seat: int, action: int) -> None:
    """CE-4, CE-5, CE-6, CE-7."""
    if action == DRAW:
        s.drawn += 1
        s.passes = 0
        s.phase = DRAWING
    elif action == PASS:
        s.passes += 1
        end_turn(s)
        if s.passes > s.players:
            s.phase = OVER
    elif action >= NAME:
        s.suit = action - NAME
        end_turn(s)
    else:
        s.hands[seat] &= ~(1 << action)
        s.top = action
        s.suit = action & 3
        s.passes = 0
        if s.hands[seat] == 0:
            s.phase = OVER
        elif action >> 2 == EIGHT:
            s.phase = NAMING
        else:
            end_turn(s)


def end_turn(s: State) -> None:
    s.phase = PLAY
    s.drawn = 0
    s.turn = s.turn + 1 if s.turn + 1 < s.players else 0


def chance(s: State) -> int:
    if s.phase == FIRST:
        return s.players + 0
    return size(s.deck) if s.owed > 0 or s.phase == TURN_UP or s.phase == DRAWING else 0


def draw(s: State, outcome: int) -> None:
    """CE-2: the dealer, then cards for all; CE-3: the top card; CE-6: a card for who draws."""
    if s.phase == FIRST:
        s.turn = outcome + 1 if outcome + 1 < s.players else 0
        for seat in range(s.players):
            s.missing[seat] = 7 if s.players == 2 else 5
            s.owed += s.missing[seat]
        s.phase = TURN_UP
        return
    card = nth(s.deck, outcome)
    if s.owed > 0:
        seat = receiver(s)
        s.missing[seat] -= 1
        s.owed -= 1
        s.hands[seat] |= 1 << card
    elif s.phase == DRAWING:
        s.hands[s.turn] |= 1 << card
        s.phase = PLAY
    elif card >> 2 == EIGHT:
        return
    else:
        s.top = card
        s.suit = card & 3
        s.phase = PLAY
    s.deck &= ~(1 << card)


def receiver(s: State) -> int:
    """CE-2: the next card goes to the seat that lacks most, the first of them after the dealer."""
    found = s.turn + 0
    seat = s.turn + 0
    for _ in range(s.players):
        if s.missing[seat] > s.missing[found]:
            found = seat
        seat = seat + 1 if seat + 1 < s.players else 0
    return found


def over(s: State) -> bool:
    return s.phase == OVER


def scores(s: State, out: MutableSequence[int]) -> None:
    """CE-8: penalty points of the cards in hand."""
    for seat in range(s.players):
        eights, faces = s.hands[seat] & EIGHTS, s.hands[seat] & FACES
        others = s.hands[seat] & ~(EIGHTS | FACES)
        out[seat] = 50 * size(eights) + 10 * size(faces) + added_up(others) + 2 * size(others)


def standings(s: State, out: MutableSequence[int]) -> None:
    """CE-8: the lowest score wins, equals share."""
    scores(s, out)
    for seat in range(s.players):
        out[seat] = -out[seat]


def hide(s: State, seat: int) -> None:
    """CE-9: the others' hands go back into the deck, until all is shown at the end."""
    if s.phase == OVER:
        return
    for other in range(s.players):
        if other != seat:
            s.missing[other] += size(s.hands[other])
            s.owed += size(s.hands[other])
            s.deck |= s.hands[other]
            s.hands[other] = 0
