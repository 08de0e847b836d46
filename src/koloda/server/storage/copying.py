"""Copies a whole database into an empty one: from SQLite to PostgreSQL, or back."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, closing
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

import apsw

from koloda.core.database import Database, PostgresAddress, shown
from koloda.core.facts import fact
from koloda.server.storage.postgres import CLOCK, PostgresStore
from koloda.server.storage.sqlite import SqliteStore
from koloda.server.storage.store import Explained, StorageError
from koloda.server.storage.writer import PATIENCE

Row = tuple[Any, ...]
Progress = Callable[[int], None]
"""Is told how many events have been copied since it was last called."""

BATCH: Final = 1000
"""Rows that are read and written in one go."""
LONGEST: Final = 3600.0
"""Seconds for what takes longer in a large database than usual requests may."""


class Kind(NamedTuple):
    """Rows of one table of the schema."""

    columns: tuple[str, ...]
    order: str


KINDS: Final = {
    "tables": Kind(
        (
            *("opened", "id", "game", "status", "public", "listing", "due", "created", "active"),
            *("fence", "owner", "down_since", "last"),
        ),
        "opened",
    ),
    "events": Kind(("table_id", "number", "body"), "table_id, number"),
    "answers": Kind(("table_id", "client", "command", "body"), "table_id, client, command"),
    "reviews": Kind(("table_id", "made", "body"), "table_id"),
    "push_targets": Kind(("table_id", "client", "endpoint", "key", "auth", "language", "told"), "number"),
    "push_key": Kind(("id", "key"), "id"),
    "bans": Kind(("network", "since", "until", "why"), "since, network"),
    "seat_codes": Kind(("code", "ends", "body"), "number"),
}
"""What is copied, in this order: what refers to a table comes after it.

Of the nodes, only when the owners of tables were last seen: then nobody's clock counts the time since.
"""
OWNER: Final = KINDS["tables"].columns.index("owner")
PUBLIC: Final = KINDS["tables"].columns.index("public")
COMMAND: Final = KINDS["answers"].columns.index("command")
LAST: Final = "(SELECT coalesce(max(number), 0) FROM events WHERE table_id = id)"
"""The number of a table's last event, which only PostgreSQL stores."""
NODES: Final = """
    SELECT number, name, seen FROM nodes
    WHERE number IN (SELECT owner FROM tables) OR seen = (SELECT max(seen) FROM nodes)
"""
SIZE: Final = "SELECT (SELECT count(*) FROM tables), (SELECT count(*) FROM events)"


class NotEmpty(Explained):
    def __init__(self, target: Database) -> None:
        super().__init__(fact("admin.not_empty", target=shown(target)))


class TargetInUse(Explained):
    def __init__(self, target: Database) -> None:
        super().__init__(fact("admin.target_in_use", target=shown(target)))


class Copied(NamedTuple):
    tables: int
    events: int
    in_use: bool
    """Nodes were using the source: what they store from now on is not in the copy."""


class Reader(Protocol):
    """Reads a database as it is at one moment."""

    async def size(self) -> tuple[int, int]:
        """How many tables and events there are."""

    async def nodes(self) -> dict[int, tuple[str, int]]:
        """The names of the nodes that own tables, and when they were last seen."""

    async def in_use(self) -> bool: ...

    def rows(self, name: str) -> AsyncIterator[Sequence[Row]]:
        """The rows of a `Kind`."""


class Writer(Protocol):
    """Writes into an empty database. Nobody sees any of it before everything is there."""

    async def add_node(self, name: str, seen: int) -> int:
        """Add a node that is not alive; returns its number."""

    async def write(self, name: str, rows: Sequence[Row]) -> None: ...


async def copy_database(source: Database, target: Database, progress: Callable[[int], Progress]) -> Copied:
    """Copy everything, or nothing. `progress` is called once with the number of events.

    A file must not be in use by a server; PostgreSQL may be, if it is the source. Raises `StorageError`.
    """
    async with _reader(source) as reader, _writer(target) as writer:
        tables, events = await reader.size()
        advance = progress(events)
        owners = {number: await writer.add_node(*node) for number, node in (await reader.nodes()).items()}
        for name in KINDS:
            async for rows in reader.rows(name):
                await writer.write(name, [_with_owner(row, owners) for row in rows] if name == "tables" else rows)
                if name == "events":
                    advance(len(rows))
        return Copied(tables, events, await reader.in_use())


def _with_owner(row: Row, owners: dict[int, int]) -> Row:
    """The same table, owned by the copy of its owner."""
    return (*row[:OWNER], owners.get(row[OWNER]), *row[OWNER + 1 :])


@asynccontextmanager
async def _reader(source: Database) -> AsyncIterator[Reader]:
    if isinstance(source, PostgresAddress):
        async with (
            _postgres(source) as store,
            store.connected() as connection,
            connection.transaction(isolation="repeatable_read", readonly=True),
        ):
            yield PostgresReader(connection)
        return
    async with _sqlite(source) as connection:
        yield SqliteReader(connection)


