"""A driver: what a position is worth among bots, and what the decisions of a game from it changed. The rest is luck.

Playouts go on with the bots that sit there: those that are compiled play themselves, the rule (level 2) stands in for
all others. If all of them play by the rule, the value of a position is that by the reference (`analysis/reference.py`).

Playout k takes its cards from stream k of a seed. The stream goes on where the position's past ends: of two positions
of one game, the later one skips the numbers that the draws in between would have used. So a playout of the earlier
position in which these draws fall and these decisions are made is a playout of the later one, number for number: what
differs between two positions is what happened, and little noise (common random numbers).

A *span* of a game is what happens between two chances. If the bots of the playouts would do the same, it changes
nothing, and no playout is needed. Otherwise playouts from its end are compared with playouts from its beginning. Every
span has streams of its own, so that the errors of many spans average out.

The choice of a bot that plays at random is a chance as well.
"""

from typing import Annotated, Any

from numpy.typing import NDArray

from koloda.compiled.bot_match import DEALER, RANDOM
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

ENTRIES = ("value_game",)
NOBODY = NOTHING = -1
LONGEST = 1 << 20  # draws and decisions
ENDLESS = "games among these bots do not end from here"
NOISE = 1 << 44  # streams from one game's choices at random to the next one's; those of cards come before all

START, NOW, BEFORE, TRIAL = 0, 1, 2, 3
"""The boards: the position, where the game from it has come to, the beginning of the span, room for playouts."""
WINS, POINTS = 0, 1
"""The measures of `results`."""
DECIDED, STARTED = 0, 1
"""The rows of each: what decisions changed, and from here on what the position was worth."""


class Playout:
    """Room for one thread. The number of `WEIGHTS` is the policy's."""

    weights: Annotated[Ints, "i8", "WEIGHTS"]
    levels: Annotated[Ints, "i8", "SEATS"]
    """Who plays on in each seat: RANDOM, GREEDY or RULE."""
    by_rule: Annotated[int, "i8"]
    """The seats of level RULE once more, as bits: usually these are all, and a bit is found faster than a level."""
    cards: Annotated[Stream, "i8", 4]
    noise: Annotated[Stream, "i8", 4]
    noise_streams: Annotated[int, "i8"]
    """The first stream for choices at random."""
    legal: Annotated[Ints, "i2", "MOST_LEGAL"]
    points: Annotated[Ints, "i8", "SEATS"]


@borrows
def choose_without_rule(s: State, seat: int, n: int, room: Playout) -> int:
    """The choice of a bot of another level among the n legal actions in `room`."""
    if room.levels[seat] == RANDOM:
        return int(room.legal[below(room.noise, n)])
    return int(greedy(s, seat, room.legal, n))


@borrows
def decide(s: State, seat: int, by_rule: int, room: Playout) -> None:
    """Let a seat that must act do so."""
    n = legal(s, seat, room.legal)
    if n == 1:
        action = int(room.legal[0])
    elif (by_rule >> seat) & 1:
        action = int(rule(s, seat, room.legal, n, room.weights))
    else:
        action = choose_without_rule(s, seat, n, room)
    act(s, seat, action)


@borrows
def let_bystander_act(s: State, mask: int, asked: int, room: Playout) -> bool:
    """Let the first bystander who wants to act, from seat `asked` on; returns whether there was one."""
    for seat in range(asked, s.players):
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
def random_bystander(s: State, mask: int, room: Playout) -> bool:
    """May somebody act at random who need not act?"""
    for seat in range(s.players):
        if not (mask >> seat) & 1 and room.levels[seat] == RANDOM and legal(s, seat, room.legal) > 0:
            return True
    return False


