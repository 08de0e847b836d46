"""A driver: games on a GPU, one a thread. The boards lie in shared memory while they are played on.

Arrays are turned round, the games in the last dimension, so that neighbouring threads write neighbouring numbers.

The 32 threads of a warp part ways in the rules, and would seldom find together again by themselves: three of them were
seen to work at a time. So they `meet` before every part of a step.
"""

from typing import Any

from numba import cuda, int16, int64

from koloda.compiled.decisions import any_legal, seat_to_act
from koloda.compiled.episode import WHIMS, begin, deal, settle
from koloda.compiled.generator import below, seed
from koloda.core.bits import lowest

start: Any = None
actors: Any = None
legal: Any = None
act: Any = None
chance: Any = None
draw: Any = None
over: Any = None
scores: Any = None
standings: Any = None
observe: Any = None
SEATS = 0
WIDEST = 0
ACTIONS = 0
THREADS = 0
BOARD: Any = None  # the record, a NumPy type
BOARD_WORDS = 0  # its size in words of 8 bytes
SIMULATED = 0
ALL = (1 << 32) - 1  # the threads of a warp
PAUSE = 8  # turns between two looks at who has finished

KERNELS = ("begin_all", "accept", "step", "choose", "wander", "show_all", "play")


def fetch(store: Any, first: int, count: int) -> None:
    """The boards of a block into shared memory, all threads together."""
    words = cuda.shared.array(0, int64)
    for k in range(cuda.threadIdx.x, count * BOARD_WORDS, THREADS):
        words[k] = store[first * BOARD_WORDS + k]
    cuda.syncthreads()


def put_back(store: Any, first: int, count: int) -> None:
    words = cuda.shared.array(0, int64)
    cuda.syncthreads()
    for k in range(cuda.threadIdx.x, count * BOARD_WORDS, THREADS):
        store[first * BOARD_WORDS + k] = words[k]


def load_stream(words: Any, i: int, r: Any) -> None:
    for k in range(4):
        r[k] = int64(words[k, i])


def save_stream(words: Any, i: int, r: Any) -> None:
    for k in range(4):
        words[k, i] = r[k]


