"""Does tasks in several processes until they are done or the time is over. What is not finished then is dropped."""

import json
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter
from typing import Any

from koloda.arena.runner import end_with_parent

Task = tuple[Any, ...]
"""A function and its arguments."""
Line = dict[str, Any]
"""JSON data."""
LONGEST_WAIT = 1e6  # seconds


def results(next_task: Callable[[], Task | None], jobs: int, seconds: float) -> Iterator[Any]:
    """Yield what the tasks return, as they finish.

    `next_task` is asked whenever a process is free; None means that there is nothing to do, at least for now.
    """
    until = perf_counter() + seconds
    doing: set[Future[Any]] = set()
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), end_with_parent)
    try:
        while True:
            while len(doing) < jobs and (task := next_task()) is not None:
                doing.add(pool.submit(*task))
            left = until - perf_counter()
            if not doing or left <= 0:
                return
            done, doing = wait(doing, timeout=min(left, LONGEST_WAIT), return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
    finally:
        for process in list(pool._processes.values()):  # a pool cannot be told to drop what it is doing
            process.terminate()
        pool.shutdown(wait=True, cancel_futures=True)


class Lines:
    """A file of JSON lines, of which the first says how it came about. Without a path nothing is kept."""

    def __init__(self, path: Path | None, settings: Line) -> None:
        self.found: list[Line] = []
        """What was in the file already."""
        self._file = None
        if path is None:
            return
        if path.exists():
            first, *self.found = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line[-1:] == "}"]
            if first != json.loads(json.dumps(settings)):
                raise SystemExit(f"{path} was written with other settings: {first}. Name another file.")
        self._file = path.open("a", encoding="utf-8")
        if not self.found and path.stat().st_size == 0:
            self.add(settings)

    def add(self, line: Line) -> Line:
        """Write a line; returns it as it will be read."""
        text = json.dumps(line)
        if self._file is not None:
            print(text, file=self._file, flush=True)
        return json.loads(text)  # type: ignore[no-any-return]
