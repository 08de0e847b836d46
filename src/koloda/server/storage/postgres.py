"""The PostgreSQL store: any number of nodes, and nothing acknowledged before it is committed."""

import asyncio
import logging
import os
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, Final

import asyncpg
import msgspec

from koloda.core.facts import fact
from koloda.server.storage import postgres_schema
from koloda.server.storage.leases import FIRST_FENCE, LEASE, PENDING, Claim, Joined, Renewed
from koloda.server.storage.push import FIELDS, PushTarget
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

if TYPE_CHECKING:
    from asyncpg import Connection, Pool

CONNECTIONS: Final = 8
"""How many connections one process keeps at most: so many changes are committed at the same time."""
PATIENCE: Final = 5.0
"""Seconds in which the database must answer."""
WEAK: Final = ("off", "local")
"""Settings of `synchronous_commit` with which a commit may be lost, here or on a synchronous standby."""

log = logging.getLogger(__name__)


class Unreachable(Explained):
    """The database cannot be opened."""

    def __init__(self, problem: Exception) -> None:
        super().__init__(fact("admin.unreachable", problem=str(problem) or type(problem).__name__))


class PostgresStore:
    """A `Store` in a PostgreSQL database. `await PostgresStore.open(address)`."""

    def __init__(self, pool: "Pool", clock: Callable[[], int] | None = None) -> None:
        self._pool = pool
        self._clock = clock
        self.push = PostgresPush(self)
        self.leases = PostgresLeases(self)

    @classmethod
    async def open(
        cls, address: str, *, connections: int = CONNECTIONS, clock: Callable[[], int] | None = None
    ) -> "PostgresStore":
        """Connect to `postgresql://…`, and bring its schema up to our version. Raises `StorageError`.

        Leases expire by the database's clock; only tests have their own, in milliseconds.
        """
        try:
            pool = await asyncpg.create_pool(
                address,
                min_size=1,
                max_size=connections,
                command_timeout=PATIENCE,
                timeout=PATIENCE,
                init=_demand_durability,
                server_settings={"application_name": "koloda"},
            )
        except PROBLEMS as error:
            raise Unreachable(error) from error
        store = cls(pool, clock)
        try:
            async with store.connected() as connection:
                await postgres_schema.migrate(connection)
        except BaseException:
            await store.close()
            raise
        return store

    @asynccontextmanager
    async def connected(self) -> AsyncIterator["Connection"]:
        """A connection. What goes wrong with it becomes a `StorageError` or a `Conflict`."""
        try:
            async with self._pool.acquire(timeout=PATIENCE) as connection:
                yield connection
        except asyncpg.UniqueViolationError as error:
            raise Conflict(str(error)) from error
        except PROBLEMS as error:
            raise StorageError(str(error) or type(error).__name__) from error

    async def fetch(self, query: str, *values: Any) -> list[Any]:
        async with self.connected() as connection:
            found: list[Any] = await connection.fetch(query, *values)
            return found

    async def column(self, query: str, *values: Any) -> list[Any]:
        return [row[0] for row in await self.fetch(query, *values)]

    async def one(self, query: str, *values: Any) -> Any:
        """The first value, or None."""
        async with self.connected() as connection:
            return await connection.fetchval(query, *values)

    @property
    def clock(self) -> int | None:
        return None if self._clock is None else self._clock()

    # Tables

    async def append(self, change: Append) -> None:
        summary = change.summary
        stored = await self.one(
            CREATE if change.first == 1 else APPEND,
            change.table,
            list(change.events),
            summary.status,
            summary.public,
            summary.listing,
            summary.due,
            summary.active,
            *(change.command or (None, None)),
            change.answer,
            *(
                (summary.game, summary.created, change.owner, FIRST_FENCE)
                if change.first == 1
                else (change.first, change.fence)
            ),
        )
        if not stored:
            await self._explain(change)

    async def _explain(self, change: Append) -> None:
        """Why a change was not stored."""
        last, fence = 0, None
        for row in await self.fetch("SELECT last, fence FROM tables WHERE id = $1", change.table):
            last, fence = row
        if change.first == last + 1 and change.fence not in (None, fence):
            raise Fenced(f"table {change.table} has another owner")
        raise Conflict(f"event {change.first} of table {change.table} cannot follow event {last}")

    async def events(self, table: str, since: int = 0) -> list[bytes]:
        return await self.column(
            "SELECT body FROM events WHERE table_id = $1 AND number > $2 ORDER BY number", table, since
        )

    async def heads(self, tables: Sequence[str]) -> Mapping[str, Head]:
        rows = await self.fetch(
            f"""
            SELECT id, last, CASE WHEN expires > {CLOCK.format(2)} THEN owner END
            FROM tables LEFT JOIN nodes ON nodes.number = owner WHERE id = ANY($1)
            """,
            list(tables),
            self.clock,
        )
        return {table: Head(last, owner) for table, last, owner in rows}

    async def answer(self, table: str, command: tuple[str, str]) -> bytes | None:
        found: bytes | None = await self.one(
            "SELECT body FROM answers WHERE table_id = $1 AND client = $2 AND command = $3", table, *command
        )
        return found

    async def public(self, most: int, active_since: int = 0) -> list[bytes]:
        return await self.column(
            """
            SELECT listing FROM tables WHERE public AND status IN ('waiting', 'playing') AND active >= $2
            ORDER BY opened DESC LIMIT $1
            """,
            most,
            active_since,
        )

    async def tables(self, query: TableQuery) -> list[StoredTable]:
        rows = await self.fetch(
            """
            SELECT opened AS number, id, game, status, public, created, active, listing FROM tables
            WHERE ($1::text IS NULL OR id = $1) AND ($2::text IS NULL OR game = $2)
                AND ($3::text IS NULL OR status = $3) AND ($4::bigint IS NULL OR active < $4)
                AND ($5::bigint IS NULL OR opened < $5)
            ORDER BY opened DESC LIMIT $6
            """,
            query.id,
            query.game,
            query.status,
            query.idle_since,
            query.before,
            query.most,
        )
        return [StoredTable(**row) for row in rows]

    async def remove(self, tables: Sequence[str], idle_since: int | None = None) -> list[str]:
        return await self.column(
            "DELETE FROM tables WHERE id = ANY($1) AND ($2::bigint IS NULL OR active < $2) RETURNING id",
            list(tables),
            idle_since,
        )

    async def after(self, now: int) -> list[str]:
        return await self.column("SELECT id FROM tables WHERE active > $1 AND status IN ('waiting', 'playing')", now)

    # Bans and reviews

    async def ban(self, ban: Ban) -> None:
        await self.one(
            """
            INSERT INTO bans VALUES ($1, $2, $3, $4)
            ON CONFLICT (network) DO UPDATE SET since = excluded.since, until = excluded.until, why = excluded.why
            """,
            ban.network,
            ban.since,
            ban.until,
            ban.why,
        )

    async def unban(self, network: str) -> bool:
        return bool(await self.column("DELETE FROM bans WHERE network = $1 RETURNING network", network))

    async def bans(self, now: int) -> list[Ban]:
        rows = await self.fetch(
            "SELECT network, since, until, why FROM bans WHERE until > $1 ORDER BY since, network", now
        )
        return [Ban(**row) for row in rows]

    async def review(self, table: str, made: str) -> bytes | None:
        found: bytes | None = await self.one("SELECT body FROM reviews WHERE table_id = $1 AND made = $2", table, made)
        return found

    async def keep_review(self, table: str, made: str, body: bytes) -> None:
        await self.one(
            """
            INSERT INTO reviews SELECT id, $2, $3 FROM tables WHERE id = $1
            ON CONFLICT (table_id) DO UPDATE SET made = excluded.made, body = excluded.body
            """,
            table,
            made,
            body,
        )

    async def keep_code(self, code: str, now: int, ends: int, body: bytes, most: int) -> None:
        async with self.connected() as connection, connection.transaction():
            await connection.execute("DELETE FROM seat_codes WHERE ends <= $1", now)
            await connection.execute("INSERT INTO seat_codes (code, ends, body) VALUES ($1, $2, $3)", code, ends, body)
            oldest = "SELECT number FROM seat_codes ORDER BY number DESC OFFSET $1"
            await connection.execute(f"DELETE FROM seat_codes WHERE number IN ({oldest})", most)

    async def code(self, code: str, now: int) -> bytes | None:
        found: bytes | None = await self.one("SELECT body FROM seat_codes WHERE code = $1 AND ends > $2", code, now)
        return found

    async def drop_code(self, code: str) -> bool:
        return bool(await self.column("DELETE FROM seat_codes WHERE code = $1 RETURNING code", code))

    async def backup(self, path: str | os.PathLike[str]) -> None:
        raise Explained(fact("admin.postgres_backup"))

    async def close(self) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                await self._pool.close()
        except (TimeoutError, *PROBLEMS):
            self._pool.terminate()


