"""Batches on a GPU: under numba's simulator here, on a real one by `make test-gpu`."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from koloda.games import GAMES

ROOT = Path(__file__).parents[2]
every_game = pytest.mark.parametrize("game", GAMES)


@every_game
def test_the_simulator_plays_as_the_interpreted_rules_do(game: str) -> None:
    environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1"}
    command = [sys.executable, "-m", "tests.envs.simulated", game, "25"]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "equal\n"
