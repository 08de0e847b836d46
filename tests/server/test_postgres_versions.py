"""Programs of two versions use one PostgreSQL database while its nodes are upgraded one by one."""

import asyncio

import asyncpg
import pytest

from koloda.server.storage import postgres_schema
from koloda.server.storage.postgres import PostgresStore
from koloda.server.storage.postgres_schema import MIGRATIONS, VERSION, TooNew
from koloda.server.storage.store import Conflict
from tests.server.postgres import Postgres
from tests.server.store_changes import change

ADDS = """
    ALTER TABLE tables ADD COLUMN mood TEXT NOT NULL DEFAULT '';
    ALTER TABLE events ADD COLUMN mood TEXT NOT NULL DEFAULT '';
    ALTER TABLE answers ADD COLUMN mood TEXT NOT NULL DEFAULT '';
    ALTER TABLE nodes ADD COLUMN mood TEXT NOT NULL DEFAULT '';
    CREATE TABLE moods (id TEXT PRIMARY KEY);
"""
"""What a step to the next version may do."""


async def play(store: PostgresStore, table: str, first: int) -> None:
    """Everything that a move needs."""
    node = (await store.leases.join("any", 0)).node
    await store.append(
        change(table, first, b"event", command=("client", str(first)), answer=b"done", due=1, owner=node)
    )
    await store.leases.claim(node, [table])
    await store.leases.renew(node, 1)
    assert await store.answer(table, ("client", str(first))) == b"done"
    assert (await store.heads([table]))[table].last == first
    await store.leases.leave(node, 2)


def test_nodes_of_two_versions_run_side_by_side(database_server: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    address = database_server.fresh()

    async def test() -> None:
        old = await PostgresStore.open(address)
        await play(old, "first", 1)
        with monkeypatch.context() as newer:
            newer.setattr(postgres_schema, "MIGRATIONS", (*MIGRATIONS, ADDS))
            newer.setattr(postgres_schema, "VERSION", VERSION + 1)
            new = await PostgresStore.open(address)
        await play(new, "first", 2)
        await play(old, "first", 3)
        with pytest.raises(Conflict):
            await new.append(change("first", 3, b"too late"))
        await play(old, "second", 1)
        await play(new, "second", 2)
        again = await PostgresStore.open(address)  # one that crashes before its upgrade comes back
        await play(again, "second", 3)
        assert await new.events("first") == await old.events("first") == [b"event"] * 3
        for store in (old, new, again):
            await store.close()

    asyncio.run(test())


def test_a_program_that_is_too_old_is_refused(database_server: Postgres) -> None:
    address = database_server.fresh()

    async def test() -> None:
        await (await PostgresStore.open(address)).close()
        connection = await asyncpg.connect(address)
        await connection.execute("UPDATE koloda SET version = $1, oldest_program = $1", VERSION + 1)
        await connection.close()
        with pytest.raises(TooNew):
            await PostgresStore.open(address)

    asyncio.run(test())
