"""A batch on a GPU, real or simulated by numba, against the interpreted rules: test_cuda.py runs it in a process."""

import sys

import numpy as np
from numba import cuda

from koloda import envs
from koloda.compiled.generator import stream
from koloda.core.errors import NotLegal, NotUnderstood, UnknownOption
from koloda.core.game import Game
from koloda.envs.batch import Batch
from koloda.envs.cuda_playouts import on_cuda
from koloda.games import GAMES
from tests.envs.reference_batch import ReferenceBatch, played
from tests.envs.simulator import let_threads_go_first

SIZE = 6  # more than a simulated block has threads, and no multiple of it


def main(steps: int, *names: str) -> None:
    let_threads_go_first()
    for name in names:
        compare(name, steps)
        print("equal")


def compare(name: str, steps: int) -> None:
    game = GAMES[name]
    batch = envs.batch(name, 3, SIZE, "cuda", seed=2)
    reference = ReferenceBatch(game, {"players": 3}, SIZE, 2)
    reference.compare(batch)
    for n in range(steps):
        actions = batch.random_actions().copy_to_host()
        batch.step(actions if n % 2 else list(actions))
        reference.step(actions)
        reference.compare(batch)
    random_stepping(batch, reference, name)
    refusing(batch, reference)
    bots(game, steps // 3)
    games(name)


def bots(game: Game, steps: int) -> None:
    """Bots of all levels choose as they do at a table; your own actions stand in the entries of the other games.

    A game without a policy has only random ones.
    """
    batch = envs.batch(game.name, 3, SIZE, "cuda", seed=5)
    reference = ReferenceBatch(game, {"players": 3}, SIZE, 5)
    choose, levels_there = stream(5), 3 if game.policy else 1
    actions = batch.bot_actions([-1] * SIZE)
    for n in range(steps):
        levels = np.array([choose(levels_there + 1) - 1 for _ in range(SIZE)], np.int8 if n % 2 else np.int64)
        own = [game.legal(s, reference.seat(i))[0] for i, s in enumerate(reference.states)]
        expected = [own[i] if action is None else action for i, action in enumerate(reference.bot_actions(levels))]
        actions.copy_to_device(np.array(own, np.int32))
        found = batch.bot_actions(cuda.to_device(levels) if n % 3 else levels, trusted=n % 2 == 0)
        assert found is actions
        assert found.copy_to_host().tolist() == expected
        batch.step(found, trusted=True)
        reference.step(expected)
        reference.compare(batch)
    for wrong, error in (
        ([0, levels_there, 0, 0, 0, 0], UnknownOption),
        ([0, 0, 0, -2, 0, 0], UnknownOption),
        ([0], NotUnderstood),
    ):
        try:
            batch.bot_actions(wrong)
        except error:
            reference.compare(batch)
        else:
            raise AssertionError(f"levels {wrong} were accepted")


def random_stepping(batch: Batch, reference: ReferenceBatch, name: str) -> None:
    """From a checkpoint, many steps in one call equal single steps."""
    other = envs.batch(name, 3, SIZE, "cuda", seed=2)
    other.load_state_dict(batch.state_dict())
    reference.compare(other)
    other.random_steps(5)
    for _ in range(5):
        actions = batch.random_actions().copy_to_host()
        batch.step(actions, trusted=True)
        reference.step(actions)
    reference.compare(batch)
    reference.compare(other)


def refusing(batch: Batch, reference: ReferenceBatch) -> None:
    actions = batch.random_actions().copy_to_host()
    for wrong, error in (
        ([-1, *actions[1:]], NotLegal),
        ([*actions[:-1], batch.game.actions], NotLegal),
        (actions[1:], NotUnderstood),
        (actions.astype(float), NotUnderstood),
    ):
        try:
            batch.step(wrong)
        except error:
            reference.compare(batch)
        else:
            raise AssertionError(f"{wrong} was carried out")


def games(name: str) -> None:
    """Whole games: more than there are threads, so that some threads play two."""
    game = GAMES[name]
    found = on_cuda(game, game.set_up.settle(3), SIZE, 4, at_once=4)
    for i in range(SIZE):
        s, decisions = played(game, game.new(3), stream(4, i))
        standings = [0] * 3
        game.rules.standings(s, standings)
        assert found.lengths[i] == decisions
        assert found.scores[i].tolist() == game.scores(s)
        assert found.standings[i].tolist() == standings


if __name__ == "__main__":
    main(int(sys.argv[1]), *sys.argv[2:])
