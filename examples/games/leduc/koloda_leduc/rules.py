"""The rules of Leduc poker (LD). Interpreted and compiled: plain functions over the fields of the state."""

from collections.abc import MutableSequence

from koloda.core.bits import lowest, nth, size
from koloda_leduc.state import CALL, FOLD, NONE, RAISE, State

MOST_RAISES = 2
PAIR = 100


def start(s: State) -> None:
    """LD-1, LD-2: from three players on all amounts are doubled, so that two can share any pot."""
    s.ante = 1 if s.players == 2 else 2
    s.unseen = (1 << (2 * s.players + 2)) - 1
    s.live = (1 << s.players) - 1
    s.missing = s.players
    s.public = NONE
    s.stake = s.ante
    for seat in range(s.players):
        s.cards[seat] = NONE
        s.stakes[seat] = s.ante
    open_round(s)


def open_round(s: State) -> None:
    """LD-3: the first seat that has not folded begins."""
    s.turn = lowest(s.live)
    s.waiting = size(s.live)
    s.raises = 0


def actors(s: State) -> int:
    return 1 << s.turn if s.waiting > 0 and s.missing == 0 else 0


def legal(s: State, seat: int, out: MutableSequence[int]) -> int:
    """LD-4: fold only when there is a raise to pay; LD-5: two raises a round."""
    if seat != s.turn or s.waiting == 0 or s.missing > 0:
        return 0
    n = 1
    out[0] = CALL
    if s.stakes[seat] < s.stake:
        n = 2
        out[0] = FOLD
        out[1] = CALL
    out[n] = RAISE
    return n + (s.raises < MOST_RAISES)


def act(s: State, seat: int, action: int) -> None:
    """LD-4, LD-5, LD-6."""
    s.waiting -= 1
    if action == FOLD:
        s.live &= ~(1 << seat)
        if size(s.live) == 1:
            s.waiting = 0
    else:
        if action == RAISE:
            s.stake += s.ante * (2 if s.public == NONE else 4)
            s.raises += 1
            s.waiting = size(s.live) - 1
        s.stakes[seat] = s.stake
    if s.waiting > 0:
        later = s.live & -(2 << seat)
        s.turn = lowest(later if later else s.live)


def chance(s: State) -> int:
    """LD-2: a card for a seat; LD-3: the card on the table."""
    if s.missing > 0 or (s.waiting == 0 and s.public == NONE and size(s.live) > 1):
        return size(s.unseen)
    return 0


def draw(s: State, outcome: int) -> None:
    card = nth(s.unseen, outcome)
    s.unseen &= ~(1 << card)
    if s.missing > 0:
        s.cards[receiver(s)] = card
        s.missing -= 1
    else:
        s.public = card
        open_round(s)


def receiver(s: State) -> int:
    """The seat that gets the next card."""
    seat = 0
    while s.cards[seat] != NONE:
        seat += 1
    return seat


def over(s: State) -> bool:
    return s.waiting == 0 and s.missing == 0 and (s.public != NONE or size(s.live) == 1)


def winners(s: State) -> int:
    """LD-7: the seats that share the pot, as bits. A pair with the card on the table beats all, else a higher rank."""
    if size(s.live) == 1:
        return s.live + 0
    found = 0
    best = NONE
    for seat in range(s.players):
        rank = s.cards[seat] >> 1
        hand = rank + PAIR if rank == s.public >> 1 else rank
        if (s.live >> seat) & 1 and hand >= best:
            found = found | 1 << seat if hand == best else 1 << seat
            best = hand
    return found


def scores(s: State, out: MutableSequence[int]) -> None:
    """LD-7: what was won; before the end, what was paid."""
    pot = 0
    for seat in range(s.players):
        out[seat] = -s.stakes[seat]
        pot += s.stakes[seat]
    if over(s):
        won = winners(s)
        share = pot // size(won) if won & (won - 1) else pot
        for seat in range(s.players):
            out[seat] += share * ((won >> seat) & 1)


def standings(s: State, out: MutableSequence[int]) -> None:
    scores(s, out)


def knows(s: State, seat: int, other: int) -> bool:
    """LD-8: your own card, and those that are shown down."""
    return seat == other or (over(s) and size(s.live) > 1 and ((s.live >> other) & 1) == 1)


def hide(s: State, seat: int) -> None:
    """LD-8: the cards that a seat does not know go back among the unseen."""
    hidden = 0
    for other in range(s.players):
        if s.cards[other] != NONE and not knows(s, seat, other):
            hidden |= 1 << other
    for other in range(s.players):
        if (hidden >> other) & 1:
            s.unseen |= 1 << s.cards[other]
            s.cards[other] = NONE
            s.missing += 1