class PostgresPush:
    """A `PushStore` in the same database."""

    def __init__(self, store: PostgresStore) -> None:
        self._store = store

    async def key(self, fresh: bytes) -> bytes:
        await self._store.one("INSERT INTO push_key VALUES (1, $1) ON CONFLICT DO NOTHING", fresh)
        found: bytes = await self._store.one("SELECT key FROM push_key")
        return found

    async def renew_key(self, fresh: bytes) -> int:
        async with self._store.connected() as connection, connection.transaction():
            devices: int = await connection.fetchval(DEVICES)
            await connection.execute(
                "INSERT INTO push_key VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET key = excluded.key", fresh
            )
            await connection.execute("DELETE FROM push_targets")
            return devices

    async def devices(self) -> int:
        found: int = await self._store.one(DEVICES)
        return found

    async def subscribe(self, table: str, clients: Sequence[str], client: str, target: PushTarget, most: int) -> None:
        async with self._store.connected() as connection, connection.transaction():
            await connection.execute("SELECT FROM tables WHERE id = $1 FOR UPDATE", table)  # one at a time
            told = await connection.fetchval(
                "SELECT coalesce(max(told), 0) FROM push_targets WHERE table_id = $1 AND client = $2", table, client
            )
            await connection.execute(
                "DELETE FROM push_targets WHERE table_id = $1 AND client = $2 AND endpoint = $3",
                table,
                client,
                target.endpoint,
            )
            await connection.execute(
                """
                INSERT INTO push_targets (table_id, client, endpoint, key, auth, language, told)
                VALUES ($1, $2, $3, $4, $5, $6, $7)
                """,
                table,
                client,
                target.endpoint,
                target.key,
                target.auth,
                target.language,
                told,
            )
            await connection.execute(
                """
                DELETE FROM push_targets WHERE table_id = $1 AND client = $2 AND number NOT IN (
                    SELECT number FROM push_targets WHERE table_id = $1 AND client = $2 ORDER BY number DESC LIMIT $3
                )
                """,
                table,
                client,
                most,
            )
            await connection.execute(
                "DELETE FROM push_targets WHERE table_id = $1 AND client <> ALL($2)", table, list(clients)
            )

    async def forget(self, endpoint: str) -> None:
        await self._store.one("DELETE FROM push_targets WHERE endpoint = $1", endpoint)

    async def copy(self, table: str, following: str) -> int:
        copied = await self._store.column(
            """
            INSERT INTO push_targets (table_id, client, endpoint, key, auth, language)
            SELECT $2, client, endpoint, key, auth, language FROM push_targets WHERE table_id = $1 ORDER BY number
            ON CONFLICT DO NOTHING RETURNING number
            """,
            table,
            following,
        )
        return len(copied)

    async def untold(self, table: str, client: str, turn: int) -> list[PushTarget]:
        rows = await self._store.fetch(
            f"""
            UPDATE push_targets SET told = $3 WHERE table_id = $1 AND client = $2 AND told < $3
            RETURNING {", ".join(FIELDS)}
            """,
            table,
            client,
            turn,
        )
        return [_target(row) for row in rows]

    async def targets(self, table: str, client: str) -> list[PushTarget]:
        rows = await self._store.fetch(
            f"SELECT {', '.join(FIELDS)} FROM push_targets WHERE table_id = $1 AND client = $2 ORDER BY number",
            table,
            client,
        )
        return [_target(row) for row in rows]

    async def tables(self, active_since: int = 0) -> list[str]:
        return await self._store.column(
            f"SELECT id FROM tables WHERE status IN ('waiting', 'playing') AND active >= $1 AND {NOTICES}",
            active_since,
        )


