"""Opens the database of a server: its store, and the bus to other processes that use it."""

import asyncio
import shutil
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from koloda.core.database import Database, PostgresAddress
from koloda.server.bus.bus import Bus, NoBus
from koloda.server.bus.datagrams import DatagramBus
from koloda.server.storage.sqlite import SqliteStore, prepare
from koloda.server.storage.store import Store


class OpenedDatabase(NamedTuple):
    store: Store
    bus: Bus
    kept: Path | None = None
    """The copy of a database that was of an older version."""


OpenDatabase = Callable[[], Awaitable[OpenedDatabase]]


class PreparedDatabase(NamedTuple):
    """A database that several processes of this machine can open."""

    open: OpenDatabase
    kept: Path | None = None


async def open_database(database: Database) -> OpenedDatabase:
    """Open a database for this process: a file for it alone. Raises `StorageError` or OSError."""
    if isinstance(database, PostgresAddress):
        return await _open_postgres(database)
    database.parent.mkdir(parents=True, exist_ok=True)
    store = SqliteStore(database)
    return OpenedDatabase(store, NoBus(), store.kept)


async def _open_postgres(address: PostgresAddress) -> OpenedDatabase:
    from koloda.server.bus.postgres import PostgresBus
    from koloda.server.storage.postgres import PostgresStore

    return OpenedDatabase(await PostgresStore.open(address), PostgresBus(address))


@contextmanager
def prepared(database: Database) -> Iterator[PreparedDatabase]:
    """Prepare a database for several processes of this machine, as long as the context lasts."""
    if isinstance(database, PostgresAddress):
        asyncio.run(_try(database))
        yield PreparedDatabase(lambda: _open_postgres(database))
        return
    database.parent.mkdir(parents=True, exist_ok=True)
    lock, kept = prepare(database)
    folder = Path(tempfile.mkdtemp(prefix="koloda-"))

    async def open_shared() -> OpenedDatabase:
        return OpenedDatabase(SqliteStore(database, shared=True), DatagramBus(folder))

    try:
        yield PreparedDatabase(open_shared, kept)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        lock.release()


async def _try(address: PostgresAddress) -> None:
    """Fail before any process starts."""
    await (await _open_postgres(address)).store.close()
