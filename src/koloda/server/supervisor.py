"""Runs the workers of one machine: starts them, starts one again that has died, and ends them together."""

import logging
import os
import signal
import time
from collections.abc import Callable
from types import FrameType
from typing import Final

SHORT: Final = 5.0
"""Seconds. A worker that dies sooner may do so again and again."""
MOST_SHORT: Final = 5
"""After this many short lives in a row we give up."""
PAUSE: Final = 0.5
"""Seconds before a worker starts again that has died soon."""

log = logging.getLogger(__name__)

Work = Callable[[int, int, bool], int]
"""Runs a worker: its index, the end of a pipe that closes when the supervisor ends, and whether it is the first with
this index. Returns the exit status.
"""


class Supervisor:
    """Has no threads and no event loop, so that it can fork at any time."""

    def __init__(self, count: int, work: Work) -> None:
        self._count = count
        self._work = work
        self._workers: dict[int, tuple[int, float]] = {}
        """By process: the index of the worker, and when it was started."""
        self._short = 0
        self._stopping = False
        self._alive, self._open = os.pipe()

    def run(self) -> int:
        """Returns the exit status when all workers have ended."""
        before = {each: signal.signal(each, self._stop) for each in (signal.SIGINT, signal.SIGTERM)}
        status = 0
        try:
            for index in range(self._count):
                self._start(index, first=True)
            while self._workers:
                process, waited = os.wait()
                index, started = self._workers.pop(process, (-1, 0.0))
                if index >= 0 and not self._stopping:
                    status = self._replace(index, started, os.waitstatus_to_exitcode(waited))
        finally:
            for each, handler in before.items():
                signal.signal(each, handler)
            os.close(self._open)
            os.close(self._alive)
        return status

    def _replace(self, index: int, started: float, status: int) -> int:
        """A worker has died: start another one, unless that helps nothing. Returns the status to end with."""
        short = time.monotonic() - started < SHORT
        self._short = self._short + 1 if short else 0
        if self._short >= MOST_SHORT:
            log.error("workers die again and again: giving up")
            self._stop(signal.SIGTERM, None)
            return status if status > 0 else 1
        log.error("a worker has died and is started again", extra={"more": {"worker": index, "status": status}})
        if short:
            time.sleep(PAUSE)
        if not self._stopping:
            self._start(index, first=False)
        return 0

    def _start(self, index: int, first: bool) -> None:
        process = os.fork()
        if process:
            self._workers[process] = (index, time.monotonic())
            return
        status = 1
        try:
            for each in (signal.SIGINT, signal.SIGTERM):
                signal.signal(each, signal.SIG_DFL)
            os.close(self._open)
            status = self._work(index, self._alive, first)
        except BaseException:
            log.exception("a worker has failed")
        finally:
            os._exit(status)

    def _stop(self, number: int, frame: FrameType | None) -> None:
        """End the workers; the second time at once."""
        sent = signal.SIGKILL if self._stopping else signal.SIGTERM
        self._stopping = True
        for process in self._workers:
            os.kill(process, sent)
