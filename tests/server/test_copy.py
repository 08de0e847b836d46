"""`koloda admin copy`: everything of a database, from SQLite to PostgreSQL and back."""

import asyncio
from contextlib import closing
from pathlib import Path
from typing import Any

import apsw
import asyncpg
import pytest

from koloda.cli.main import main
from koloda.core.database import Database, PostgresAddress
from koloda.server.storage.copying import BATCH, KINDS, NotEmpty, TargetInUse, copy_database
from koloda.server.storage.postgres import PostgresStore
from koloda.server.storage.push import PushTarget
from koloda.server.storage.sqlite import InUse, SqliteStore
from koloda.server.storage.store import Ban, StorageError, Store, TableQuery
from tests.server.postgres import Postgres
from tests.server.store_changes import change

SEEN = 50_000
"""When the node that owned the tables was last alive."""
EVENTS = BATCH + 5
"""More than are copied in one go."""
TARGET = PushTarget(endpoint="https://push.example.org/1", key=b"k", auth=b"a", language="ru")


async def fill(store: Store) -> None:
    """One of everything."""
    node = (await store.leases.join("old", SEEN)).node
    for number, table in enumerate(("first", "second", "third")):
        made = change(table, 1, b"\x00opened", created=number, active=7, public=number == 1, listing=b"{}", owner=node)
        await store.append(made)
    await store.remove(["second"])  # numbers need not follow one another
    later = [str(number).encode() for number in range(2, EVENTS + 1)]
    asked = ("client", "command")
    await store.append(change("third", 2, *later, due=9, active=8, command=asked, answer=b"done", status="playing"))
    await store.leases.leave(node, SEEN)
    heir = (await store.leases.join("new", SEEN + 1)).node
    await store.leases.claim(heir, ["third"])  # fence 2
    await store.leases.leave(heir, SEEN + 1)
    await store.keep_review("first", "by this program", b"review")
    await store.push.key(b"key of the server")
    await store.push.subscribe("third", ["client"], "client", TARGET, 5)
    await store.push.untold("third", "client", 3)
    await store.ban(Ban(network="203.0.113.7/32", since=1, until=10**15, why="пример"))
    await store.keep_code("hash", 0, 10**15, b"seat", 10)


async def contents(store: Store) -> dict[str, Any]:
    """Everything that one can ask a store for."""
    tables = await store.tables(TableQuery())
    ids = [table.id for table in tables]
    return {
        "tables": tables,
        "events": {table: await store.events(table) for table in ids},
        "last": {table: head.last for table, head in (await store.heads(ids)).items()},
        "answer": await store.answer("third", ("client", "command")),
        "review": await store.review("first", "by this program"),
        "key": await store.push.key(b"another"),
        "targets": await store.push.targets("third", "client"),
        "told": [await store.push.untold("third", "client", turn) for turn in (3, 4)],
        "bans": await store.bans(0),
        "code": await store.code("hash", 0),
    }


async def opened(database: Database) -> Store:
    return await PostgresStore.open(database) if isinstance(database, PostgresAddress) else SqliteStore(database)


async def copied(source: Database, target: Database) -> list[int]:
    steps: list[int] = []

    def progress(total: int) -> Any:
        steps.append(total)
        return steps.append

    found = await copy_database(source, target, progress)
    assert (found.tables, found.events, found.in_use) == (2, EVENTS + 1, False)
    return steps


def databases(there: str, folder: Path, server: Postgres) -> tuple[Database, Database]:
    file, address = folder / "tables.db", PostgresAddress(server.fresh())
    return (file, address) if there == "to PostgreSQL" else (address, file)


WAYS = pytest.mark.parametrize("there", ["to PostgreSQL", "to SQLite"])


@WAYS
def test_everything_is_copied(there: str, tmp_path: Path, database_server: Postgres) -> None:
    source, target = databases(there, tmp_path, database_server)

    async def test() -> None:
        store = await opened(source)
        await fill(store)
        await store.close()
        total, *steps = await copied(source, target)
        assert total == sum(steps) == EVENTS + 1
        assert len(steps) > 1
        before, after = await opened(source), await opened(target)
        expected = await contents(before)
        assert await contents(after) == expected
        assert expected["answer"] == b"done"
        assert expected["told"] == [[], [TARGET]]
        await before.close()
        await after.close()

    asyncio.run(test())


@WAYS
def test_tables_go_on_where_they_were(there: str, tmp_path: Path, database_server: Postgres) -> None:
    """The next owner learns when the last one was seen that stored something, as if nothing had been copied; and there
    are new tables.
    """
    source, target = databases(there, tmp_path, database_server)

    async def test() -> None:
        store = await opened(source)
        await fill(store)
        await store.close()
        await copied(source, target)
        found = []
        for database in (source, target):
            store = await opened(database)
            joined = await store.leases.join("next", SEEN + 2)
            claims = await store.leases.claim(joined.node, ["first", "third"])
            await store.append(change("fourth", 1, b"opened"))
            numbers = [table.number for table in await store.tables(TableQuery())]
            found.append((joined.last, sorted(claims, key=lambda claim: claim.table), numbers))
            await store.close()
        assert found[0] == found[1]
        last, claims, numbers = found[0]
        assert last == SEEN + 1
        assert [(claim.fence, claim.down_since) for claim in claims] == [(2, SEEN), (3, SEEN)]
        assert numbers == [4, 3, 1]

    asyncio.run(test())


