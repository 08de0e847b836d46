"""The speed of other engines on one core, in decisions per second. Runs in an environment of its own."""

import os
import platform
from importlib.metadata import version

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
    import openspiel_tasks
    import pgx_tasks

    openspiel = openspiel_tasks.prepare(quick)
    pgx = pgx_tasks.prepare(quick)
    versions = {name: version(name) for name in ("open_spiel", "pgx", "jax", "numpy")}
    return Bench(
        {**openspiel.tasks, **pgx.tasks},
        {
            "versions": {"python": platform.python_version(), **versions},
            "openspiel": openspiel.facts,
            "pgx": pgx.facts,
        },
    )


if __name__ == "__main__":
    main("Measure other engines.", prepare)
