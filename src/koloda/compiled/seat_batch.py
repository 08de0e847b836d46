"""A driver: games in which one seat is asked from outside and compiled bots sit in the others."""

from typing import Any

import numpy as np

from koloda.compiled.bot_match import decide
from koloda.compiled.decisions import seat_to_act
from koloda.compiled.episode import WHIMS, begin, settle, turn
from koloda.compiled.generator import seed

legal: Any = None
observe: Any = None
over: Any = None
SEATS = 0
WIDEST = 0


def play_on(s: Any, spare: Any, r: Any, whims: Any, me: int, levels: Any, knobs: Any, out: Any) -> None:
    """The bots decide, until the own seat is asked or the game is over."""
    while not over(s):
        seat = seat_to_act(s)
        if seat == me:
            return
        n = legal(s, seat, out)
        turn(s, r, seat, decide(s, spare, seat, int(levels[seat]), out, n, knobs, whims))


def begin_one(
    boards: Any,
    spare: Any,
    words: Any,
    whims: Any,
    episodes: Any,
    i: int,
    terms: Any,
    levels: Any,
    knobs: Any,
    out: Any,
) -> None:
    """The next game of a place in which the own seat is asked at all: one that ends before is played no further."""
    key, first, me, _, _ = terms
    while True:
        begin(boards[i], words[i], key, first + i, episodes[i])
        play_on(boards[i], spare, words[i], whims[i], me, levels, knobs, out)
        if not over(boards[i]):
            return
        episodes[i] += 1


def show(s: Any, me: int, observation: Any, mask: Any, out: Any) -> None:
    observe(s, me, observation)
    mask[:] = 0
    n = legal(s, me, out)
    for k in range(n):
        mask[out[k]] = 1


def begin_all(
    boards: Any, spare: Any, words: Any, whims: Any, episodes: Any, terms: Any, levels: Any, knobs: Any, shown: Any
) -> None:
    observations, masks = shown
    key, first, me, _, _ = terms
    out = np.empty(WIDEST, np.int16)
    for i in range(boards.shape[0]):
        seed(whims[i], key, WHIMS + first + i)
        begin_one(boards, spare, words, whims, episodes, i, terms, levels, knobs, out)
        show(boards[i], me, observations[i], masks[i], out)


def step(
    boards: Any,
    spare: Any,
    words: Any,
    whims: Any,
    episodes: Any,
    terms: Any,
    levels: Any,
    knobs: Any,
    shown: Any,
    ends: Any,
    actions: Any,
) -> None:
    """The own decision in every game and the bots' answers. A game that ends is shown in `ends`, and another dealt."""
    observations, masks = shown
    finals, rewards, done = ends
    _, _, me, kind, sign = terms
    out = np.empty(WIDEST, np.int16)
    points = np.empty(SEATS, np.int64)
    places = np.empty(SEATS, np.int64)
    paid = np.empty(SEATS, np.float64)
    for i in range(actions.shape[0]):
        s = boards[i]
        turn(s, words[i], me, int(actions[i]))
        play_on(s, spare, words[i], whims[i], me, levels, knobs, out)
        done[i] = over(s)
        rewards[i] = 0.0
        if done[i]:
            observe(s, me, finals[i])
            settle(s, kind, sign, points, places, paid)
            rewards[i] = paid[me]
            episodes[i] += 1
            begin_one(boards, spare, words, whims, episodes, i, terms, levels, knobs, out)
        show(s, me, observations[i], masks[i], out)
