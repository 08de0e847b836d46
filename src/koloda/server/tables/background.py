"""Computes documents off the event loop, once for everybody who asks, and keeps the latest."""

import asyncio
import contextlib
import os
import signal
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, ThreadPoolExecutor
from ctypes import c_int64
from multiprocessing import connection, get_context, parent_process
from typing import Any, Final

from koloda.server.tables.replay import Document

KEPT: Final = 32 * 1024 * 1024
"""How many bytes of documents to keep."""
NICE: Final = 19
"""The lowest priority: games come first."""


Progress = Any
"""Three shared numbers: how much is done, of how much, and whether to stop. Who computes writes the first two."""
_worker: Final = threading.local()
"""What belongs to a thread or process that computes."""


def new_progress() -> Progress:
    return get_context("spawn").RawArray(c_int64, 3)


def one_thread(progress: Progress = None) -> Executor:
    """A thread, which computes while the event loop waits."""
    return ThreadPoolExecutor(1, "documents", initializer=_note_in, initargs=(progress,))


def one_process(progress: Progress = None) -> Executor:
    """A process, which leaves the event loop alone. It starts with its first work and ends with ours."""
    return ProcessPoolExecutor(1, get_context("spawn"), initializer=_begin, initargs=(progress,))


class Stopped(Exception):
    """Nobody waits any more for what is computed."""


def note_progress(done: int, of: int) -> None:
    """Tell the event loop how far the present work is, if it wants to know. Raises `Stopped` if the server ends."""
    progress = getattr(_worker, "progress", None)
    if progress is None:
        return
    if progress[2]:
        raise Stopped
    progress[0], progress[1] = done, of


def _note_in(progress: Progress) -> None:
    _worker.progress = progress


def _begin(progress: Progress) -> None:
    """Ctrl+C is for the server, which ends this process. If it cannot, because it was killed, this process notices."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _note_in(progress)
    step_back()
    parent = parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def step_back() -> None:
    """Let all other processes go first, as far as the system lets us; Linux then interrupts us at once for them."""
    with contextlib.suppress(AttributeError, OSError):  # Windows has no such thing
        os.nice(NICE)
    with contextlib.suppress(AttributeError, OSError):
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def _end_with(server: Any) -> None:
    connection.wait([server])
    os._exit(1)


class Documents:
    """The documents of all tables that somebody asked for, within `kept` bytes."""

    def __init__(self, executor: Callable[[], Executor], kept: int = KEPT) -> None:
        """`executor` makes the thread or process that computes; it is made when it is first needed."""
        self._make = executor
        self._executor: Executor | None = None
        self._most = kept
        self._kept: OrderedDict[Hashable, Document] = OrderedDict()
        self._bytes = 0
        self._computing: dict[Hashable, asyncio.Task[Document]] = {}

    def known(self, key: Hashable) -> Document | None:
        """The document with this key, if it was computed."""
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
        return found

    async def get(
        self, key: Hashable, admit: Callable[[], None], compute: Callable[..., Document], *args: Any
    ) -> Document:
        """The document with this key, computed if necessary. `admit` may refuse to compute it, by raising."""
        known = self.known(key)
        if known is not None:
            return known
        task = self._computing.get(key)
        if task is None:
            admit()
            task = self._computing[key] = asyncio.create_task(self._compute(key, compute, *args))
            task.add_done_callback(lambda _: self._computing.pop(key, None))
        return await asyncio.shield(task)  # whoever goes away does not take it from the others

    async def _compute(self, key: Hashable, compute: Callable[..., Document], *args: Any) -> Document:
        try:
            found = await self._run(compute, *args)
        except BrokenExecutor:  # somebody has killed the process
            self._executor = None
            found = await self._run(compute, *args)
        self.keep(key, found)
        return found

    async def _run(self, compute: Callable[..., Document], *args: Any) -> Document:
        if self._executor is None:
            self._executor = self._make()
        return await asyncio.get_running_loop().run_in_executor(self._executor, compute, *args)

    def keep(self, key: Hashable, document: Document) -> None:
        """Know a document that was computed before."""
        if key in self._kept:
            return
        self._kept[key] = document
        self._bytes += document.size
        while self._bytes > self._most and self._kept:
            _, dropped = self._kept.popitem(last=False)
            self._bytes -= dropped.size

    def close(self) -> None:
        """End the thread or process; what it computes is not waited for."""
        for task in self._computing.values():
            task.cancel()
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)