def warp(count: int) -> int:
    """The threads of this warp that have a game, as bits, when the block has `count`."""
    here: int = min(32, count - cuda.threadIdx.x // 32 * 32)
    return (1 << here) - 1


def meet(together: int) -> None:
    """Wait for these threads of the warp. (The simulator has no warps.)"""
    if not SIMULATED:
        cuda.syncwarp(together)


def show(s: Any, i: int, observations: Any, masks: Any, seats: Any, out: Any, together: int) -> int:
    """What the seat that is asked sees and may do; returns how many actions it has."""
    meet(together)
    seat = seat_to_act(s)
    seats[i] = seat
    observe(s, seat, observations[:, i])
    meet(together)
    n: int = legal(s, seat, out)
    meet(together)
    for action in range(ACTIONS):
        masks[action, i] = False
    for k in range(n):
        masks[out[k], i] = True
    return n


def next_turn(
    s: Any,
    r: Any,
    i: int,
    seat: int,
    action: int,
    episodes: Any,
    key: int,
    kind: int,
    sign: int,
    rewards: Any,
    done: Any,
    together: int,
) -> None:
    """A decision in one game; if it ends the game, rewards are paid and the next one is dealt."""
    if done[i]:
        for p in range(rewards.shape[0]):
            rewards[p, i] = 0
    act(s, seat, action)
    meet(together)
    deal(s, r)
    meet(together)
    ended = over(s)
    done[i] = ended
    if ended:
        points = cuda.local.array(SEATS, int64)
        places = cuda.local.array(SEATS, int64)
        settle(s, kind, sign, points, places, rewards[:, i])
        episodes[i] += 1
        begin(s, r, key, i, episodes[i])


def begin_all(store: Any, words: Any, whims: Any, key: int, observations: Any, masks: Any, seats: Any) -> None:
    first = cuda.blockIdx.x * THREADS
    count = min(THREADS, seats.shape[0] - first)
    fetch(store, first, count)
    lane = cuda.threadIdx.x
    if lane < count:
        s = cuda.shared.array(0, BOARD)[lane]
        r = cuda.local.array(4, int64)
        out = cuda.local.array(WIDEST, int16)
        i = first + lane
        seed(r, key, WHIMS + i)
        save_stream(whims, i, r)
        begin(s, r, key, i, 0)
        save_stream(words, i, r)
        show(s, i, observations, masks, seats, out, warp(count))
    put_back(store, first, count)


def show_all(store: Any, observations: Any, masks: Any, seats: Any) -> None:
    first = cuda.blockIdx.x * THREADS
    count = min(THREADS, seats.shape[0] - first)
    fetch(store, first, count)
    lane = cuda.threadIdx.x
    if lane < count:
        out = cuda.local.array(WIDEST, int16)
        show(cuda.shared.array(0, BOARD)[lane], first + lane, observations, masks, seats, out, warp(count))


def accept(actions: Any, trusted: int, masks: Any, accepted: Any, wrong: Any) -> None:
    """Takes actions over. The first place whose action is not in its mask goes to wrong[0], which holds more."""
    i = cuda.grid(1)
    if i < accepted.shape[0]:
        action = int64(actions[i])
        accepted[i] = action
        if not trusted and (action < 0 or action >= ACTIONS or not masks[action, i]):
            cuda.atomic.min(wrong, 0, i)


def step(
    store: Any,
    words: Any,
    episodes: Any,
    key: int,
    kind: int,
    sign: int,
    actions: Any,
    observations: Any,
    masks: Any,
    rewards: Any,
    done: Any,
    seats: Any,
    wrong: Any,
) -> None:
    """One decision in every game, unless `accept` has found a wrong one."""
    first = cuda.blockIdx.x * THREADS
    count = min(THREADS, seats.shape[0] - first)
    if wrong[0] < seats.shape[0]:
        return
    fetch(store, first, count)
    lane = cuda.threadIdx.x
    if lane < count:
        s = cuda.shared.array(0, BOARD)[lane]
        r = cuda.local.array(4, int64)
        out = cuda.local.array(WIDEST, int16)
        i = first + lane
        load_stream(words, i, r)
        next_turn(s, r, i, int(seats[i]), int(actions[i]), episodes, key, kind, sign, rewards, done, warp(count))
        save_stream(words, i, r)
        show(s, i, observations, masks, seats, out, warp(count))
    put_back(store, first, count)


def choose(store: Any, whims: Any, seats: Any, actions: Any) -> None:
    """A random legal action for every game."""
    first = cuda.blockIdx.x * THREADS
    count = min(THREADS, seats.shape[0] - first)
    fetch(store, first, count)
    lane = cuda.threadIdx.x
    if lane < count:
        r = cuda.local.array(4, int64)
        out = cuda.local.array(WIDEST, int16)
        i = first + lane
        load_stream(whims, i, r)
        actions[i] = any_legal(cuda.shared.array(0, BOARD)[lane], r, int(seats[i]), out)
        save_stream(whims, i, r)


def wander(
    store: Any,
    words: Any,
    episodes: Any,
    key: int,
    kind: int,
    sign: int,
    whims: Any,
    observations: Any,
    masks: Any,
    rewards: Any,
    done: Any,
    seats: Any,
    steps: int,
) -> None:
    """Many steps with random legal actions; the boards stay in shared memory meanwhile."""
    first = cuda.blockIdx.x * THREADS
    count = min(THREADS, seats.shape[0] - first)
    fetch(store, first, count)
    lane = cuda.threadIdx.x
    if lane < count:
        s = cuda.shared.array(0, BOARD)[lane]
        r = cuda.local.array(4, int64)
        whim = cuda.local.array(4, int64)
        out = cuda.local.array(WIDEST, int16)
        i = first + lane
        load_stream(words, i, r)
        load_stream(whims, i, whim)
        n = legal(s, int(seats[i]), out)
        for _ in range(steps):
            # The same place, which the compiler cannot know: else it would keep the address of every number of the
            # observation in a register.
            i += n >> 62
            action = int(out[below(whim, n)])
            next_turn(s, r, i, int(seats[i]), action, episodes, key, kind, sign, rewards, done, warp(count))
            n = show(s, i, observations, masks, seats, out, warp(count))
        save_stream(words, i, r)
        save_stream(whims, i, whim)
    put_back(store, first, count)


def play(template: Any, key: int, first: int, taken: Any, lengths: Any, points: Any, places: Any) -> None:
    """Whole random games, several a thread: who has finished one takes the next of all, so that no thread waits long.

    `taken[0]` is how many are taken, at first one for each thread. In each turn of the loop there is a draw if one is
    due, then a decision if one is due: most threads of a warp have both to do. Few have finished a game, so that is
    seen to only now and then, for several of them at a time.
    """
    lane = cuda.threadIdx.x
    words = cuda.shared.array(0, int64)
    for k in range(BOARD_WORDS):
        words[lane * BOARD_WORDS + k] = template[k]
    s = cuda.shared.array(0, BOARD)[lane]
    r = cuda.local.array(4, int64)
    out = cuda.local.array(WIDEST, int16)
    i = cuda.grid(1)
    if i >= lengths.shape[0]:
        return
    seed(r, key, first + i)
    start(s)
    n = 0
    turn = 0
    while True:
        meet(ALL)
        turn += 1
        if turn % PAUSE == 0 and over(s):
            lengths[i] = n
            scores(s, points[i])
            standings(s, places[i])
            i = cuda.atomic.add(taken, 0, 1)
            if i >= lengths.shape[0]:
                return
            seed(r, key, first + i)
            start(s)
            n = 0
        due = chance(s)
        if due > 0:
            draw(s, below(r, due))
        meet(ALL)
        asked = actors(s)
        seat = 0
        action = 0
        if asked:
            seat = lowest(asked)
            action = any_legal(s, r, seat, out)
        meet(ALL)
        if asked:
            act(s, seat, action)
            n += 1