class PostgresLeases:
    """A `LeaseStore` in the same database."""

    def __init__(self, store: PostgresStore) -> None:
        self._store = store

    async def join(self, name: str, now: int) -> Joined:
        async with self._store.connected() as connection, connection.transaction():
            last = await connection.fetchval("SELECT max(seen) FROM nodes")
            node = await connection.fetchval(
                f"""
                INSERT INTO nodes (name, seen, expires) VALUES ($1, $2, {CLOCK.format(3)} + {LEASE}) RETURNING number
                """,
                name,
                now,
                self._store.clock,
            )
            return Joined(node=node, last=last)

    async def renew(self, node: int, now: int) -> Renewed:
        async with self._store.connected() as connection:
            clock = await connection.fetchval(
                f"""
                UPDATE nodes SET seen = $2, expires = {CLOCK.format(3)} + {LEASE} WHERE number = $1
                RETURNING expires - {LEASE}
                """,
                node,
                now,
                self._store.clock,
            )
            if clock is None:
                raise StorageError(f"node {node} is not in the database any more")
            alive = await connection.fetch("SELECT number FROM nodes WHERE expires > $1", clock)
            return Renewed(alive=frozenset(row[0] for row in alive), clock=clock)

    async def leave(self, node: int, now: int) -> None:
        await self._store.one("UPDATE nodes SET seen = $2, expires = 0 WHERE number = $1", node, now)

    async def claim(self, node: int, tables: Sequence[str]) -> list[Claim]:
        return await self._claim(node, f"id = ANY($3) AND (owner = $1 OR NOT EXISTS ({ALIVE}))", list(tables))

    async def claim_due(self, node: int, most: int) -> list[Claim]:
        wanted = f"due IS NOT NULL AND owner IS DISTINCT FROM $1 AND NOT EXISTS ({ALIVE})"
        if not await self._store.one(f"SELECT EXISTS (SELECT FROM tables WHERE {wanted})", node, self._store.clock):
            return []
        return await self._claim(node, f"{wanted} ORDER BY due LIMIT $3", most)

    async def _claim(self, node: int, chosen: str, value: Any) -> list[Claim]:
        """One statement takes the tables, so it holds their rows no longer than the database needs for it, however busy
        we are. Rows that somebody else changes at this moment are left out: the next attempt looks at them again.
        """
        rows = await self._store.fetch(
            f"""
            WITH before AS (
                SELECT id AS table_id, owner AS was, (SELECT seen FROM nodes WHERE number = owner) FROM tables
                WHERE {chosen} FOR UPDATE SKIP LOCKED
            )
            UPDATE tables SET owner = $1, fence = CASE WHEN was = $1 THEN fence ELSE fence + 1 END,
                down_since = coalesce({PENDING}, CASE WHEN was = $1 THEN NULL ELSE seen END)
            FROM before WHERE id = before.table_id
            RETURNING id, fence, down_since, {NOTICES}
            """,
            node,
            self._store.clock,
            value,
        )
        return [
            Claim(table=table, fence=fence, down_since=down_since, notices=notices)
            for table, fence, down_since, notices in rows
        ]


