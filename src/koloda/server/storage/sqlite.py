"""The SQLite store: one writer thread, several readers, and nothing acknowledged before it is durable."""

import asyncio
import os
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Protocol, TypeVar

import apsw

from koloda.core.facts import fact
from koloda.server.storage import leases, push
from koloda.server.storage.leases import FIRST_FENCE, Claim, Joined, Renewed
from koloda.server.storage.lock import Lock, SeveralNames
from koloda.server.storage.migrations import check_readable, migrate
from koloda.server.storage.push import PushTarget
from koloda.server.storage.store import (
    Append,
    Ban,
    Conflict,
    Explained,
    Fenced,
    Head,
    StorageError,
    StoredTable,
    TableQuery,
)
from koloda.server.storage.writer import PATIENCE, Writer

Result = TypeVar("Result")

READERS = 2


class InUse(Explained):
    """Another server uses this database."""

    def __init__(self, path: Path) -> None:
        super().__init__(fact("admin.in_use", file=str(path)))


class Linked(Explained):
    """The database has several names (hard links), and each would get a log of its own."""

    def __init__(self, path: Path) -> None:
        super().__init__(fact("admin.hard_link", file=str(path)))


class SqliteStore:
    """A `Store` in the file at `path`, which is created if it does not exist.

    One of an older version is migrated, after a copy was made. Opening raises a `StorageError`, such as `InUse`.

    With `shared` several processes use the file. One process more has prepared it and holds its lock for all of them.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        vfs: str | None = None,
        shared: bool = False,
        clock: Callable[[], int] = lambda: time.time_ns() // 1_000_000,
    ) -> None:
        """`clock` decides when leases expire, in milliseconds."""
        self._path = Path(path).resolve()
        self._vfs = vfs
        self._lock = None if shared else locked(self._path)
        connections: list[apsw.Connection] = []
        try:
            connections.append(self._open())
            self.kept = set_up(connections[0], self._path, shared)
            """The copy of a database that was of an older version."""
            connections[0].execute(MOVES)
            for _ in range(READERS):
                connections.append(self._open())
                connections[-1].pragma("query_only", True)
        except (OSError, apsw.Error, StorageError) as error:
            for connection in connections:
                shut(connection)
            if self._lock is not None:
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
        self.push = SqlitePush(self._writer.do, self._read)
        self.leases = SqliteLeases(self._writer.do, clock, alone=not shared)
        self._clock = clock

    def _open(self) -> apsw.Connection:
        connection = apsw.Connection(str(self._path), vfs=self._vfs)
        connection.set_busy_timeout(PATIENCE)
        return connection

    async def append(self, change: Append) -> None:
        if is_move(change):
            await self._writer.do(lambda connection: append_move(connection, change), single=True)
        else:
            await self._writer.do(lambda connection: append(connection, change))

    async def events(self, table: str, since: int = 0) -> list[bytes]:
        query = "SELECT body FROM events WHERE table_id = ? AND number > ? ORDER BY number"
        return await self._read(lambda connection: column(connection, query, table, since))

    async def heads(self, tables: Sequence[str]) -> Mapping[str, Head]:
        return await self._read(lambda connection: heads(connection, tables, self._clock()))

    async def answer(self, table: str, command: tuple[str, str]) -> bytes | None:
        query = "SELECT body FROM answers WHERE table_id = ? AND client = ? AND command = ?"
        found = await self._read(lambda connection: column(connection, query, table, *command))
        return found[0] if found else None

    async def public(self, most: int, active_since: int = 0) -> list[bytes]:
        query = """
            SELECT listing FROM tables WHERE public AND status IN ('waiting', 'playing') AND active >= ?
            ORDER BY opened DESC LIMIT ?
        """
        return await self._read(lambda connection: column(connection, query, active_since, most))

    async def tables(self, query: TableQuery) -> list[StoredTable]:
        return await self._read(lambda connection: tables(connection, query))

    async def remove(self, tables: Sequence[str], idle_since: int | None = None) -> list[str]:
        def work(connection: apsw.Connection) -> list[str]:
            self._writer.empty_log()
            return remove(connection, tables, idle_since)

        return await self._writer.do(work)

    async def after(self, now: int) -> list[str]:
        query = "SELECT id FROM tables WHERE active > ? AND status IN ('waiting', 'playing')"
        return await self._read(lambda connection: column(connection, query, now))

    async def ban(self, ban: Ban) -> None:
        values = (ban.network, ban.since, ban.until, ban.why)
        await self._writer.do(
            lambda connection: connection.execute("INSERT OR REPLACE INTO bans VALUES (?, ?, ?, ?)", values)
        )

    async def unban(self, network: str) -> bool:
        query = "DELETE FROM bans WHERE network = ? RETURNING network"
        return bool(await self._writer.do(lambda connection: column(connection, query, network)))

    async def bans(self, now: int) -> list[Ban]:
        query = "SELECT network, since, until, why FROM bans WHERE until > ? ORDER BY since, network"

        def read(connection: apsw.Connection) -> list[Ban]:
            rows = connection.execute(query, (now,))
            return [Ban(network=network, since=since, until=until, why=why) for network, since, until, why in rows]

        return await self._read(read)

    async def review(self, table: str, made: str) -> bytes | None:
        query = "SELECT body FROM reviews WHERE table_id = ? AND made = ?"
        found = await self._read(lambda connection: column(connection, query, table, made))
        return found[0] if found else None

    async def keep_review(self, table: str, made: str, body: bytes) -> None:
        query = "INSERT OR REPLACE INTO reviews SELECT id, ?, ? FROM tables WHERE id = ?"  # unless the table has gone
        await self._writer.do(lambda connection: connection.execute(query, (made, body, table)))

    async def keep_code(self, code: str, now: int, ends: int, body: bytes, most: int) -> None:
        await self._writer.do(lambda connection: keep_code(connection, code, now, ends, body, most))

    async def code(self, code: str, now: int) -> bytes | None:
        query = "SELECT body FROM seat_codes WHERE code = ? AND ends > ?"
        found = await self._read(lambda connection: column(connection, query, code, now))
        return found[0] if found else None

    async def drop_code(self, code: str) -> bool:
        query = "DELETE FROM seat_codes WHERE code = ? RETURNING code"
        return bool(await self._writer.do(lambda connection: column(connection, query, code)))

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
        if self._lock is not None:
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


class Work(Protocol):
    async def __call__(self, query: Callable[[apsw.Connection], Result], /) -> Result: ...


class SqlitePush:
    """A `PushStore` in the same file."""

    def __init__(self, write: Work, read: Work) -> None:
        self._write = write
        self._read = read

    async def key(self, fresh: bytes) -> bytes:
        return await self._write(lambda connection: push.key(connection, fresh))

    async def renew_key(self, fresh: bytes) -> int:
        return await self._write(lambda connection: push.renew_key(connection, fresh))

    async def devices(self) -> int:
        found: int = (await self._read(lambda connection: column(connection, push.DEVICES)))[0]
        return found

    async def subscribe(self, table: str, clients: Sequence[str], client: str, target: PushTarget, most: int) -> None:
        await self._write(lambda connection: push.subscribe(connection, table, clients, client, target, most))

    async def forget(self, endpoint: str) -> None:
        await self._write(lambda connection: push.forget(connection, endpoint))

    async def copy(self, table: str, following: str) -> int:
        return await self._write(lambda connection: push.copy(connection, table, following))

    async def untold(self, table: str, client: str, turn: int) -> list[PushTarget]:
        return await self._write(lambda connection: push.untold(connection, table, client, turn))

    async def targets(self, table: str, client: str) -> list[PushTarget]:
        return await self._read(lambda connection: push.targets(connection, table, client))

    async def tables(self, active_since: int = 0) -> list[str]:
        return await self._read(lambda connection: column(connection, push.TABLES, active_since))


class SqliteLeases:
    """A `LeaseStore` in the same file. `alone` says that no other process can use it."""

    def __init__(self, write: Work, clock: Callable[[], int], alone: bool) -> None:
        self._write = write
        self._clock = clock
        self._alone = alone

    async def join(self, name: str, now: int) -> Joined:
        return await self._write(lambda connection: leases.join(connection, name, now, self._clock(), self._alone))

    async def renew(self, node: int, now: int) -> Renewed:
        return await self._write(lambda connection: leases.renew(connection, node, now, self._clock()))

    async def leave(self, node: int, now: int) -> None:
        await self._write(lambda connection: leases.leave(connection, node, now))

    async def claim(self, node: int, tables: Sequence[str]) -> list[Claim]:
        return await self._write(lambda connection: leases.claim(connection, node, tables, self._clock()))

    async def claim_due(self, node: int, most: int) -> list[Claim]:
        return await self._write(lambda connection: leases.claim_due(connection, node, most, self._clock()))


def prepare(path: Path) -> tuple[Lock, Path | None]:
    """Lock a database for several processes of ours, and migrate it before they open it (`shared`).

    Returns the lock, which one process must hold as long as they run, and the copy of a database of an older version.
    """
    path = path.resolve()
    lock = locked(path)
    try:
        with closing(apsw.Connection(str(path))) as connection:
            connection.set_busy_timeout(PATIENCE)
            kept = set_up(connection, path)
            connection.execute("UPDATE nodes SET expires = 0")  # nobody else is alive
        return lock, kept
    except BaseException as error:
        lock.release()
        if isinstance(error, apsw.Error):
            raise StorageError(f"{path} cannot be opened: {error}") from error
        raise


def shut(connection: apsw.Connection) -> None:
    """Close a connection. Its errors were reported before, or will be when the file is opened again."""
    with suppress(apsw.Error):
        connection.close()


def set_up(connection: apsw.Connection, path: Path, shared: bool = False) -> Path | None:
    """Migrate and configure a database; afterwards everything in it is durable.

    Returns the copy of a database of an older version. A `shared` one may be in use.
    """
    check_readable(connection, path)
    connection.pragma("journal_mode", "wal")
    for name, value in {
        "synchronous": "full",
        "fullfsync": True,  # on macOS, fsync alone does not reach the disk
        "checkpoint_fullfsync": True,
        "foreign_keys": True,
        "secure_delete": True,  # whoever removes a table wants its names gone
        "journal_size_limit": 64 << 20,
    }.items():
        connection.pragma(name, value)
    connection.wal_autocheckpoint(0)
    kept = migrate(connection, path, copy)
    # A killed server may have left changes that are not durable yet: make them durable before anybody sees them.
    if not shared:
        connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
    else:
        with suppress(apsw.BusyError):  # another process is just doing the same
            connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_PASSIVE)
    return kept


NEW_TABLE = """
    INSERT INTO tables (game, status, public, listing, due, created, active, owner, fence, id)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET status = excluded.status, public = excluded.public,
        listing = excluded.listing, due = excluded.due, active = excluded.active
