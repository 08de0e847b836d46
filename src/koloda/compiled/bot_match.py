"""A driver: games among bots on compiled rules. It plays on until a seat that is not compiled must decide.

Cards come from one stream and bots' whims from another, so that the same deal is dealt whoever sits where. A board is
three states: [0] holds the options, [1] is played on, [2] is room for what a seat knows.
"""

from typing import Any

import numpy as np

from koloda.compiled.generator import below, seed

actors: Any = None
legal: Any = None
act: Any = None
chance: Any = None
draw: Any = None
hide: Any = None
scores: Any = None
standings: Any = None
greedy: Any = None
rule: Any = None
step_in: Any = None
STEPS_IN = 0

# Who sits in a seat
RANDOM, GREEDY, RULE, FOREIGN = 0, 1, 2, 3
NOTHING = -1
LOG_FULL = -2
DEALER = -1  # who "decides" a draw, in a log


def note(log: Any, count: Any, who: int, what: int) -> None:
    """Keep a draw or a decision, if a log is kept."""
    if log.shape[0] > 0:
        log[count[1], 0] = who
        log[count[1], 1] = what
        count[1] += 1


def decide(s: Any, known: Any, seat: int, level: int, out: Any, n: int, knobs: Any, whims: Any) -> int:
    """The choice of a compiled bot; known[0] is filled with what its seat knows."""
    if n == 1:
        return int(out[0])
    if level == RANDOM:
        return int(out[below(whims, n)])
    known[0] = s
    hide(known[0], seat)
    if level == GREEDY:
        return int(greedy(known[0], seat, out, n))
    return int(rule(known[0], seat, out, n, knobs))


def bystander(s: Any, known: Any, seat: int, level: int, out: Any, n: int, whims: Any) -> int:
    """What a compiled bot does that need not act."""
    if level == RANDOM:
        chosen = below(whims, 2 * n)
        return int(out[chosen]) if chosen < n else NOTHING
    known[0] = s
    hide(known[0], seat)
    return int(step_in(known[0], seat, out, n))


def step_in_first(
    s: Any, known: Any, levels: Any, whims: Any, out: Any, count: Any, log: Any, mask: int, asked: int
) -> int:
    """Let bystanders act, from seat `asked` on; returns the first foreign one that may, or -1."""
    for seat in range(asked, s.players):
        if not (mask >> seat) & 1:
            n = legal(s, seat, out)
            if n > 0:
                if levels[seat] == FOREIGN:
                    return seat
                action = bystander(s, known, seat, levels[seat], out, n, whims)
                if action != NOTHING:
                    act(s, seat, action)
                    note(log, count, seat, action)
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
    return play_on(board, levels, knobs, deal, whims, out, count, np.empty((0, 2), np.int32), asked)


def play_on(
    board: Any, levels: Any, knobs: Any, deal: Any, whims: Any, out: Any, count: Any, log: Any, asked: int
) -> int:
    """The same with a log: a row (who, what) for every draw and decision, `count[1]` of them.

    Returns -2 when the log may be too short for what comes next: call again with a longer one, `asked` 0.
    """
    s = board[1]
    known = board[2:]
    while True:
        if 0 < log.shape[0] <= count[1] + s.players:
            return LOG_FULL
        n = chance(s)
        if n > 0:
            outcome = below(deal, n)
            draw(s, outcome)
            note(log, count, DEALER, outcome)
            continue
        mask = actors(s)
        if mask == 0:
            return NOTHING
        if STEPS_IN:
            seat = step_in_first(s, known, levels, whims, out, count, log, mask, asked)
            if seat != NOTHING:
                return seat
            asked = 0
        seat = next_seat(levels, mask)
        if levels[seat] == FOREIGN:
            return seat
        n = legal(s, seat, out)
        action = decide(s, known, seat, levels[seat], out, n, knobs[seat], whims)
        act(s, seat, action)
        note(log, count, seat, action)
        count[0] += 1


def answer(board: Any, seat: int, action: int, count: Any, log: Any) -> None:
    """The decision of a foreign seat."""
    act(board[1], seat, action)
    note(log, count, seat, action)
    count[0] += 1


def set_out(board: Any, deal: Any, whims: Any, count: Any, key: int, cards: int, whim: int) -> None:
    """A new game: the cards come from one stream of the seed `key`, the bots' whims from another."""
    board[1] = board[0]
    seed(deal, key, cards)
    seed(whims, key, whim)
    count[:] = 0


def count_up(board: Any, final: Any, place: Any) -> None:
    """Scores and standings by seat."""
    scores(board[1], final)
    standings(board[1], place)