@borrows
def play_on(s: State, to_chance: bool, asked: int, by_rule: int, room: Playout) -> None:
    """Play a game to its end; with `to_chance`, only until something happens at random.

    At its first decision only bystanders from seat `asked` on are asked.
    """
    for _ in range(LONGEST):
        n = chance(s)
        if n > 0:
            if to_chance and n > 1:
                return
            draw(s, below(room.cards, n))
            continue
        mask = actors(s)
        if mask == 0:
            return
        if STEPS_IN:
            if to_chance and random_bystander(s, mask, room):
                return
            stepped_in = let_bystander_act(s, mask, asked, room)
            asked = 0
            if stepped_in:
                continue
        seat = lowest(mask)
        if to_chance and room.levels[seat] == RANDOM and legal(s, seat, room.legal) > 1:
            return
        decide(s, seat, by_rule, room)
    raise AssertionError(ENDLESS)


@borrows
def same(memory: NDArray[Any], a: int, b: int) -> bool:
    """Are two boards the same, byte for byte?"""
    different = 0
    for i in range(memory.shape[1]):
        different |= int(memory[a, i]) ^ int(memory[b, i])
    return different == 0


@borrows
def add_result(s: State, whole: int, sign: int, row: int, results: NDArray[Any], room: Playout) -> None:
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
            results[WINS, row, seat] += sign * (whole // winners)
    scores(s, room.points)
    for seat in range(s.players):
        results[POINTS, row, seat] += sign * room.points[seat]


@borrows
def add_playouts(
    boards: States,
    board: int,
    chooser: int,
    asked: int,
    skip: int,
    key: int,
    first: int,
    playouts: int,
    whole: int,
    sign: int,
    row: int,
    apart: int,
    results: NDArray[Any],
    room: Playout,
) -> None:
    """Add the results of playouts from a board, with a sign, to a row; if they are `apart` (1), each to its own.

    The seat `chooser` acts at random before all others; `skip` numbers of the streams of cards have been used.
    """
    s = boards[TRIAL]
    by_rule = room.by_rule
    noisy = by_rule != (1 << boards[board].players) - 1
    for i in range(playouts):
        seed(room.cards, key, first + i)
        if noisy:
            seed(room.noise, key, room.noise_streams + first + i)
        for _ in range(skip):
            bits(room.cards)
        boards[TRIAL] = boards[board]
        if chooser != NOBODY:
            act(s, chooser, int(room.legal[below(room.noise, legal(s, chooser, room.legal))]))
        play_on(s, False, asked, by_rule, room)
        add_result(s, whole, sign, row + i * apart, results, room)


@borrows
def value_game(
    boards: Any,
    memory: NDArray[Any],
    log: NDArray[Any],
    key: int,
    first: int,
    skip: int,
    asked: int,
    playouts: int,
    whole: int,
    apart: int,
    results: NDArray[Any],
    rooms: Row[Playout],
) -> int:
    """Fill in `results` by measure, row and seat: what boards[START] is worth, and what the game in the log changed.

    Without a log there is only the position. Its playouts are `first`, `first + 1`, ... of seed `key`, after `skip`
    draws in its past; at its first decision bystanders of seats below `asked` are not asked. The log is of a game from
    its very beginning. `memory` are the bytes of `boards`. Returns for how many spans it took playouts.
    """
    room = rooms[0]
    s = boards[NOW]
    results[:] = 0
    boards[NOW] = boards[START]
    add_playouts(boards, START, NOBODY, asked, skip, key, first, playouts, whole, 1, STARTED, apart, results, room)
    boards[BEFORE] = boards[NOW]
    decided, known_draws, spans = False, 0, 0
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
                play_on(boards[TRIAL], True, 0, room.by_rule, room)
                expected = same(memory, TRIAL, NOW)
                if chooser != NOBODY and STEPS_IN and random_bystander(s, actors(s), room):
                    expected = False
            if not expected:
                spans += 1
                first += playouts
                for end in range(2):
                    board, sign = (NOW, 1) if end == 0 else (BEFORE, -1)
                    acting, used = (chooser, known_draws) if end == 0 else (NOBODY, 0)
                    add_playouts(
                        boards, board, acting, 0, used, key, first, playouts, whole, sign, DECIDED, 0, results, room
                    )
        if chooser != NOBODY:
            act(s, who, what)
        elif i < log.shape[0]:
            draw(s, what)
        boards[BEFORE] = boards[NOW]
        decided, known_draws = False, 0
    return spans
