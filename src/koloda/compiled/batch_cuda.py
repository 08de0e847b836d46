"""A driver: games on a GPU, one a thread. The boards lie in shared memory while they are played on.

The 32 threads of a warp part ways in the rules, and would seldom find together again by themselves: three of them were
seen to work at a time. So they `meet` before every part of a step.
"""

from typing import Any

from numba import cuda, int16, int64
from numpy.typing import NDArray

from koloda.compiled.batch import Games, next_turn, show
from koloda.compiled.batch_layout import meet
from koloda.compiled.cuda_sizes import RECORD, RECORD_WORDS, THREADS
from koloda.compiled.decisions import random_action
from koloda.compiled.episode import NOISE, begin
from koloda.compiled.game_functions import (
    ACTIONS,
    MOST_LEGAL,
    SEATS,
    act,
    actors,
    chance,
    draw,
    legal,
    over,
    scores,
    standings,
    start,
)
from koloda.compiled.generator import below, seed
from koloda.compiled.random_games import LONGEST, Results
from koloda.compiled.types import State, Stream
from koloda.core.bits import lowest

ALL = (1 << 32) - 1  # the threads of a warp
PAUSE = 16  # turns between two looks at who has finished
TOO_LONG = -1  # stands for the length of a game of more than LONGEST decisions

KERNELS = ("begin_all", "accept", "step", "choose", "random_steps", "show_all", "play")


def fetch(store: NDArray[Any], first: int, count: int) -> None:
    """The boards of a block into shared memory, all threads together."""
    words = cuda.shared.array(0, int64)
    for k in range(cuda.threadIdx.x, count * RECORD_WORDS, THREADS):
        words[k] = store[first * RECORD_WORDS + k]
    cuda.syncthreads()


def put_back(store: NDArray[Any], first: int, count: int) -> None:
    """The boards of a block out of shared memory, all threads together."""
    words = cuda.shared.array(0, int64)
    cuda.syncthreads()
    for k in range(cuda.threadIdx.x, count * RECORD_WORDS, THREADS):
        store[first * RECORD_WORDS + k] = words[k]


def load_stream(streams: NDArray[Any], i: int, stream: Stream) -> None:
    """A game's generator into the thread's own memory."""
    for k in range(4):
        stream[k] = int64(streams[k, i])


def save_stream(streams: NDArray[Any], i: int, stream: Stream) -> None:
    """A game's generator out of the thread's own memory."""
    for k in range(4):
        streams[k, i] = stream[k]


