"""A driver: what a finished game was worth at its start, and what its decisions changed. The rest is luck.

Playouts go on with the bots that sit there: those that are compiled play themselves, the rule (level 2) stands in for
all others. A *span* is what happens between two chances. If the bots of the playouts would do the same, it changes
nothing, and no playout is needed. Otherwise playouts from its end are compared with playouts from its beginning, with
the same random numbers. Every span has streams of its own, so that the errors of many spans average out.

The choice of a bot that plays at random is a chance as well.
"""

from typing import Annotated, Any

from numpy.typing import NDArray

from koloda.compiled.bot_match import DEALER, GREEDY, RANDOM
from koloda.compiled.game_functions import (
    STEPS_IN,
    act,
    actors,
    chance,
    draw,
    greedy,
    legal,
    rule,
    scores,
    standings,
    step_in,
)
from koloda.compiled.generator import below, bits, seed
from koloda.compiled.hints import borrows
from koloda.compiled.types import Ints, Row, State, States, Stream
from koloda.core.bits import lowest

NOBODY = NOTHING = -1
LONGEST = 1 << 20  # draws and decisions
ENDLESS = "games among these bots do not end from here"
NOISE = 1 << 44  # streams from one game's choices at random to the next one's; those of cards come before all

START, NOW, BEFORE, TRIAL = 0, 1, 2, 3
"""The boards: the start of the game, where it has come to, the beginning of the span, room for playouts."""
WINS, POINTS, START_WINS, START_POINTS = 0, 1, 2, 3
"""The rows of `sums` over playouts: what decisions changed, and what the start was worth."""


class Playout:
    """Room for one thread. The number of `WEIGHTS` is the policy's."""

    weights: Annotated[Ints, "i8", "WEIGHTS"]
    levels: Annotated[Ints, "i8", "SEATS"]
    """Who plays on in each seat: RANDOM, GREEDY or RULE."""
    cards: Annotated[Stream, "i8", 4]
    noise: Annotated[Stream, "i8", 4]
    noise_streams: Annotated[int, "i8"]
    """The first stream for choices at random."""
    legal: Annotated[Ints, "i2", "MOST_LEGAL"]
    points: Annotated[Ints, "i8", "SEATS"]


@borrows
def decide(s: State, seat: int, room: Playout) -> None:
    """Let a seat that must act do so."""
    n = legal(s, seat, room.legal)
    if n == 1:
        action = int(room.legal[0])
    elif room.levels[seat] == RANDOM:
        action = int(room.legal[below(room.noise, n)])
    elif room.levels[seat] == GREEDY:
        action = int(greedy(s, seat, room.legal, n))
    else:
        action = int(rule(s, seat, room.legal, n, room.weights))
    act(s, seat, action)


@borrows
def let_bystander_act(s: State, mask: int, room: Playout) -> bool:
    """Let the first bystander who wants to act; returns whether there was one."""
    for seat in range(s.players):
        if not (mask >> seat) & 1:
            n = legal(s, seat, room.legal)
            if n > 0:
                if room.levels[seat] == RANDOM:
                    chosen = below(room.noise, 2 * n)
                    action = int(room.legal[chosen]) if chosen < n else NOTHING
                else:
                    action = int(step_in(s, seat, room.legal, n))
                if action != NOTHING:
                    act(s, seat, action)
                    return True
    return False


@borrows
def play_to_end(s: State, room: Playout) -> None:
    """Play a game to its end."""
    for _ in range(LONGEST):
        n = chance(s)
        if n > 0:
            draw(s, below(room.cards, n))
            continue
        mask = actors(s)
        if mask == 0:
            return
        if STEPS_IN and let_bystander_act(s, mask, room):
            continue
        decide(s, lowest(mask), room)
    raise AssertionError(ENDLESS)


@borrows
def random_bystander(s: State, mask: int, room: Playout) -> bool:
    """May somebody act at random who need not act?"""
    for seat in range(s.players):
        if not (mask >> seat) & 1 and room.levels[seat] == RANDOM and legal(s, seat, room.legal) > 0:
            return True
    return False


