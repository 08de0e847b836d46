"""A driver: games of a batch on the CPU, stepped one after another. A batch is cut into parts, one a thread."""

from typing import Any, NamedTuple

from numpy.typing import NDArray

from koloda.compiled.batch import Games, next_turn, show
from koloda.compiled.decisions import random_action
from koloda.compiled.episode import NOISE, begin
from koloda.compiled.game_functions import legal
from koloda.compiled.generator import below, seed
from koloda.compiled.hints import borrows

ALONE = 1  # one thread plays one game


class Workspace(NamedTuple):
    """Room that a thread works in."""

    legal: NDArray[Any]
    points: NDArray[Any]
    places: NDArray[Any]


@borrows
def begin_all(games: Games, workspace: Workspace) -> None:
    """The first games."""
    for i in range(games.seats.shape[0]):
        seed(games.noise[i], games.seed, NOISE + games.first + i)
        begin(games.boards[i], games.memories[i], games.streams[i], games.seed, games.first + i, 0)
    show_all(games, workspace)


@borrows
def show_all(games: Games, workspace: Workspace) -> None:
    """Write down what is seen in every game."""
    for i in range(games.seats.shape[0]):
        show(games.boards[i], i, games, workspace.legal, ALONE)


@borrows
def first_illegal(masks: NDArray[Any], actions: NDArray[Any]) -> int:
    """The first place whose action is not in its mask, -1 for none."""
    most = masks.shape[1]
    for i in range(actions.shape[0]):
        action = actions[i]
        if action < 0 or action >= most or not masks[i, action]:
            return i
    return -1


@borrows
def step(games: Games, workspace: Workspace, actions: NDArray[Any], trusted: bool) -> int:
    """One decision in every game. If an action is illegal nothing happens at all: returns its place, else -1."""
    if not trusted:
        wrong = first_illegal(games.masks, actions)
        if wrong >= 0:
            return wrong
    points, places = workspace.points, workspace.places
    for i in range(actions.shape[0]):
        next_turn(games.boards[i], games.streams[i], i, int(actions[i]), games, points, places, ALONE)
        show(games.boards[i], i, games, workspace.legal, ALONE)
    return -1


@borrows
def random_steps(games: Games, workspace: Workspace, steps: int) -> None:
    """Many steps with random legal actions, game by game."""
    out, points, places = workspace
    for i in range(games.seats.shape[0]):
        s = games.boards[i]
        n = legal(s, int(games.seats[i]), out)
        for _ in range(steps):
            action = int(out[below(games.noise[i], n)])
            next_turn(s, games.streams[i], i, action, games, points, places, ALONE)
            n = show(s, i, games, out, ALONE)


@borrows
def choose(games: Games, workspace: Workspace, actions: NDArray[Any]) -> None:
    """A random legal action for every game."""
    for i in range(actions.shape[0]):
        actions[i] = random_action(games.boards[i], int(games.seats[i]), games.noise[i], workspace.legal)
