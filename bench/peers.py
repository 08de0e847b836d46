"""The speed of other engines on one core, in decisions per second. Runs in an environment of its own."""

import os
import platform
from importlib.metadata import version

from goals import OPENSPIEL_GAMES, PETTINGZOO, RLCARD
from worker import Bench, main

ONE_THREAD = {
    "JAX_PLATFORMS": "cpu",
    "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1",
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
}


def prepare(quick: bool) -> Bench:
    os.environ.update(ONE_THREAD)
    # Only now: what these import starts threads, on the cores that the process has at that time.
    import leduc_tasks
    import openspiel_tasks
    import pgx_tasks

    openspiel = {name: openspiel_tasks.prepare(name, quick) for name in OPENSPIEL_GAMES.values()}
    pgx = pgx_tasks.prepare(quick)
    return Bench(
        {
            **{name: task for bench in openspiel.values() for name, task in bench.tasks.items()},
            **pgx.tasks,
            RLCARD: leduc_tasks.rlcard(),
            PETTINGZOO: leduc_tasks.pettingzoo(),
        },
        {
            "versions": versions(),
            "openspiel": {name: bench.facts for name, bench in openspiel.items()},
            "pgx": pgx.facts,
        },
    )


def versions() -> dict[str, str]:
    packages = ("open_spiel", "pgx", "jax", "rlcard", "pettingzoo", "numpy")
    return {"python": platform.python_version(), **{name: version(name) for name in packages}}


if __name__ == "__main__":
    main("Measure other engines.", prepare)
