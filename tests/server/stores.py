"""All stores, for the tests of what every store must do."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from koloda.server.bus.bus import Bus, NoBus
from koloda.server.bus.datagrams import DatagramBus
from koloda.server.bus.postgres import PostgresBus
from koloda.server.storage.postgres import PostgresStore
from koloda.server.storage.sqlite import SqliteStore
from koloda.server.storage.store import Store
from tests.server.memory_store import MemoryStore
from tests.server.postgres import Postgres

ALONE = ("memory", "sqlite")
SHARED = ("shared memory", "shared sqlite", "postgres")


class StoreMaker:
    """Opens one kind of store as often as a test wants: always the same database."""

    def __init__(self, kind: str, folder: Path, request: pytest.FixtureRequest) -> None:
        self.kind = kind
        self.clock: Callable[[], int] | None = None
        self._folder = folder
        self._file = folder / "koloda.db"
        self._memory: MemoryStore | None = None
        self._address = ""
        if kind == "postgres":
            server: Postgres = request.getfixturevalue("database_server")
            self._address = server.fresh()

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[Store]:
        store = await self._open()
        try:
            yield store
        finally:
            await store.close()

    @property
    def meeting(self) -> Path | None:
        """Where workers of one machine pass connections on."""
        if self.kind != "shared sqlite":
            return None
        folder = self._folder / "meeting"
        folder.mkdir(exist_ok=True)
        return folder

    def bus(self) -> Bus:
        """What leads to the other nodes that use this store."""
        if self.kind == "postgres":
            return PostgresBus(self._address)
        if self.kind == "shared sqlite":
            sockets = self._folder / "bus"
            sockets.mkdir(exist_ok=True)
            return DatagramBus(sockets)
        assert self.kind in ALONE, "nodes in memory have a `Hub`"
        return NoBus()

    async def _open(self) -> Store:
        shared = self.kind in SHARED
        if self.kind == "postgres":
            return await PostgresStore.open(self._address, clock=self.clock)
        if "sqlite" in self.kind:
            return SqliteStore(self._file, shared=shared, clock=self.clock or (lambda: 0))
        self._memory = self._memory or MemoryStore(shared=shared, clock=self.clock or (lambda: 0))
        return self._memory
