"""The SQLite store: one writer thread, several readers, and nothing acknowledged before it is durable."""

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from queue import SimpleQueue
from typing import Any, TypeVar

import apsw

from koloda.server.storage.lock import Lock
from koloda.server.storage.store import Append, Conflict, StorageError
from koloda.server.storage.writer import Writer

Result = TypeVar("Result")

KOLODA = 0x4B4F4C4F
"""The application id in the header of our databases: KOLO."""

SCHEMA = (
    """
    CREATE TABLE tables (
        opened INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        game TEXT NOT NULL,
        status TEXT NOT NULL,
        public INTEGER NOT NULL,
        listing BLOB NOT NULL,
        due INTEGER
    ) STRICT;
    CREATE INDEX listed ON tables (opened) WHERE public AND status <> 'over';
    CREATE INDEX expected ON tables (opened) WHERE due IS NOT NULL;

    CREATE TABLE events (
        table_id TEXT NOT NULL REFERENCES tables (id),
        number INTEGER NOT NULL CHECK (number > 0),
        body BLOB NOT NULL,
        PRIMARY KEY (table_id, number)
    ) STRICT, WITHOUT ROWID;
    CREATE TRIGGER events_follow BEFORE INSERT ON events
    WHEN NEW.number <> (SELECT coalesce(max(number), 0) + 1 FROM events WHERE table_id = NEW.table_id)
    BEGIN SELECT RAISE(ABORT, 'events follow one another'); END;
    CREATE TRIGGER events_stay_as_they_are BEFORE UPDATE ON events
    BEGIN SELECT RAISE(ABORT, 'events are never changed'); END;
    CREATE TRIGGER events_stay BEFORE DELETE ON events
    BEGIN SELECT RAISE(ABORT, 'events are never removed'); END;

    CREATE TABLE answers (
        table_id TEXT NOT NULL REFERENCES tables (id),
        client TEXT NOT NULL,
        command TEXT NOT NULL,
        body BLOB NOT NULL,
        PRIMARY KEY (table_id, client, command)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE beats (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        at INTEGER NOT NULL
    ) STRICT;
    """,
)
"""Migrations: number n turns a database of version n - 1 into version n."""

READERS = 2
PATIENCE = 5000
"""Milliseconds to wait for another program that locks the database, such as a backup."""


class InUse(StorageError):
    """Another server uses this database."""


class NotOurs(StorageError):
    """Not a database of Koloda, or one of a newer version."""


class SqliteStore:
    """A `Store` in the file at `path`, which is created if it does not exist.

    Opening raises `InUse`, `NotOurs` or another `StorageError`.
    """

    def __init__(self, path: str | os.PathLike[str], *, vfs: str | None = None) -> None:
        self._path = Path(path).resolve()
        self._vfs = vfs
        try:
            self._lock = Lock(self._path.with_name(self._path.name + ".lock"))
        except BlockingIOError:
            raise InUse(f"{self._path} is in use by another server") from None
        except OSError as error:
            raise StorageError(f"{self._path} cannot be locked: {error}") from error
        connections: list[apsw.Connection] = []
        try:
            # Private, because it contains the secrets of the deals. SQLite gives its log the same permissions.
            os.close(os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600))
            connections.append(self._open())
            make(connections[0], self._path)
            for _ in range(READERS):
                connections.append(self._open())
                connections[-1].pragma("query_only", True)
        except (OSError, apsw.Error, StorageError) as error:
            for connection in connections:
                shut(connection)
            self._lock.release()
            if isinstance(error, StorageError):
                raise
            raise StorageError(f"{self._path} cannot be opened: {error}") from error
        writing, *reading = connections
        self._writer = Writer(writing)
        self._readers: SimpleQueue[apsw.Connection] = SimpleQueue()
        for connection in reading:
            self._readers.put(connection)
        self._pool = ThreadPoolExecutor(READERS, thread_name_prefix="koloda-reader")
        self._closed = False

    def _open(self) -> apsw.Connection:
        connection = apsw.Connection(str(self._path), vfs=self._vfs)
        connection.set_busy_timeout(PATIENCE)
        return connection

    async def append(self, change: Append) -> None:
        await self._writer.do(lambda connection: append(connection, change))

    async def beat(self, now: int) -> int | None:
        return await self._writer.do(lambda connection: beat(connection, now))

    async def events(self, table: str, since: int = 0) -> list[bytes]:
        query = "SELECT body FROM events WHERE table_id = ? AND number > ? ORDER BY number"
        return await self._read(lambda connection: column(connection, query, table, since))

    async def answer(self, table: str, command: tuple[str, str]) -> bytes | None:
        query = "SELECT body FROM answers WHERE table_id = ? AND client = ? AND command = ?"
        found = await self._read(lambda connection: column(connection, query, table, *command))
        return found[0] if found else None

    async def public(self, most: int) -> list[bytes]:
        query = "SELECT listing FROM tables WHERE public AND status <> 'over' ORDER BY opened DESC LIMIT ?"
        return await self._read(lambda connection: column(connection, query, most))

    async def due(self) -> list[str]:
        query = "SELECT id FROM tables WHERE due IS NOT NULL ORDER BY due"
        return await self._read(lambda connection: column(connection, query))

    async def backup(self, path: str | os.PathLike[str]) -> None:
        """Copy the database; see `backup`. The store keeps working."""
        await self._read(lambda connection: copy(connection, Path(path)))

    async def close(self) -> None:
        """Finish everything that was requested. The file can then be moved or copied alone."""
        if self._closed:
            return
        self._closed = True
        self._writer.stop()
        await asyncio.get_running_loop().run_in_executor(None, self._close)

    def _close(self) -> None:
        self._pool.shutdown()
        for _ in range(READERS):
            shut(self._readers.get())
        self._writer.close()
        self._lock.release()

    async def _read(self, query: Callable[[apsw.Connection], Result]) -> Result:
        if self._closed:
            raise StorageError("the store is closed")

        def read() -> Result:
            connection = self._readers.get()
            try:
                return query(connection)
            except apsw.Error as error:
                raise StorageError(str(error)) from error
            finally:
                self._readers.put(connection)

        return await asyncio.get_running_loop().run_in_executor(self._pool, read)


