"""Batches on a GPU: in numba's simulator here, on a real GPU with `make test-gpu`."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from koloda.compiled.generator import stream
from koloda.compiled.random_games import ENDLESS
from koloda.games import GAMES
from tests.envs import bounded_playouts
from tests.envs.bounded_playouts import PLAYERS, SEED
from tests.envs.dlpack_consumers import CONSUMERS, NO_GPU
from tests.envs.reference_batch import played

ROOT = Path(__file__).parents[2]
every_game = pytest.mark.parametrize("game", GAMES)
on_a_gpu = pytest.mark.skipif("KOLODA_GPU" not in os.environ, reason="make test-gpu runs it")


def compare(*games: str, steps: int, simulated: str) -> None:
    """In one process: importing numba takes as long as some of the games."""
    environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": simulated}
    command = [sys.executable, "-m", "tests.envs.compare_with_reference", str(steps), *games]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "equal\n" * len(games)


def test_the_simulator_plays_as_the_interpreted_rules_do() -> None:
    compare(*GAMES, steps=25, simulated="1")


@on_a_gpu
@every_game
def test_a_gpu_plays_as_the_interpreted_rules_do(game: str) -> None:
    compare(game, steps=500, simulated="0")


def check_bound(game: str, simulated: str) -> None:
    """A game may have as many decisions as the bound, but not one more: the same as on the CPU."""
    found = GAMES[game]
    lengths = [played(found, found.new(PLAYERS), stream(SEED, i))[1] for i in range(bounded_playouts.GAMES)]
    environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": simulated}
    for bound, said in ((max(lengths), str(lengths)), (max(lengths) - 1, ENDLESS)):
        command = [sys.executable, "-m", "tests.envs.bounded_playouts", game, str(bound)]
        done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=ROOT)
        assert done.returncode == 0, done.stderr
        assert done.stdout == f"{said}\n"


def test_the_simulator_stops_at_the_longest_game() -> None:
    check_bound("no_thanks", simulated="1")


@on_a_gpu
@every_game
def test_a_gpu_stops_at_the_longest_game(game: str) -> None:
    check_bound(game, simulated="0")


@on_a_gpu
@pytest.mark.parametrize("consumer", CONSUMERS)
def test_arrays_are_shared_without_copies(consumer: str) -> None:
    pytest.importorskip(consumer)
    command = [sys.executable, "-m", "tests.envs.dlpack_consumers", consumer]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    if done.returncode == NO_GPU:
        pytest.skip(f"{consumer} finds no GPU")
    assert done.returncode == 0, done.stderr
    assert done.stdout == "shared\n"
