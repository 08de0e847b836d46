"""What a server does by itself once in a while: it removes old tables and copies the database."""

import asyncio
import logging
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from koloda.server.administration import DAY, PurgeTables, purge
from koloda.server.metrics import Metrics
from koloda.server.storage.sqlite import damage_of
from koloda.server.storage.store import StorageError
from koloda.server.tables.clocks import SECOND
from koloda.server.tables.refusals import Refused
from koloda.server.tables.registry import TableRegistry

HOUR = 60 * 60 * SECOND
DRIFT = HOUR
"""If the machine's clock was set by more than this since the start, nothing is removed until the next start."""

COPY = re.compile(r"tables-\d{8}-\d{6}\.db")

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Upkeep:
    """How long tables are kept, and how often the database is copied."""

    keep_days: int = 0
    """Days without an event after which a table is removed; 0 keeps tables for ever."""
    keep_unstarted_days: int = 7
    """The same for tables whose game has not begun."""
    backup_to: Path | None = None
    """The folder for copies; None for none."""
    backup_every: float = 24
    """Hours between two copies."""
    backup_keep: int = 7
    """How many copies to keep."""


class Housekeeping:
    def __init__(
        self,
        registry: TableRegistry,
        upkeep: Upkeep,
        metrics: Metrics,
        machine_clock: Callable[[], float] = time.time,
    ) -> None:
        self._registry = registry
        self._upkeep = upkeep
        self._metrics = metrics
        self._machine_clock = machine_clock
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        work = [self._remove_daily()]
        if self._upkeep.backup_to is not None:
            work.append(self._copy_regularly(self._upkeep.backup_to))
        self._tasks = [self._registry.services.begin(each) for each in work]

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()

    # Old tables

    async def _remove_daily(self) -> None:
        while True:
            await self.remove_old_tables()
            await self._wait(DAY)

    async def remove_old_tables(self) -> None:
        """Remove tables that were not used while the server ran.

        The time in which it was down before its start does not count: if its clock is wrong, that may be years.
        """
        if abs(self._machine_clock() * 1000 - self._registry.now()) > DRIFT:
            log.warning("the machine's clock was set while the server ran: old tables stay until the next start")
            return
        down = self._registry.membership.down_for / DAY
        wanted = [PurgeTables(days=self._upkeep.keep_days + down)] if self._upkeep.keep_days else []
        if self._upkeep.keep_unstarted_days:
            wanted.append(PurgeTables(days=self._upkeep.keep_unstarted_days + down, status="waiting"))
        for request in wanted:
            try:
                removed = await purge(self._registry, request)
            except (Refused, StorageError):
                log.exception("old tables could not be removed")
                return
            self._metrics.removed.inc(len(removed))
            if removed:
                log.info("old tables removed", extra={"more": {"tables": len(removed)}})

    # Copies

    async def _copy_regularly(self, folder: Path) -> None:
        every = round(self._upkeep.backup_every * HOUR)
        last = await asyncio.to_thread(_newest, folder)
        if last is not None:
            await self._wait(max(0, min(every, last + every - self._registry.now())))
        while True:
            await self.copy_database(folder)
            await self._wait(every)

    async def copy_database(self, folder: Path) -> None:
        """Copy the database, check the copy, and remove the oldest copies if it is whole."""
        name = time.strftime("tables-%Y%m%d-%H%M%S.db", time.gmtime(self._registry.now() / 1000))
        try:
            await asyncio.to_thread(folder.mkdir, parents=True, exist_ok=True)
            await self._registry.services.store.backup(folder / name)
            found = await asyncio.to_thread(damage_of, folder / name)
            if found:
                raise StorageError(f"{folder / name} is damaged: {found[0]}")
            await asyncio.to_thread(self._rotate, folder)
        except (OSError, StorageError) as error:
            self._metrics.backup_failures.inc()
            log.error("the database could not be copied: %s", error)
            return
        self._metrics.backups.inc()
        log.info("database copied")

    def _rotate(self, folder: Path) -> None:
        for old in _copies(folder)[: -self._upkeep.backup_keep]:
            old.unlink(missing_ok=True)

    async def _wait(self, milliseconds: int) -> None:
        await self._registry.services.until(self._registry.now() + milliseconds)


def _copies(folder: Path) -> list[Path]:
    """Our copies in a folder, the oldest first."""
    return sorted(file for file in folder.iterdir() if COPY.fullmatch(file.name)) if folder.is_dir() else []


def _newest(folder: Path) -> int | None:
    """When the newest copy was made, in milliseconds since 1970."""
    copies = _copies(folder)
    return round(copies[-1].stat().st_mtime * 1000) if copies else None