def shut(connection: apsw.Connection) -> None:
    """Close a connection. Its errors were reported before, or will be when the file is opened again."""
    with suppress(apsw.Error):
        connection.close()


def make(connection: apsw.Connection, path: Path) -> None:
    """Migrate and configure a database; afterwards everything in it is durable."""
    version, application = connection.pragma("user_version"), connection.pragma("application_id")
    empty = not connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchall()
    if application != KOLODA and not (empty and version == 0):
        raise NotOurs(f"{path} is no database of Koloda")
    if version > len(SCHEMA):
        raise NotOurs(f"{path} is of version {version}, written by a newer Koloda; this one knows {len(SCHEMA)}")
    connection.pragma("journal_mode", "wal")
    for name, value in {
        "synchronous": "full",
        "fullfsync": True,  # on macOS, fsync alone does not reach the disk
        "checkpoint_fullfsync": True,
        "foreign_keys": True,
        "journal_size_limit": 64 << 20,
    }.items():
        connection.pragma(name, value)
    connection.wal_autocheckpoint(0)
    if version < len(SCHEMA):
        with connection:
            for step in SCHEMA[version:]:
                connection.execute(step)
            connection.pragma("application_id", KOLODA)
            connection.pragma("user_version", len(SCHEMA))
    # A killed server may have left changes that are not durable yet: make them durable before anybody sees them.
    connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)


def append(connection: apsw.Connection, change: Append) -> None:
    table, summary = change.table, change.summary
    (last,) = column(connection, "SELECT coalesce(max(number), 0) FROM events WHERE table_id = ?", table)
    if change.first != last + 1:
        raise Conflict(f"event {change.first} of table {table} cannot follow event {last}")
    connection.execute(
        """
        INSERT INTO tables (id, game, status, public, listing, due) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET status = excluded.status, public = excluded.public,
            listing = excluded.listing, due = excluded.due
        """,
        (table, summary.game, summary.status, summary.public, summary.listing, summary.due),
    )
    connection.executemany(
        "INSERT INTO events VALUES (?, ?, ?)",
        ((table, number, body) for number, body in enumerate(change.events, change.first)),
    )
    if change.command is not None:
        connection.execute("INSERT INTO answers VALUES (?, ?, ?, ?)", (table, *change.command, change.answer))


def beat(connection: apsw.Connection, now: int) -> int | None:
    before = column(connection, "SELECT at FROM beats")
    connection.execute("INSERT INTO beats VALUES (1, ?) ON CONFLICT DO UPDATE SET at = excluded.at", (now,))
    return before[0] if before else None


def column(connection: apsw.Connection, query: str, *values: str | int) -> list[Any]:
    return [row[0] for row in connection.execute(query, values)]


def backup(source: str | os.PathLike[str], target: str | os.PathLike[str]) -> None:
    """Copy a database, in use or not, into one file that a server can start on.

    Replaces `target` once the copy is complete and durable.
    """
    try:
        with closing(apsw.Connection(str(Path(source)), flags=apsw.SQLITE_OPEN_READWRITE)) as connection:
            connection.set_busy_timeout(PATIENCE)
            copy(connection, Path(target))
    except apsw.Error as error:
        raise StorageError(f"{source} cannot be copied: {error}") from error


def copy(connection: apsw.Connection, target: Path) -> None:
    part = target.with_name(target.name + ".part")
    if target.with_name(target.name + "-wal").exists():
        raise StorageError(f"{target} is a database in use")
    try:
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        with closing(apsw.Connection(str(part))) as made:
            with made.backup("main", connection, "main") as going:
                going.step()
            made.pragma("journal_mode", "delete")
        os.replace(part, target)
    except OSError as error:
        raise StorageError(f"{target} cannot be written: {error}") from error
    finally:
        part.unlink(missing_ok=True)
