"""A driver: games among bots on compiled rules. It plays on until a seat that is not compiled must decide.

Cards come from one stream and bots' whims from another, so that the same deal is dealt whoever sits where.
"""

from typing import Any

from koloda.core.chance import below

actors: Any = None
legal: Any = None
act: Any = None
chance: Any = None
draw: Any = None
hide: Any = None
greedy: Any = None
rule: Any = None
step_in: Any = None
STEPS_IN: Any = None

# Who sits in a seat
RANDOM, GREEDY, RULE, FOREIGN = 0, 1, 2, 3
NOTHING = -1


def decide(board: Any, seat: int, level: int, out: Any, n: int, knobs: Any, whims: Any) -> int:
    """The choice of a compiled bot. board[1] is the game, board[2] what the seat knows of it."""
    if n == 1:
        return int(out[0])
    if level == RANDOM:
        return int(out[below(whims, n)])
    board[2] = board[1]
    hide(board[2], seat)
    if level == GREEDY:
        return int(greedy(board[2], seat, out, n))
    return int(rule(board[2], seat, out, n, knobs))


def bystander(board: Any, seat: int, level: int, out: Any, n: int, whims: Any) -> int:
    """What a compiled bot does that need not act."""
    if level == RANDOM:
        chosen = below(whims, 2 * n)
        return int(out[chosen]) if chosen < n else NOTHING
    board[2] = board[1]
    hide(board[2], seat)
    return int(step_in(board[2], seat, out, n))


def step_in_first(board: Any, levels: Any, whims: Any, out: Any, mask: int, asked: int) -> int:
    """Let bystanders act, from seat `asked` on; returns the first foreign one that may, or -1."""
    s = board[1]
    for seat in range(asked, s.players):
        if not (mask >> seat) & 1:
            n = legal(s, seat, out)
            if n > 0:
                if levels[seat] == FOREIGN:
                    return seat
                action = bystander(board, seat, levels[seat], out, n, whims)
                if action != NOTHING:
                    act(s, seat, action)
    return NOTHING


def next_seat(levels: Any, mask: int) -> int:
    """Who acts next of those who must: compiled bots first, then the last foreign seat."""
    chosen = NOTHING
    for seat in range(levels.shape[0]):
        if (mask >> seat) & 1:
            if levels[seat] != FOREIGN:
                return seat
            chosen = seat
    return chosen


def advance(board: Any, levels: Any, knobs: Any, deal: Any, whims: Any, out: Any, count: Any, asked: int) -> int:
    """Play on until a foreign seat may act; returns that seat, or -1 when the game is over.

    `asked` is 0, or one more than the foreign bystander that has just let things go on. `count[0]` counts decisions.
    """
    s = board[1]
    while True:
        n = chance(s)
        if n > 0:
            draw(s, below(deal, n))
            continue
        mask = actors(s)
        if mask == 0:
            return NOTHING
        if STEPS_IN:
            seat = step_in_first(board, levels, whims, out, mask, asked)
            if seat != NOTHING:
                return seat
            asked = 0
        seat = next_seat(levels, mask)
        if levels[seat] == FOREIGN:
            return seat
        n = legal(s, seat, out)
        act(s, seat, decide(board, seat, levels[seat], out, n, knobs[seat], whims))
        count[0] += 1