async def _demand_durability(connection: "Connection") -> None:
    """A commit counts when it is durable, whatever the default of this database is."""
    if await connection.fetchval("SHOW synchronous_commit") in WEAK:
        await connection.execute("SET synchronous_commit = on")


def _target(row: Any) -> PushTarget:
    return msgspec.convert(dict(row), PushTarget, builtin_types=(bytes,))


PROBLEMS: Final = (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError, OSError, TimeoutError)
"""What can go wrong between us and the database."""

CLOCK: Final = "coalesce(${}::bigint, (extract(epoch FROM clock_timestamp()) * 1000)::bigint)"
"""The database's clock in milliseconds, unless a parameter has another one."""
ALIVE: Final = f"SELECT FROM nodes WHERE nodes.number = owner AND expires > {CLOCK.format(2)}"
NOTICES: Final = "EXISTS (SELECT FROM push_targets WHERE push_targets.table_id = tables.id)"
DEVICES: Final = "SELECT count(DISTINCT endpoint) FROM push_targets"

_REST: Final = """
    answered AS (
        INSERT INTO answers SELECT $1, $8::text, $9::text, $10::bytea FROM moved WHERE $8 IS NOT NULL
    )
    SELECT EXISTS (SELECT FROM moved)
"""
CREATE: Final = f"""
    WITH moved AS (
        INSERT INTO tables (id, status, public, listing, due, active, game, created, last, owner, fence)
        VALUES ($1, $3, $4, $5, $6, $7, $11, $12, cardinality($2::bytea[]), $13, $14)
        ON CONFLICT (id) DO NOTHING RETURNING id
    ), stored AS (
        INSERT INTO events SELECT $1, number, body
        FROM moved, unnest($2::bytea[]) WITH ORDINALITY AS given (body, number)
    ), {_REST}
"""
APPEND: Final = f"""
    WITH moved AS (
        UPDATE tables SET status = $3, public = $4, listing = $5, due = $6, active = $7,
            last = last + cardinality($2::bytea[]),
            down_since = CASE WHEN $12::bigint IS NULL THEN down_since END
        WHERE id = $1 AND last = $11::bigint - 1 AND ($12::bigint IS NULL OR fence = $12)
        RETURNING id
    ), stored AS (
        INSERT INTO events SELECT $1, $11 + number - 1, body
        FROM moved, unnest($2::bytea[]) WITH ORDINALITY AS given (body, number)
    ), {_REST}
"""
"""The row of the table is locked, the number and the fence are compared, and the events are added: in one statement."""
