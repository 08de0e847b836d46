"""The commands of docs/operations.md bring a PostgreSQL database back: from a dump, and as it was at a moment."""

import asyncio
import shlex
import shutil

import asyncpg

from koloda.server.storage.postgres import PostgresStore
from koloda.server.storage.store import TableQuery
from tests.server.postgres import Postgres, postgres
from tests.server.store_changes import change
from tests.test_docs import marked, text
from tests.timeouts import HANG

PAGE = text("docs/operations.md")
ADDRESS = "postgresql://koloda@db.example.org/"
FOLDER = "/srv/koloda/"
MOMENT = "2026-11-18 09:00:00+00"


def sample(mark: str) -> str:
    (found,) = marked(PAGE, mark)
    return found


def run(server: Postgres, line: str) -> None:
    """A line of the page, on this server."""
    words = [server.address(word.removeprefix(ADDRESS)) if ADDRESS in word else word for word in shlex.split(line)]
    server.run([word.replace(FOLDER, f"{server.folder}/") for word in words])


async def open_table(server: Postgres, table: str, database: str = "postgres") -> None:
    store = await PostgresStore.open(server.address(database))
    await store.append(change(table, 1, table.encode(), command=("client", "1"), answer=b"done"))
    await store.close()


async def tables(server: Postgres, database: str = "postgres") -> dict[str, list[bytes]]:
    store = await PostgresStore.open(server.address(database))
    found = {table.id: await store.events(table.id) for table in await store.tables(TableQuery())}
    await store.append(change("new", 1, b"opened"))  # it can be used
    await store.close()
    return found


async def ask(server: Postgres, query: str) -> str:
    connection = await asyncpg.connect(server.address())
    answer = await connection.fetchval(query)
    await connection.close()
    return str(answer)


async def recovered(server: Postgres) -> None:
    async with asyncio.timeout(HANG):
        while await ask(server, "SELECT pg_is_in_recovery()") == "True":
            await asyncio.sleep(0.02)


def test_a_dump_is_restored() -> None:
    with postgres() as server:
        made, created, restored = sample("dump").splitlines()
        run(server, created.replace("restored", "koloda"))
        asyncio.run(open_table(server, "first", "koloda"))
        run(server, made)
        asyncio.run(open_table(server, "later", "koloda"))
        run(server, created)
        run(server, restored)
        assert asyncio.run(tables(server, "restored")) == {"first": [b"first"]}


def test_a_moment_is_restored() -> None:
    with postgres() as server:
        server.run(["mkdir", str(server.folder / "wal")])
        configure(server, sample("archive"))
        server.stop()
        server.start()
        asyncio.run(open_table(server, "before"))
        run(server, sample("base"))
        asyncio.run(open_table(server, "then"))
        moment = asyncio.run(ask(server, "SELECT clock_timestamp()"))
        asyncio.run(open_table(server, "later"))
        asyncio.run(ask(server, "SELECT pg_switch_wal()"))
        server.stop()
        shutil.rmtree(server.folder / "data")
        (server.folder / "base").rename(server.folder / "data")
        recovery = sample("recovery")
        assert MOMENT in recovery
        configure(server, recovery.replace(MOMENT, moment))
        server.run(["touch", str(server.folder / "data/recovery.signal")])
        server.start()
        asyncio.run(recovered(server))
        assert asyncio.run(tables(server)) == {"before": [b"before"], "then": [b"then"]}


def configure(server: Postgres, lines: str) -> None:
    with (server.folder / "data/postgresql.conf").open("a") as file:
        file.write("\n" + lines.replace(FOLDER, f"{server.folder}/"))