@borrows
def play_to_chance(s: State, room: Playout) -> None:
    """Play on until something happens at random, or until the game is over."""
    for _ in range(LONGEST):
        n = chance(s)
        if n > 1:
            return
        if n == 1:
            draw(s, 0)
            continue
        mask = actors(s)
        if mask == 0:
            return
        if STEPS_IN and random_bystander(s, mask, room):
            return
        if STEPS_IN and let_bystander_act(s, mask, room):
            continue
        seat = lowest(mask)
        if room.levels[seat] == RANDOM and legal(s, seat, room.legal) > 1:
            return
        decide(s, seat, room)
    raise AssertionError(ENDLESS)


@borrows
def same(memory: NDArray[Any], a: int, b: int) -> bool:
    """Are two boards the same, byte for byte?"""
    different = 0
    for i in range(memory.shape[1]):
        different |= int(memory[a, i]) ^ int(memory[b, i])
    return different == 0


@borrows
def add_result(s: State, whole: int, sign: int, to: int, sums: NDArray[Any], room: Playout) -> None:
    """Add the result of a finished game. A win counts `whole`, which winners share without a remainder."""
    standings(s, room.points)
    best = room.points[0]
    for seat in range(1, s.players):
        best = max(best, room.points[seat])
    winners = 0
    for seat in range(s.players):
        winners += room.points[seat] == best
    for seat in range(s.players):
        if room.points[seat] == best:
            sums[to + WINS, seat] += sign * (whole // winners)
    scores(s, room.points)
    for seat in range(s.players):
        sums[to + POINTS, seat] += sign * room.points[seat]


@borrows
def add_playouts(
    boards: States,
    board: int,
    chooser: int,
    skip: int,
    key: int,
    first: int,
    playouts: int,
    whole: int,
    sign: int,
    to: int,
    sums: NDArray[Any],
    room: Playout,
) -> None:
    """Add the results of playouts from a board, with a sign, to two rows of `sums`.

    The seat `chooser` acts before all others; `skip` numbers of the streams of cards have been used.
    """
    s = boards[TRIAL]
    for i in range(first, first + playouts):
        seed(room.cards, key, i)
        seed(room.noise, key, room.noise_streams + i)
        for _ in range(skip):
            bits(room.cards)
        boards[TRIAL] = boards[board]
        if chooser != NOBODY:
            decide(s, chooser, room)
        play_to_end(s, room)
        add_result(s, whole, sign, to, sums, room)


@borrows
def add_game(
    boards: Any,
    memory: NDArray[Any],
    log: NDArray[Any],
    key: int,
    playouts: int,
    whole: int,
    sums: NDArray[Any],
    rooms: Row[Playout],
) -> int:
    """Fill in `sums` from a game's log; returns for how many spans it took playouts.

    `memory` are the bytes of `boards`.
    """
    room = rooms[0]
    s = boards[NOW]
    sums[:] = 0
    boards[NOW] = boards[START]
    add_playouts(boards, START, NOBODY, 0, key, 0, playouts, whole, 1, START_WINS, sums, room)
    boards[BEFORE] = boards[NOW]
    first = playouts
    decided, known_draws = False, 0
    for i in range(log.shape[0] + 1):
        who, what, chooser = NOBODY, NOTHING, NOBODY
        if i < log.shape[0]:
            who, what = int(log[i, 0]), int(log[i, 1])
            if who == DEALER:
                if chance(s) == 1:
                    draw(s, what)
                    known_draws += 1
                    continue
            else:
                must = (actors(s) >> who) & 1
                if must and room.levels[who] == RANDOM and legal(s, who, room.legal) > 1:
                    chooser = who
                else:
                    act(s, who, what)
                    decided = True
                    continue
        if decided or chooser != NOBODY:
            expected = False
            if chooser == NOBODY or chooser == lowest(actors(s)):
                boards[TRIAL] = boards[BEFORE]
                play_to_chance(boards[TRIAL], room)
                expected = same(memory, TRIAL, NOW)
                if chooser != NOBODY and STEPS_IN and random_bystander(s, actors(s), room):
                    expected = False
            if not expected:
                add_playouts(boards, NOW, chooser, known_draws, key, first, playouts, whole, 1, WINS, sums, room)
                add_playouts(boards, BEFORE, NOBODY, 0, key, first, playouts, whole, -1, WINS, sums, room)
                first += playouts
        if chooser != NOBODY:
            act(s, who, what)
        elif i < log.shape[0]:
            draw(s, what)
        boards[BEFORE] = boards[NOW]
        decided, known_draws = False, 0
    return first // playouts - 1
