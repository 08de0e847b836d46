"""Whose turn it is, what is paid, and what a fruitless draw leads to (TG-10 to TG-12, TG-25 to TG-28)."""

from koloda.games.tugriki.rows import can_lay
from koloda.games.tugriki.state import CAUGHT, DECK, FORCED, MOVE, PASSING, TO_MOVE, State


def following(s: State, seat: int) -> int:
    """The next seat that is not out, in the direction of play."""
    while True:
        seat += s.step
        if seat < 0:
            seat = s.players - 1
        elif seat >= s.players:
            seat = 0
        if (s.playing >> seat) & 1:
            return seat


def pay(s: State, seat: int, tugriks: int) -> None:
    """TG-12: what there is, never more."""
    paid = min(s.money[seat] + 0, tugriks)
    s.money[seat] -= paid
    s.bank += paid


def forget(s: State) -> None:
    """The last draw can be neither challenged nor called any more."""
    s.suspect = -1
    s.silent = 0


def may_challenge(s: State, seat: int) -> bool:
    """TG-25: the player to move, a draw that was paid for, and not by this very player."""
    return s.suspect >= 0 and s.silent == 0 and s.suspect != seat


def may_call(s: State, seat: int) -> bool:
    """TG-27: anyone else who is in, a draw that was not paid for, until the next player has moved."""
    return s.phase == MOVE and s.silent == 1 and s.suspect != seat and ((s.playing >> seat) & 1) == 1


def to_move(s: State) -> None:
    """The player of this turn moves. Who has nothing to decide pays at once and the turn passes (TG-11, TG-27).

    With an empty deck somebody can always lay: the next card of an unfinished row is in a hand (else TG-32 holds).
    """
    s.phase = MOVE
    if s.held[DECK] == 0 and s.attention == 0:
        while not may_challenge(s, s.turn + 0) and not can_lay(s, s.turn + 0):
            pay(s, s.turn + 0, 1)
            forget(s)
            pass_on(s)


def pass_on(s: State) -> None:
    """The turn passes, twice where the next player misses it (TG-24)."""
    for _ in range(1 + s.miss):
        s.turn = following(s, s.turn + 0)
    s.miss = 0


def advance(s: State) -> None:
    """The move is over."""
    s.drawn = -1
    s.phase = PASSING


def challenge(s: State, seat: int) -> None:
    """TG-25: the loser pays 2 and draws 1, or pays 3; an innocent suspect costs the challenger the turn."""
    guilty = can_lay(s, s.suspect + 0)
    loser = s.suspect + 0 if guilty else seat
    forget(s)
    if s.held[DECK] > 0:
        pay(s, loser, 2)
        s.target = loser
        s.phase = CAUGHT if guilty else FORCED
    else:
        pay(s, loser, 3)
        if guilty:
            s.phase = TO_MOVE
        else:
            advance(s)
