"""A driver: games among bots on compiled rules. It plays on until a seat that is not compiled must decide.

Cards come from one stream and the bots' exploration noise from another, so that the same deal is dealt whoever sits
where. `boards` are three states: [0] holds the options, [1] is played on, [2] is room for what a seat knows.
"""

from typing import Annotated, Any

from numpy.typing import NDArray

from koloda.compiled.game_functions import (
    STEPS_IN,
    act,
    actors,
    chance,
    draw,
    greedy,
    hide,
    legal,
    rule,
    scores,
    standings,
    step_in,
)
from koloda.compiled.generator import below, seed
from koloda.compiled.hints import borrows
from koloda.compiled.types import Ints, IntTable, Row, State, States, Stream

ENTRIES = ("new_game", "play_on", "answer", "count_up")
# Who sits in a seat
RANDOM, GREEDY, RULE, FOREIGN = 0, 1, 2, 3
NOTHING = -1
LOG_FULL = -2
DEALER = -1  # who "decides" a draw, in a log

Log = NDArray[Any]
"""A row (who, what) for every draw and decision; none where no log is kept."""


class BotMatch:
    """A game among bots in progress. The number of `WEIGHTS` is the policy's."""

    levels: Annotated[Ints, "i8", "SEATS"]
    """Who sits in each seat: RANDOM, GREEDY, RULE or FOREIGN."""
    weights: Annotated[IntTable, "i8", "SEATS", "WEIGHTS"]
    """By seat, for the rule."""
    cards: Annotated[Stream, "i8", 4]
    noise: Annotated[Stream, "i8", 4]
    legal: Annotated[Ints, "i2", "MOST_LEGAL"]
    decisions: Annotated[int, "i8"]
    logged: Annotated[int, "i8"]
    """Rows of the log that are filled."""
    scores: Annotated[Ints, "i8", "SEATS"]
    standings: Annotated[Ints, "i8", "SEATS"]


@borrows
def note(match: BotMatch, log: Log, who: int, what: int) -> None:
    """Keep a draw or a decision, if a log is kept."""
    if log.shape[0] > 0:
        log[match.logged, 0] = who
        log[match.logged, 1] = what
        match.logged += 1


@borrows
def decide(s: State, known: States, seat: int, level: int, weights: Ints, out: Ints, n: int, noise: Stream) -> int:
    """The choice of a compiled bot among the n legal actions in `out`; known[0] is filled with what its seat knows."""
    if n == 1:
        return int(out[0])
    if level == RANDOM:
        return int(out[below(noise, n)])
    known[0] = s
    hide(known[0], seat)
    return by_policy(known[0], seat, level, weights, out, n)


@borrows
def by_policy(known: State, seat: int, level: int, weights: Ints, out: Ints, n: int) -> int:
    """The choice of the greedy player or of the rule; `known` is what its seat knows (`hide`)."""
    if level == GREEDY:
        return int(greedy(known, seat, out, n))
    return int(rule(known, seat, out, n, weights))


@borrows
def bystander(s: State, known: States, seat: int, level: int, out: Ints, n: int, noise: Stream) -> int:
    """What a compiled bot does that need not act."""
    if level == RANDOM:
        chosen = below(noise, 2 * n)
        return int(out[chosen]) if chosen < n else NOTHING
    known[0] = s
    hide(known[0], seat)
    return int(step_in(known[0], seat, out, n))


@borrows
def let_bystanders_act(s: State, known: States, match: BotMatch, log: Log, mask: int, asked: int) -> int:
    """Let bystanders act, from seat `asked` on; returns the first foreign one that may, or -1."""
    for seat in range(asked, s.players):
        if not (mask >> seat) & 1:
            n = legal(s, seat, match.legal)
            if n > 0:
                if match.levels[seat] == FOREIGN:
                    return seat
                action = bystander(s, known, seat, match.levels[seat], match.legal, n, match.noise)
                if action != NOTHING:
                    act(s, seat, action)
                    note(match, log, seat, action)
    return NOTHING


@borrows
def next_seat(players: int, levels: Ints, mask: int) -> int:
    """Who acts next of those who must: compiled bots first, then the last foreign seat."""
    chosen = NOTHING
    for seat in range(players):
        if (mask >> seat) & 1:
            if levels[seat] != FOREIGN:
                return seat
            chosen = seat
    return chosen


@borrows
def new_game(boards: States, matches: Row[BotMatch], key: int, cards: int, noise: int) -> None:
    """The cards come from one stream of the seed `key`, the bots' noise from another."""
    match = matches[0]
    boards[1] = boards[0]
    seed(match.cards, key, cards)
    seed(match.noise, key, noise)
    match.decisions = 0
    match.logged = 0


@borrows
def play_on(boards: Any, matches: Row[BotMatch], log: Log, asked: int) -> int:
    """Play on until a foreign seat may act; returns that seat, or -1 when the game is over.

    `asked` is 0, or one more than the foreign bystander that has just let things go on. Returns -2 when the log may be
    too short for what comes next: call again with a longer one, `asked` 0.
    """
    match = matches[0]
    s = boards[1]
    known = boards[2:]
    while True:
        if 0 < log.shape[0] <= match.logged + s.players:
            return LOG_FULL
        n = chance(s)
        if n > 0:
            outcome = below(match.cards, n)
            draw(s, outcome)
            note(match, log, DEALER, outcome)
            continue
        mask = actors(s)
        if mask == 0:
            return NOTHING
        if STEPS_IN:
            seat = let_bystanders_act(s, known, match, log, mask, asked)
            if seat != NOTHING:
                return seat
            asked = 0
        seat = next_seat(s.players + 0, match.levels, mask)
        if match.levels[seat] == FOREIGN:
            return seat
        n = legal(s, seat, match.legal)
        action = decide(s, known, seat, match.levels[seat], match.weights[seat], match.legal, n, match.noise)
        act(s, seat, action)
        note(match, log, seat, action)
        match.decisions += 1


@borrows
def answer(boards: States, matches: Row[BotMatch], log: Log, seat: int, action: int) -> None:
    """The decision of a foreign seat."""
    match = matches[0]
    act(boards[1], seat, action)
    note(match, log, seat, action)
    match.decisions += 1


@borrows
def count_up(boards: States, matches: Row[BotMatch]) -> None:
    """Fill in scores and standings by seat."""
    match = matches[0]
    scores(boards[1], match.scores)
    standings(boards[1], match.standings)
