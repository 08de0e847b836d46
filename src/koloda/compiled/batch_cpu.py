"""A driver: a shelf of games on the CPU, stepped one after another. A batch is cut into shelves, one a thread.

A shelf is (boards, words, episodes, rewards, done), what it shows (observations, masks, seats), and its terms are
(seed, number of its first game in the batch, kind of reward, sign of the score).
"""

from typing import Any

import numpy as np

from koloda.compiled.decisions import any_legal, seat_to_act
from koloda.compiled.episode import WHIMS, begin, settle, turn
from koloda.compiled.generator import below, seed

legal: Any = None
observe: Any = None
SEATS = 0
WIDEST = 0


def show(s: Any, i: int, observations: Any, masks: Any, seats: Any, out: Any) -> int:
    """What the seat that is asked sees and may do; returns how many actions it has."""
    seat = seat_to_act(s)
    seats[i] = seat
    observe(s, seat, observations[i])
    masks[i, :] = False
    n: int = legal(s, seat, out)
    for k in range(n):
        masks[i, out[k]] = True
    return n


def show_all(boards: Any, shown: Any) -> None:
    observations, masks, seats = shown
    out = np.empty(WIDEST, np.int16)
    for i in range(boards.shape[0]):
        show(boards[i], i, observations, masks, seats, out)


def begin_all(boards: Any, words: Any, whims: Any, shown: Any, terms: Any) -> None:
    """The first games."""
    key, first, _, _ = terms
    for i in range(boards.shape[0]):
        seed(whims[i], key, WHIMS + first + i)
        begin(boards[i], words[i], key, first + i, 0)
    show_all(boards, shown)


def first_illegal(masks: Any, actions: Any) -> int:
    """The first place whose action is not in its mask, -1 for none."""
    most = masks.shape[1]
    for i in range(actions.shape[0]):
        action = actions[i]
        if action < 0 or action >= most or not masks[i, action]:
            return i
    return -1


def next_turn(shelf: Any, seats: Any, i: int, action: int, terms: Any, points: Any, places: Any) -> None:
    """A decision in one game; if it ends the game, rewards are paid and the next one is dealt."""
    boards, words, episodes, rewards, done = shelf
    key, first, kind, sign = terms
    s = boards[i]
    if done[i]:
        rewards[i, :] = 0
    done[i] = turn(s, words[i], int(seats[i]), action)
    if done[i]:
        settle(s, kind, sign, points, places, rewards[i])
        episodes[i] += 1
        begin(s, words[i], key, first + i, episodes[i])


def step(shelf: Any, shown: Any, terms: Any, actions: Any, trusted: bool) -> int:
    """One decision in every game. If an action is illegal nothing happens at all: returns its place, else -1."""
    observations, masks, seats = shown
    if not trusted:
        wrong = first_illegal(masks, actions)
        if wrong >= 0:
            return wrong
    out = np.empty(WIDEST, np.int16)
    points = np.empty(SEATS, np.int64)
    places = np.empty(SEATS, np.int64)
    for i in range(actions.shape[0]):
        next_turn(shelf, seats, i, actions[i], terms, points, places)
        show(shelf[0][i], i, observations, masks, seats, out)
    return -1


def wander(shelf: Any, shown: Any, terms: Any, whims: Any, steps: int) -> None:
    """Many steps with random legal actions, game by game."""
    observations, masks, seats = shown
    out = np.empty(WIDEST, np.int16)
    points = np.empty(SEATS, np.int64)
    places = np.empty(SEATS, np.int64)
    for i in range(seats.shape[0]):
        n = legal(shelf[0][i], int(seats[i]), out)
        for _ in range(steps):
            next_turn(shelf, seats, i, int(out[below(whims[i], n)]), terms, points, places)
            n = show(shelf[0][i], i, observations, masks, seats, out)


def choose(boards: Any, whims: Any, seats: Any, actions: Any) -> None:
    """A random legal action for every game."""
    out = np.empty(WIDEST, np.int16)
    for i in range(boards.shape[0]):
        actions[i] = any_legal(boards[i], whims[i], int(seats[i]), out)