"""
KNOWN_TABLE = "UPDATE tables SET status = ?, public = ?, listing = ?, due = ?, active = ? WHERE id = ?"
MOVES = """
    CREATE TEMP VIEW moves AS SELECT status, public, listing, due, active, id, number, events.body, client, command,
        answers.body AS answer
    FROM tables JOIN events ON events.table_id = id JOIN answers ON answers.table_id = id;
    CREATE TEMP TRIGGER append_move INSTEAD OF INSERT ON moves BEGIN
        UPDATE tables SET status = NEW.status, public = NEW.public, listing = NEW.listing, due = NEW.due,
            active = NEW.active
        WHERE id = NEW.id;
        INSERT INTO events VALUES (NEW.id, NEW.number, NEW.body);
        INSERT INTO answers VALUES (NEW.id, NEW.client, NEW.command, NEW.answer);
    END;
"""
"""Only the connection of the writer has it. It makes a move one statement: each costs more than what it does, because
the threads wait for each other, and a single one needs no BEGIN and no COMMIT.
"""
MOVE = "INSERT INTO moves VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"


def is_move(change: Append) -> bool:
    """Is it a change as most are: an answered command that has brought one event?"""
    return change.first > 1 and len(change.events) == 1 and change.command is not None and change.fence is None


def append_move(connection: apsw.Connection, change: Append) -> None:
    """The same as `append`, as one statement."""
    assert change.command is not None
    client, command = change.command
    summary, (body,) = change.summary, change.events
    listed = (summary.status, summary.public, summary.listing, summary.due, summary.active)
    connection.execute(MOVE, (*listed, change.table, change.first, body, client, command, change.answer))


def append(connection: apsw.Connection, change: Append) -> None:
    """The database itself refuses an event that does not follow the last one (`events_follow`), so an ordinary change
    of a table that is there needs no look before. Every statement costs more than what it does: the threads wait for
    each other.
    """
    table, summary, execute = change.table, change.summary, connection.execute
    if not change.events or change.fence is not None:
        _check(connection, change)
    if change.fence is not None:  # the owner has stored something: the next one need not know of earlier gaps
        execute("UPDATE tables SET down_since = NULL WHERE id = ? AND down_since IS NOT NULL", (table,))
    listed = (summary.status, summary.public, summary.listing, summary.due)
    if change.first > 1:
        execute(KNOWN_TABLE, (*listed, summary.active, table))
    else:
        execute(NEW_TABLE, (summary.game, *listed, summary.created, summary.active, change.owner, FIRST_FENCE, table))
    for number, body in enumerate(change.events, change.first):
        execute("INSERT INTO events VALUES (?, ?, ?)", (table, number, body))
    if change.command is not None:
        execute("INSERT INTO answers VALUES (?, ?, ?, ?)", (table, *change.command, change.answer))


def _check(connection: apsw.Connection, change: Append) -> None:
    table = change.table
    (last,) = column(connection, "SELECT coalesce(max(number), 0) FROM events WHERE table_id = ?", table)
    if change.first != last + 1:
        raise Conflict(f"event {change.first} of table {table} cannot follow event {last}")
    if change.fence is not None and column(connection, "SELECT fence FROM tables WHERE id = ?", table) != [
        change.fence
    ]:
        raise Fenced(f"table {table} has another owner")


def heads(connection: apsw.Connection, tables: Sequence[str], clock: int) -> dict[str, Head]:
    query = """
        SELECT (SELECT max(number) FROM events WHERE table_id = id), CASE WHEN expires > ? THEN owner END
        FROM tables LEFT JOIN nodes ON nodes.number = owner WHERE id = ?
    """
    rows = [(table, row) for table in tables for row in connection.execute(query, (clock, table))]
    return {table: Head(int(last), owner) for table, (last, owner) in rows}


def keep_code(connection: apsw.Connection, code: str, now: int, ends: int, body: bytes, most: int) -> None:
    connection.execute("DELETE FROM seat_codes WHERE ends <= ?", (now,))
    connection.execute("INSERT INTO seat_codes (code, ends, body) VALUES (?, ?, ?)", (code, ends, body))
    oldest = "SELECT number FROM seat_codes ORDER BY number DESC LIMIT -1 OFFSET ?"
    connection.execute(f"DELETE FROM seat_codes WHERE number IN ({oldest})", (most,))


def tables(connection: apsw.Connection, query: TableQuery) -> list[StoredTable]:
    conditions = {
        "id = ?": query.id,
        "game = ?": query.game,
        "status = ?": query.status,
        "active < ?": query.idle_since,
        "opened < ?": query.before,
    }
    asked = {condition: value for condition, value in conditions.items() if value is not None}
    rows = connection.execute(
        f"""
        SELECT opened, id, game, status, public, created, active, listing FROM tables
        WHERE {" AND ".join(asked) or "TRUE"} ORDER BY opened DESC LIMIT ?
        """,
        (*asked.values(), -1 if query.most is None else query.most),
    )
    names = StoredTable.__struct_fields__
    return [StoredTable(**{**dict(zip(names, row, strict=True)), "public": bool(row[4])}) for row in rows]


def remove(connection: apsw.Connection, tables: Sequence[str], idle_since: int | None) -> list[str]:
    connection.pragma("defer_foreign_keys", True)  # events may go only after their table
    removed: list[str] = []
    for table in tables:
        condition = "" if idle_since is None else "AND active < ?"
        values = (table,) if idle_since is None else (table, idle_since)
        found = column(connection, f"DELETE FROM tables WHERE id = ? {condition} RETURNING id", *values)
        if found:
            connection.execute("DELETE FROM answers WHERE table_id = ?", (table,))
            connection.execute("DELETE FROM events WHERE table_id = ?", (table,))
            removed.append(table)
    return removed


def column(connection: apsw.Connection, query: str, *values: str | int) -> list[Any]:
    return [row[0] for row in connection.execute(query, values)]


def damage(connection: apsw.Connection) -> list[str]:
    """What SQLite finds damaged in a database."""
    found = [str(row) for row in column(connection, "PRAGMA integrity_check") if row != "ok"]
    orphans = connection.execute("PRAGMA foreign_key_check").fetchall()
    return found + [f"{len(orphans)} rows belong to no table"] * bool(orphans)


def damage_of(path: Path) -> list[str]:
    """The same for a file that nobody uses."""
    try:
        with closing(apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE)) as connection:
            check_readable(connection, path)
            return damage(connection)
    except apsw.Error as error:
        return [str(error)]


def restore(source: Path, database: Path) -> Path | None:
    """Replace a database that no server uses by a copy.

    What was there before is kept, and its new name returned. Raises `StorageError`, and then nothing has changed.
    """
    found = damage_of(source) if source.is_file() else ["no such file"]
    if found:
        raise StorageError(f"{source} cannot be restored: {found[0]}")
    lock = locked(database)
    made = database.with_name(database.name + ".restored")
    kept = database.with_name(time.strftime(f"{database.name}.before-%Y%m%d-%H%M%S", time.gmtime()))
    try:
        backup(source, made)
        if database.stat().st_size:  # moved as it is: it may be damaged
            for end in ("-wal", "-shm", ""):
                with suppress(FileNotFoundError):
                    os.replace(f"{database}{end}", f"{kept}{end}")
        os.replace(made, database)
        return kept if kept.exists() else None
    except OSError as error:
        raise StorageError(f"{database} cannot be replaced: {error}") from error
    finally:
        made.unlink(missing_ok=True)
        lock.release()


def locked(path: Path) -> Lock:
    """Lock a database, and create it if it does not exist."""
    try:
        return Lock(path)
    except BlockingIOError:
        raise InUse(path) from None
    except SeveralNames:
        raise Linked(path) from None
    except OSError as error:
        raise StorageError(f"{path} cannot be locked: {error}") from error


def backup(source: str | os.PathLike[str], target: str | os.PathLike[str]) -> None:
    """Copy a database, in use or not, into one file that a server can start on.

    Replaces `target` once the copy is complete and durable.
    """
    try:
        with closing(apsw.Connection(str(Path(source)), flags=apsw.SQLITE_OPEN_READWRITE)) as connection:
            connection.set_busy_timeout(PATIENCE)
            check_readable(connection, Path(source))
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
