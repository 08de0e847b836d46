"""A driver: one game, step by step, for a caller in Python. One call carries out a decision and all that follows.

A call costs less than interpreting the simplest rule, because it is given two records and two numbers, holds the
interpreter's lock, and answers with one number.
"""

from typing import Annotated

from koloda.compiled.game_functions import act, actors, chance, draw, legal
from koloda.compiled.hints import borrows, holds_lock
from koloda.compiled.types import Floats, Ints, Row, State, States
from koloda.core.bits import lowest

ENTRIES = ("step", "go_on", "list_legal")
AHEAD = 32  # random numbers that are drawn together
MOST_SEATS = 16

# What a step answers: one of these, or `position`
REFUSED = -1
USED_UP = -2

SEAT, COUNT = 16, 20  # bits from which on a position holds the seat that is asked, and the number of its actions


class StepRoom:
    """What a game has besides its state."""

    uniform: Annotated[Floats, "f8", AHEAD]
    """Random numbers in [0, 1) for the draws to come."""
    used: Annotated[int, "i8"]
    """How many of them are used."""
    seat: Annotated[int, "i8"]
    """Whose legal actions are listed; -1 if that is unknown."""
    count: Annotated[int, "i8"]
    """How many they are."""
    legal: Annotated[Ints, "i2", "MOST_LEGAL"]


@borrows
@holds_lock
def step(boards: States, rooms: Row[StepRoom], seat: int, action: int) -> int:
    """A decision and the draws after it. REFUSED if it is not legal: then nothing has changed."""
    s, room = boards[0], rooms[0]
    if seat < 0 or seat >= s.players:
        return REFUSED
    if seat != room.seat:
        room.count = legal(s, seat, room.legal)
        room.seat = seat
    for i in range(room.count):
        if room.legal[i] == action:
            act(s, seat, action)
            return settle(s, room)
    return REFUSED


@borrows
@holds_lock
def go_on(boards: States, rooms: Row[StepRoom]) -> int:
    """Go on with the draws that are due, once the random numbers are fresh."""
    rooms[0].used = 0
    return settle(boards[0], rooms[0])


@borrows
@holds_lock
def list_legal(boards: States, rooms: Row[StepRoom], seat: int) -> int:
    """Fill in the actions open to a seat; returns how many."""
    s, room = boards[0], rooms[0]
    room.count = legal(s, seat, room.legal)
    room.seat = seat
    return int(room.count)


@borrows
def settle(s: State, room: StepRoom) -> int:
    """Carry out the draws that are due, as far as the random numbers go, and list what the next seat may do.

    Returns the position: the seats that must act, as bits, the first of them, and how many actions it has; 0 when the
    game is over.
    """
    room.seat = -1
    n = chance(s)
    while n > 0:
        if room.used == AHEAD:
            return USED_UP
        draw(s, int(room.uniform[room.used] * n))
        room.used += 1
        n = chance(s)
    mask = actors(s)
    if mask == 0:
        return 0
    seat = lowest(mask)
    room.count = legal(s, seat, room.legal)
    room.seat = seat
    return int(mask | (seat << SEAT) | (room.count << COUNT))
