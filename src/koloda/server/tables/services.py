"""What all tables of a server share."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from koloda.server.bus.bus import NoBus
from koloda.server.storage.store import Store
from koloda.server.tables.clocks import SECOND, Time
from koloda.server.tables.identifiers import Entropy
from koloda.server.tables.node import Node
from koloda.server.tables.refusals import Refused
from koloda.server.tables.state import TableState
from koloda.server.tables.talk import Talks

T = TypeVar("T")

RETRY = 2 * SECOND
"""How long to wait before trying again to store something."""

log = logging.getLogger(__name__)


@dataclass
class Services:
    store: Store
    time: Time
    entropy: Entropy
    address: str
    """The address of the server, for others."""
    closing: bool = False
    on_failure: Callable[[], None] = lambda: None
    """Is told of an error of ours in the background."""
    on_storage_failure: Callable[[], None] = lambda: None
    """Is told when the store could not note that we are alive."""
    name: str = ""
    """What the operator calls this node."""
    is_home: Callable[[str], bool] = lambda table: True
    """May a table that is opened here have this id? Its players are then brought here (`web/handover.py`)."""
    on_turn: list[Callable[[TableState, Sequence[int]], None]] = field(default_factory=list)
    """Observers that are told, once it is stored and published, which seats' people now have to decide. They must not
    wait; the state is for reading.
    """
    talks: Talks = field(default_factory=Talks)
    node: Node = field(default_factory=lambda: Node(NoBus()))
    tasks: set[asyncio.Task[Any]] = field(default_factory=set)

    def stop(self) -> None:
        """Accept nothing new."""
        self.closing = True

    def begin(self, work: Coroutine[Any, Any, T]) -> "asyncio.Task[T]":
        """Run something in the background."""
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: "asyncio.Task[Any]") -> None:
        self.tasks.discard(task)
        problem = None if task.cancelled() else task.exception()
        if problem is not None and not isinstance(problem, Refused):
            log.error("a task failed", exc_info=problem)
            self.on_failure()

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
