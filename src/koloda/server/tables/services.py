"""What all tables of a server share."""

import asyncio
import logging
from collections import Counter
from collections.abc import Collection, Coroutine
from dataclasses import dataclass, field
from typing import Any, TypeVar

from koloda.server.bots.pool import Thinkers
from koloda.server.storage.store import Store
from koloda.server.tables.clocks import SECOND, Time
from koloda.server.tables.create_table import Entropy
from koloda.server.tables.refusals import Refused

T = TypeVar("T")

RETRY = 2 * SECOND
"""After this much, what could not be stored is tried again."""

log = logging.getLogger(__name__)


@dataclass
class House:
    store: Store
    time: Time
    thinkers: Thinkers
    address: str
    pace: int
    """Milliseconds between what people see and a bot's answer to it."""
    entropy: Entropy
    closing: bool = False
    counts: Counter[str] = field(default_factory=Counter)
    tasks: set[asyncio.Task[Any]] = field(default_factory=set)

    def begin(self, work: Coroutine[Any, Any, T]) -> "asyncio.Task[T]":
        """Have something done meanwhile."""
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: "asyncio.Task[Any]") -> None:
        self.tasks.discard(task)
        problem = None if task.cancelled() else task.exception()
        if problem is not None and not isinstance(problem, Refused):
            log.error("a task failed", exc_info=problem)

    @property
    def bots(self) -> Collection[str]:
        """By name, from gentle to strong, then those that the server brings."""
        return self.thinkers.specs

    async def until(self, when: int) -> None:
        """Wait for a moment."""
        if when <= self.time.now():
            return
        reached = asyncio.Event()
        alarm = self.time.call_at(when, reached.set)
        try:
            await reached.wait()
        finally:
            alarm.cancel()
