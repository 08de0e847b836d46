"""A driver: games of a batch on the CPU, stepped one after another. A batch is cut into parts, one a thread."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from koloda.compiled.batch import Games, next_turn, show
from koloda.compiled.decisions import random_action
from koloda.compiled.episode import NOISE, begin
from koloda.compiled.game_functions import MOST_LEGAL, SEATS, legal
from koloda.compiled.generator import below, seed
from koloda.compiled.hints import borrows
from koloda.compiled.types import Ints

ALONE = 1  # one thread plays one game


def begin_all(games: Games) -> None:
    """The first games."""
    begin_each(games)
    show_all(games)


@borrows
def begin_each(games: Games) -> None:
    for i in range(games.seats.shape[0]):
        seed(games.noise[i], games.seed, NOISE + games.first + i)
        begin(games.boards[i], games.streams[i], games.seed, games.first + i, 0)


def show_all(games: Games) -> None:
    """Write down what is seen in every game."""
    show_each(games, np.empty(MOST_LEGAL, np.int16))


@borrows
def show_each(games: Games, out: Ints) -> None:
    for i in range(games.seats.shape[0]):
        show(games.boards[i], i, games, out, ALONE)


@borrows
def first_illegal(masks: NDArray[Any], actions: NDArray[Any]) -> int:
    """The first place whose action is not in its mask, -1 for none."""
    most = masks.shape[1]
    for i in range(actions.shape[0]):
        action = actions[i]
        if action < 0 or action >= most or not masks[i, action]:
            return i
    return -1


def step(games: Games, actions: NDArray[Any], trusted: bool) -> int:
    """One decision in every game. If an action is illegal nothing happens at all: returns its place, else -1."""
    if not trusted:
        wrong = first_illegal(games.masks, actions)
        if wrong >= 0:
            return wrong
    step_each(games, actions, np.empty(MOST_LEGAL, np.int16), np.empty(SEATS, np.int64), np.empty(SEATS, np.int64))
    return -1


@borrows
def step_each(games: Games, actions: NDArray[Any], out: Ints, points: Ints, places: Ints) -> None:
    for i in range(actions.shape[0]):
        next_turn(games.boards[i], games.streams[i], i, int(actions[i]), games, points, places, ALONE)
        show(games.boards[i], i, games, out, ALONE)


def random_steps(games: Games, steps: int) -> None:
    """Many steps with random legal actions, game by game."""
    out = np.empty(MOST_LEGAL, np.int16)
    points = np.empty(SEATS, np.int64)
    places = np.empty(SEATS, np.int64)
    for i in range(games.seats.shape[0]):
        random_steps_of(games, i, steps, out, points, places)


@borrows
def random_steps_of(games: Games, i: int, steps: int, out: Ints, points: Ints, places: Ints) -> None:
    s = games.boards[i]
    n = legal(s, int(games.seats[i]), out)
    for _ in range(steps):
        action = int(out[below(games.noise[i], n)])
        next_turn(s, games.streams[i], i, action, games, points, places, ALONE)
        n = show(s, i, games, out, ALONE)


def choose(games: Games, actions: NDArray[Any]) -> None:
    """A random legal action for every game."""
    choose_each(games, actions, np.empty(MOST_LEGAL, np.int16))


@borrows
def choose_each(games: Games, actions: NDArray[Any], out: Ints) -> None:
    for i in range(actions.shape[0]):
        actions[i] = random_action(games.boards[i], int(games.seats[i]), games.noise[i], out)
