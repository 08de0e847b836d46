"""Compiling: the cache, and the CUDA copies under numba's simulator."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from koloda.core import compiling
from koloda.core.game import Game
from koloda.games import GAMES
from tests import trace


def test_the_same_sources_are_compiled_once() -> None:
    game = GAMES["no_thanks"]
    assert compiling.rules(game) is compiling.rules(game)
    assert compiling.driver(game, trace) is compiling.driver(game, trace)
    assert compiling.driver(game, trace) is not compiling.driver(GAMES["dobro"], trace)


def test_another_source_gets_another_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Numba would not notice that a constant imported from elsewhere has changed; the folder's name does."""
    from koloda.games.no_thanks import rules

    monkeypatch.setenv("KOLODA_CACHE", str(tmp_path))
    compiling.rules(GAMES["no_thanks"])
    monkeypatch.setattr(rules, "TENS", 1 << 10)
    compiling.rules(GAMES["no_thanks"])
    assert len(list(tmp_path.iterdir())) == 2


CUDA = """
import sys
import numpy as np
from numba import cuda
from koloda.core import compiling
from koloda.core.chance import seed
from koloda.games import GAMES
from tests import trace

game = GAMES[sys.argv[1]]
rules = compiling.rules(game, "cuda")
driver = compiling.driver(game, trace, "cuda")

@cuda.jit
def one_step(states, words, out):
    driver.step(states[0], words, out)

s = game.new(**eval(sys.argv[2]))
states = compiling.records([s], width="i8")
words = [0, 0, 0, 0]
seed(words, 3, 4)
device_words, out = np.array(words, np.int64), [0] * game.widest
device_out = np.zeros(game.widest, np.int64)
step = compiling.interpreted(game, trace).step
steps = 0
while not game.rules.over(s) and steps < 400:
    step(s, words, out)
    one_step[1, 1](states, device_words, device_out)
    steps += 1
    for field in s.FIELDS:
        assert np.array_equal(states[0][field.name], getattr(s, field.name)), (steps, field.name)
print(steps)
"""


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_device_functions_do_the_same_in_the_cuda_simulator(game: Game) -> None:
    environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1"}
    command = [sys.executable, "-c", CUDA, game.name, repr({"players": 3})]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=Path(__file__).parents[2])
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 40