@WAYS
def test_a_database_that_is_not_empty_stays_as_it_is(there: str, tmp_path: Path, database_server: Postgres) -> None:
    source, target = databases(there, tmp_path, database_server)

    async def test() -> None:
        for database in (source, target):
            store = await opened(database)
            await store.ban(Ban(network="203.0.113.9/32", since=1, until=10**15))
            await store.close()
        with pytest.raises(NotEmpty):
            await copied(source, target)

    asyncio.run(test())


def test_databases_in_use(tmp_path: Path, database_server: Postgres) -> None:
    """PostgreSQL can be copied while nodes use it, and says so; a file cannot. Nothing is copied into one in use."""
    address = PostgresAddress(database_server.fresh())

    async def test() -> None:
        store = await opened(address)
        node = (await store.leases.join("alive", SEEN)).node
        with pytest.raises(TargetInUse):
            await copy_database(tmp_path / "empty.db", address, lambda total: lambda done: None)
        found = await copy_database(address, tmp_path / "tables.db", lambda total: lambda done: None)
        assert found.in_use
        await store.leases.leave(node, SEEN)
        await store.close()
        used = SqliteStore(tmp_path / "tables.db")
        with pytest.raises(InUse):
            await copy_database(tmp_path / "tables.db", address, lambda total: lambda done: None)
        await used.close()

    asyncio.run(test())


def test_a_copy_that_fails_leaves_nothing_behind(tmp_path: Path, database_server: Postgres) -> None:
    source, target = tmp_path / "tables.db", PostgresAddress(database_server.fresh())

    async def test() -> None:
        store = await opened(source)
        await fill(store)
        await store.ban(Ban(network="203.0.113.8/32", since=1, until=10**15, why="\0"))  # PostgreSQL has no such text
        await store.close()
        with pytest.raises(StorageError):
            await copied(source, target)
        store = await opened(target)
        assert await store.tables(TableQuery()) == []
        await store.close()

    asyncio.run(test())


def test_nothing_of_the_schema_is_forgotten(tmp_path: Path, database_server: Postgres) -> None:
    """Whoever adds a table or a column decides here whether it is copied."""
    left_out = {"koloda", "versions", "beats", "nodes", "sqlite_sequence"}
    address = database_server.fresh()

    async def test() -> dict[str, set[str]]:
        await (await PostgresStore.open(address)).close()
        await SqliteStore(tmp_path / "tables.db").close()
        connection = await asyncpg.connect(address)
        rows = await connection.fetch(
            "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'"
        )
        await connection.close()
        found: dict[str, set[str]] = {}
        for table, name in rows:
            found.setdefault(table, set()).add(name)
        return found

    postgres = asyncio.run(test())
    with closing(apsw.Connection(str(tmp_path / "tables.db"))) as file:
        tables = [str(row[0]) for row in file.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        sqlite = {table: {str(row[1]) for row in file.execute(f"PRAGMA table_info({table})")} for table in tables}
    copied = {name: set(kind.columns) for name, kind in KINDS.items()}
    assert sqlite.keys() - left_out == copied.keys()
    assert postgres.keys() - left_out == copied.keys()
    for name, columns in copied.items():
        order = {"number"} if KINDS[name].order == "number" else set()
        assert postgres[name] - columns == order
        assert sqlite[name] - columns == order
        assert columns - sqlite[name] <= {"last"}


def test_the_command(tmp_path: Path, database_server: Postgres, capsys: pytest.CaptureFixture[str]) -> None:
    address, again = database_server.fresh(), tmp_path / "again.db"

    async def test() -> None:
        store = SqliteStore(tmp_path / "tables.db")
        await fill(store)
        await store.close()

    asyncio.run(test())
    assert main(["admin", "copy", str(tmp_path / "tables.db"), address]) == 0
    assert "2 tables, 1006 events" in capsys.readouterr().out
    assert main(["admin", "copy", str(tmp_path / "tables.db"), address]) == 2
    assert "is not empty" in capsys.readouterr().err
    assert main(["admin", "copy", address, str(again), "--json"]) == 0
    assert '"events": 1006' in capsys.readouterr().out
    assert main(["admin", "copy", str(tmp_path / "nowhere.db"), address]) == 2
    assert "nowhere.db" in capsys.readouterr().err
    assert not (tmp_path / "nowhere.db").exists()
    assert main(["admin", "bans", "--database", str(again)]) == 0
    assert "203.0.113.7" in capsys.readouterr().out


def test_answers_that_postgresql_cannot_store_are_left_out(tmp_path: Path, database_server: Postgres) -> None:
    """Ids of commands with a zero were once accepted: nobody may hinder a move by them."""
    source, target = tmp_path / "tables.db", PostgresAddress(database_server.fresh())

    async def test() -> None:
        store = await opened(source)
        await store.append(change("first", 1, b"opened", command=("client", "\0"), answer=b"done"))
        await store.append(change("first", 2, b"moved", command=("client", "1"), answer=b"done"))
        await store.close()
        await copy_database(source, target, lambda total: lambda done: None)
        store = await opened(target)
        assert await store.events("first") == [b"opened", b"moved"]
        assert await store.answer("first", ("client", "1")) == b"done"
        await store.close()

    asyncio.run(test())