def warp(count: int) -> int:
    """The threads of this warp that have a game, as bits, when the block has `count`."""
    here: int = min(32, count - cuda.threadIdx.x // 32 * 32)
    return (1 << here) - 1


def begin_all(games: Games) -> None:
    """The first games."""
    first = cuda.blockIdx.x * THREADS
    count = min(THREADS, games.seats.shape[0] - first)
    fetch(games.boards, first, count)
    lane = cuda.threadIdx.x
    if lane < count:
        s = cuda.shared.array(0, RECORD)[lane]
        stream = cuda.local.array(4, int64)
        out = cuda.local.array(MOST_LEGAL, int16)
        i = first + lane
        seed(stream, games.seed, NOISE + i)
        save_stream(games.noise, i, stream)
        begin(s, games.memories[i], stream, games.seed, i, 0)
        save_stream(games.streams, i, stream)
        show(s, i, games, out, warp(count))
    put_back(games.boards, first, count)


def show_all(games: Games) -> None:
    """Write down what is seen in every game."""
    first = cuda.blockIdx.x * THREADS
    count = min(THREADS, games.seats.shape[0] - first)
    fetch(games.boards, first, count)
    lane = cuda.threadIdx.x
    if lane < count:
        out = cuda.local.array(MOST_LEGAL, int16)
        show(cuda.shared.array(0, RECORD)[lane], first + lane, games, out, warp(count))


def accept(
    actions: NDArray[Any], trusted: int, masks: NDArray[Any], accepted: NDArray[Any], wrong: NDArray[Any]
) -> None:
    """Takes actions over. The first place whose action is not in its mask goes to wrong[0], which holds more."""
    i = cuda.grid(1)
    if i < accepted.shape[0]:
        action = int64(actions[i])
        accepted[i] = action
        if not trusted and (action < 0 or action >= ACTIONS or not masks[action, i]):
            cuda.atomic.min(wrong, 0, i)


def one_turn(s: State, stream: Stream, i: int, action: int, games: Games, together: int) -> None:
    """A single turn, in memory of its own: the compiler then makes better code of `step` than with the kernel's."""
    points = cuda.local.array(SEATS, int64)
    places = cuda.local.array(SEATS, int64)
    next_turn(s, stream, i, action, games, points, places, together)


def step(games: Games, actions: NDArray[Any], wrong: NDArray[Any]) -> None:
    """One decision in every game, unless `accept` has found a wrong one."""
    first = cuda.blockIdx.x * THREADS
    count = min(THREADS, games.seats.shape[0] - first)
    if wrong[0] < games.seats.shape[0]:
        return
    fetch(games.boards, first, count)
    lane = cuda.threadIdx.x
    if lane < count:
        s = cuda.shared.array(0, RECORD)[lane]
        stream = cuda.local.array(4, int64)
        out = cuda.local.array(MOST_LEGAL, int16)
        i = first + lane
        load_stream(games.streams, i, stream)
        one_turn(s, stream, i, int(actions[i]), games, warp(count))
        save_stream(games.streams, i, stream)
        show(s, i, games, out, warp(count))
    put_back(games.boards, first, count)


def choose(games: Games, actions: NDArray[Any]) -> None:
    """A random legal action for every game."""
    first = cuda.blockIdx.x * THREADS
    count = min(THREADS, games.seats.shape[0] - first)
    fetch(games.boards, first, count)
    lane = cuda.threadIdx.x
    if lane < count:
        stream = cuda.local.array(4, int64)
        out = cuda.local.array(MOST_LEGAL, int16)
        i = first + lane
        load_stream(games.noise, i, stream)
        actions[i] = random_action(cuda.shared.array(0, RECORD)[lane], int(games.seats[i]), stream, out)
        save_stream(games.noise, i, stream)


def random_steps(games: Games, steps: int) -> None:
    """Many steps with random legal actions; the boards stay in shared memory meanwhile."""
    first = cuda.blockIdx.x * THREADS
    count = min(THREADS, games.seats.shape[0] - first)
    fetch(games.boards, first, count)
    lane = cuda.threadIdx.x
    if lane < count:
        s = cuda.shared.array(0, RECORD)[lane]
        stream = cuda.local.array(4, int64)
        noise = cuda.local.array(4, int64)
        out = cuda.local.array(MOST_LEGAL, int16)
        points = cuda.local.array(SEATS, int64)
        places = cuda.local.array(SEATS, int64)
        i = first + lane
        load_stream(games.streams, i, stream)
        load_stream(games.noise, i, noise)
        n = legal(s, int(games.seats[i]), out)
        for _ in range(steps):
            # The same place, which the compiler cannot know: else it would keep the address of every number of the
            # observation in a register.
            i += n >> 62
            action = int(out[below(noise, n)])
            next_turn(s, stream, i, action, games, points, places, warp(count))
            n = show(s, i, games, out, warp(count))
        save_stream(games.streams, i, stream)
        save_stream(games.noise, i, noise)
    put_back(games.boards, first, count)


def play(template: NDArray[Any], key: int, first: int, taken: NDArray[Any], results: Results) -> None:
    """Whole random games, several a thread: who has finished one takes the next of all, so that no thread waits long.

    `taken[0]` is how many are taken, at first one for each thread. In each turn of the loop there is a draw if one is
    due, then a decision if one is due: most threads of a warp have both to do. Few have finished a game, so that is
    seen to only now and then, for several of them at a time.

    A kernel cannot raise an error: the length of a game that does not end becomes TOO_LONG, and no more games begin.
    """
    lane = cuda.threadIdx.x
    words = cuda.shared.array(0, int64)
    for k in range(RECORD_WORDS):
        words[lane * RECORD_WORDS + k] = template[k]
    s = cuda.shared.array(0, RECORD)[lane]
    stream = cuda.local.array(4, int64)
    out = cuda.local.array(MOST_LEGAL, int16)
    i = cuda.grid(1)
    if i >= results.lengths.shape[0]:
        return
    seed(stream, key, first + i)
    start(s)
    n = 0
    turn = 0
    while True:
        meet(ALL)
        turn += 1
        if turn % PAUSE == 0 and (n > LONGEST or over(s)):
            results.lengths[i] = n
            if n > LONGEST:
                results.lengths[i] = TOO_LONG
                cuda.atomic.max(taken, 0, results.lengths.shape[0])
            scores(s, results.scores[i])
            standings(s, results.standings[i])
            i = cuda.atomic.add(taken, 0, 1)
            if i >= results.lengths.shape[0]:
                return
            seed(stream, key, first + i)
            start(s)
            n = 0
        due = chance(s)
        if due > 0:
            draw(s, below(stream, due))
        meet(ALL)
        asked = actors(s)
        seat = 0
        action = 0
        if asked:
            seat = lowest(asked)
            action = random_action(s, seat, stream, out)
        meet(ALL)
        if asked:
            act(s, seat, action)
            n += 1
