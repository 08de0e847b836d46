"""Readiness: should a load balancer send players to this server?"""

import asyncio
import time
from collections.abc import Callable
from typing import Final

from koloda.core.facts import fact
from koloda.server.messages import Failure
from koloda.server.metrics import Metrics
from koloda.server.tables.refusals import Refused
from koloda.server.tables.registry import TableRegistry
from koloda.server.web.admission import BUSY

KEPT: Final = 1.0
"""Seconds for which the answer of the store is kept: whoever asks more often costs nothing."""
LONGEST_READ: Final = 2.0
"""Seconds in which the store must answer."""


class Readiness:
    """Asks the store at most once a second, however many ask us."""

    stopping = False

    def __init__(self, registry: TableRegistry, metrics: Metrics, now: Callable[[], float] = time.monotonic) -> None:
        self._registry = registry
        self._metrics = metrics
        self._now = now
        self._asking = asyncio.Lock()
        self._asked_at: float | None = None
        self._store_problem: Failure | None = None

    async def problem(self) -> Failure | None:
        """Why the server is not ready; None if it is."""
        if self.stopping:
            return Failure(code="unavailable", detail=fact("http.restarting"), retry_after=1)
        if self._metrics.overload.overloaded:
            return BUSY
        async with self._asking:
            if self._asked_at is None or self._now() - self._asked_at >= KEPT:
                self._store_problem = await self._ask_store()
                self._asked_at = self._now()
        return self._store_problem

    async def _ask_store(self) -> Failure | None:
        try:
            async with asyncio.timeout(LONGEST_READ):
                await self._registry.check_store()
        except Refused as refused:
            return refused.failure
        except TimeoutError:
            return Failure(code="storage", detail=fact("http.storage"), retry_after=5)
        return None