@asynccontextmanager
async def _writer(target: Database) -> AsyncIterator[Writer]:
    if isinstance(target, PostgresAddress):
        async with _postgres(target) as store, store.connected() as connection, connection.transaction():
            await _check_empty_postgres(connection, target)
            yield PostgresWriter(connection)
            await connection.execute(
                "SELECT setval(pg_get_serial_sequence('tables', 'opened'), max(opened)) FROM tables HAVING count(*) > 0"
            )
        return
    async with _sqlite(target) as connection:
        if any(connection.execute(f"SELECT 1 FROM {name} LIMIT 1").fetchall() for name in KINDS):
            raise NotEmpty(target)
        yield SqliteWriter(connection)


# SQLite


@asynccontextmanager
async def _sqlite(path: Path) -> AsyncIterator[apsw.Connection]:
    """A transaction on a file that no server uses, of our version."""
    store = SqliteStore(path)
    try:
        with closing(apsw.Connection(str(path.resolve()))) as connection:
            connection.set_busy_timeout(PATIENCE)
            connection.pragma("foreign_keys", True)
            connection.pragma("synchronous", "full")
            with connection:
                yield connection
    except apsw.Error as error:
        raise StorageError(str(error)) from error
    finally:
        await store.close()


class SqliteReader:
    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection

    async def size(self) -> tuple[int, int]:
        ((tables, events),) = self._connection.execute(SIZE).fetchall()
        assert isinstance(tables, int)
        assert isinstance(events, int)
        return tables, events

    async def nodes(self) -> dict[int, tuple[str, int]]:
        found: list[Row] = self._connection.execute(NODES).fetchall()
        return {number: (name, seen) for number, name, seen in found}

    async def in_use(self) -> bool:
        return False

    async def rows(self, name: str) -> AsyncIterator[Sequence[Row]]:
        columns, order = KINDS[name]
        wanted = ", ".join(LAST if column == "last" else column for column in columns)
        cursor = self._connection.execute(f"SELECT {wanted} FROM {name} ORDER BY {order}")
        while batch := list(islice(cursor, BATCH)):
            yield batch


class SqliteWriter:
    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection

    async def add_node(self, name: str, seen: int) -> int:
        query = "INSERT INTO nodes (name, seen, expires) VALUES (?, ?, 0) RETURNING number"
        ((number,),) = self._connection.execute(query, (name, seen)).fetchall()
        assert isinstance(number, int)
        self._connection.execute(
            "INSERT INTO beats VALUES (1, ?) ON CONFLICT DO UPDATE SET at = max(at, excluded.at)", (seen,)
        )
        return number

    async def write(self, name: str, rows: Sequence[Row]) -> None:
        columns = [column for column in KINDS[name].columns if column != "last"]
        query = f"INSERT INTO {name} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"
        self._connection.executemany(query, (row[: len(columns)] for row in rows))


# PostgreSQL


@asynccontextmanager
async def _postgres(address: PostgresAddress) -> AsyncIterator[PostgresStore]:
    store = await PostgresStore.open(address, connections=1)
    try:
        yield store
    finally:
        await store.close()


IN_USE: Final = f"SELECT EXISTS (SELECT FROM nodes WHERE expires > {CLOCK.format(1)})"


async def _check_empty_postgres(connection: Any, target: PostgresAddress) -> None:
    """No node can join until the transaction ends."""
    await connection.execute(f"LOCK TABLE nodes, {', '.join(KINDS)} IN EXCLUSIVE MODE")
    if await connection.fetchval(IN_USE, None):
        raise TargetInUse(target)
    for name in KINDS:
        if await connection.fetchval(f"SELECT EXISTS (SELECT FROM {name})"):
            raise NotEmpty(target)


class PostgresReader:
    def __init__(self, connection: Any) -> None:
        self._connection = connection

    async def size(self) -> tuple[int, int]:
        tables, events = await self._connection.fetchrow(SIZE, timeout=LONGEST)
        return tables, events

    async def nodes(self) -> dict[int, tuple[str, int]]:
        found = await self._connection.fetch(NODES, timeout=LONGEST)
        return {number: (name, seen) for number, name, seen in found}

    async def in_use(self) -> bool:
        return bool(await self._connection.fetchval(IN_USE, None))

    async def rows(self, name: str) -> AsyncIterator[Sequence[Row]]:
        columns, order = KINDS[name]
        query = f"SELECT {', '.join(columns)} FROM {name} ORDER BY {order}"
        cursor = await self._connection.cursor(query, timeout=LONGEST)
        while batch := await cursor.fetch(BATCH, timeout=LONGEST):
            yield [tuple(row) for row in batch]


class PostgresWriter:
    def __init__(self, connection: Any) -> None:
        self._connection = connection

    async def add_node(self, name: str, seen: int) -> int:
        query = "INSERT INTO nodes (name, seen, expires) VALUES ($1, $2, 0) RETURNING number"
        number: int = await self._connection.fetchval(query, name, seen)
        return number

    async def write(self, name: str, rows: Sequence[Row]) -> None:
        if name == "tables":
            rows = [(*row[:PUBLIC], bool(row[PUBLIC]), *row[PUBLIC + 1 :]) for row in rows]
        if name == "answers":  # PostgreSQL has no zeros in texts; such a command would be refused today
            rows = [row for row in rows if "\0" not in row[COMMAND]]
        await self._connection.copy_records_to_table(name, records=rows, columns=KINDS[name].columns, timeout=LONGEST)
