"""How long a game takes until its first compiled playout: with an empty cache, and with a full one.

Each time in a fresh process. Numba's own import is not compiling and is timed apart.
"""

import json
import os
import subprocess
import sys
import tempfile
from typing import NamedTuple

FIRST_PLAYOUT = """
import json, sys, time
began = time.perf_counter()
import numba
from koloda.arena.simulation import simulate
imported = time.perf_counter()
simulate(sys.argv[1], 4, games=1, seed=1, jobs=1)
print(json.dumps([imported - began, time.perf_counter() - imported]))
"""


class CompileTimes(NamedTuple):
    """Seconds."""

    first: float
    cached: float
    importing: float


def compile_times(game: str) -> CompileTimes:
    with tempfile.TemporaryDirectory() as cache:
        _, first = _first_playout(game, cache)
        importing, cached = _first_playout(game, cache)
    return CompileTimes(first, cached, importing)


def _first_playout(game: str, cache: str) -> tuple[float, float]:
    done = subprocess.run(
        [sys.executable, "-c", FIRST_PLAYOUT, game],
        env={**os.environ, "KOLODA_CACHE": cache},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    importing, playing = json.loads(done.stdout)
    return importing, playing
