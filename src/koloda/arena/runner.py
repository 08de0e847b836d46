"""Runs the batches of a match in this process, in worker processes or on Ray. The results are the same."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait as wait_for
from pathlib import Path
from threading import Thread
from typing import Any

from koloda.arena.batch_job import Result, check_bots, play_batch
from koloda.arena.checkpoint import Checkpoint, default_file
from koloda.arena.plan import Plan
from koloda.core.errors import UnknownOption
from koloda.core.extras import MissingExtra
from koloda.core.files import cannot_write, write_text

Progress = Callable[[int], None]
QUEUED_PER_WORKER = 2  # batches
RETRIES = 5  # of a batch whose worker died, on Ray
MAX_BROKEN_POOLS = 3  # in a row, without a finished batch


def run(
    plan: Plan,
    jobs: int = 1,
    ray: bool = False,
    resume: Path | None = None,
    records: Path | None = None,
    progress: Progress = lambda deals: None,
) -> list[Result]:
    """Play all batches and return their results in order.

    Finished batches are stored in `resume`, or else in the cache folder until the match is over.
    """
    if jobs < 1:
        raise UnknownOption.of("errors.at_least", option="jobs", given=str(jobs), least=1)
    check_bots(plan)
    if records is not None:
        make_folder(records)
    checkpoint = Checkpoint(plan, resume or default_file(plan))
    results = dict(checkpoint.done)
    for number in results:
        progress(len(plan.deals_of(number)))
    todo = [number for number in range(plan.batches) if number not in results]
    try:
        for result in _play(plan, todo, jobs, ray):
            for name, text in result.pop("records", ()):
                assert records is not None
                write_text(records / name, text)
            checkpoint.add(result)
            results[result["chunk"]] = result
            progress(len(plan.deals_of(result["chunk"])))
    finally:
        checkpoint.close(forget=resume is None and len(results) == plan.batches)
    return [results[number] for number in range(plan.batches)]


def make_folder(folder: Path) -> None:
    """Create a folder. Call it before the first game, so that an unwritable path fails early."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise cannot_write(folder, problem) from None


def _play(plan: Plan, todo: list[int], jobs: int, ray: bool) -> Iterator[Result]:
    """Yield every batch once, in the order in which they finish."""
    if ray:
        return on_ray(plan, todo)
    if jobs == 1 or len(todo) < 2:
        return (play_batch(plan, number) for number in todo)
    return in_processes(plan, todo, jobs)


def in_processes(plan: Plan, todo: list[int], jobs: int) -> Iterator[Result]:
    """Play in worker processes. The first batch runs here, to compile once. Lost batches are played again."""
    yield play_batch(plan, todo[0])
    left = dict.fromkeys(todo[1:])
    broken = 0
    while left:
        try:
            for result in _pool(plan, list(left), jobs):
                del left[result["chunk"]]
                broken = 0
                yield result
        except BrokenProcessPool:
            broken += 1
            if broken == MAX_BROKEN_POOLS:
                raise


def _pool(plan: Plan, todo: list[int], jobs: int) -> Iterator[Result]:
    # Spawn instead of fork: this process may have threads, such as a progress bar's.
    with ProcessPoolExecutor(min(jobs, len(todo)), get_context("spawn"), end_with_parent) as pool:
        try:
            waiting: set[Any] = set()
            coming = iter(todo)
            while True:
                for number in coming:
                    waiting.add(pool.submit(play_batch, plan, number))
                    if len(waiting) >= QUEUED_PER_WORKER * jobs:
                        break
                if not waiting:
                    return
                finished, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                for future in finished:
                    yield future.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def end_with_parent() -> None:
    """End this worker when the process that started it dies, be it by SIGKILL: its bots then end as well."""

    def end() -> None:
        parent = parent_process()
        assert parent is not None
        wait_for([parent.sentinel])
        os._exit(1)

    Thread(target=end, daemon=True).start()


def on_ray(plan: Plan, todo: list[int]) -> Iterator[Result]:
    """Play on the Ray cluster at RAY_ADDRESS, or on a local one. If a worker dies, Ray plays its batch again."""
    ray = _ray()
    mine = not ray.is_initialized()
    if mine:
        ray.init(include_dashboard=False, log_to_driver=False, configure_logging=False)
    try:
        remote = ray.remote(max_retries=RETRIES)(play_batch)
        shared = ray.put(plan)
        most = QUEUED_PER_WORKER * max(int(ray.cluster_resources().get("CPU", 1)), 1)
        coming = iter(todo)
        waiting: list[Any] = []
        while True:
            for number in coming:
                waiting.append(remote.remote(shared, number))
                if len(waiting) >= most:
                    break
            if not waiting:
                return
            finished, waiting = ray.wait(waiting)
            for reference in finished:
                yield ray.get(reference)
    finally:
        if mine:
            ray.shutdown()


def _ray() -> Any:
    try:
        import ray
    except ImportError:
        raise MissingExtra.naming("ray", "ray") from None
    return ray
