"""Who wants to be told on which device that it is their turn, and the server's key for that."""

from collections.abc import Sequence
from typing import Any, Protocol

import apsw
import msgspec

from koloda.core.text import Language


class PushTarget(msgspec.Struct, frozen=True, kw_only=True):
    """A browser that a push service reaches."""

    endpoint: str
    """The address at the push service. Whoever knows it can remove the target."""
    key: bytes
    """The browser's public key."""
    auth: bytes
    """A secret that the browser shares with the server."""
    language: Language


class PushStore(Protocol):
    """`client` is the hash of a seat's token. Targets go with their table."""

    async def key(self, fresh: bytes) -> bytes:
        """The server's private key: the stored one, else `fresh`, which is stored."""

    async def renew_key(self, fresh: bytes) -> int:
        """Replace the key and remove all targets; returns how many devices they were."""

    async def devices(self) -> int:
        """How many devices are targets, at one table or several."""

    async def subscribe(self, table: str, clients: Sequence[str], client: str, target: PushTarget, most: int) -> None:
        """Add a target to a seat, or renew it. The seat keeps the newest `most`; those of other `clients` stay, and
        those of people who have left the table go.
        """

    async def forget(self, endpoint: str) -> None:
        """Remove a target from all tables."""

    async def copy(self, table: str, following: str) -> int:
        """Let the targets of a table count for another one, at which people have the same tokens; returns how many."""

    async def untold(self, table: str, client: str, turn: int) -> list[PushTarget]:
        """The targets of a seat, unless they have been told of this turn or a later one. They have been now."""

    async def targets(self, table: str, client: str) -> list[PushTarget]:
        """All targets of a seat."""

    async def tables(self, active_since: int = 0) -> list[str]:
        """The tables that are waiting or playing, have targets, and had an event since then."""


MIGRATION = """
    CREATE TABLE push_targets (
        number INTEGER PRIMARY KEY,
        table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
        client TEXT NOT NULL,
        endpoint TEXT NOT NULL,
        key BLOB NOT NULL,
        auth BLOB NOT NULL,
        language TEXT NOT NULL,
        told INTEGER NOT NULL DEFAULT 0,
        UNIQUE (table_id, client, endpoint)
    ) STRICT;
    CREATE INDEX push_endpoints ON push_targets (endpoint);

    CREATE TABLE push_key (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        key BLOB NOT NULL
    ) STRICT;
"""


def key(connection: apsw.Connection, fresh: bytes) -> bytes:
    connection.execute("INSERT INTO push_key VALUES (1, ?) ON CONFLICT DO NOTHING", (fresh,))
    ((found,),) = connection.execute("SELECT key FROM push_key").fetchall()
    assert isinstance(found, bytes)
    return found


def renew_key(connection: apsw.Connection, fresh: bytes) -> int:
    ((devices,),) = connection.execute(DEVICES).fetchall()
    connection.execute("INSERT INTO push_key VALUES (1, ?) ON CONFLICT DO UPDATE SET key = excluded.key", (fresh,))
    connection.execute("DELETE FROM push_targets")
    assert isinstance(devices, int)
    return devices


def subscribe(
    connection: apsw.Connection, table: str, clients: Sequence[str], client: str, target: PushTarget, most: int
) -> None:
    told = connection.execute(
        "SELECT coalesce(max(told), 0) FROM push_targets WHERE table_id = ? AND client = ?", (table, client)
    ).fetchall()[0][0]
    connection.execute(
        "DELETE FROM push_targets WHERE table_id = ? AND client = ? AND endpoint = ?", (table, client, target.endpoint)
    )
    connection.execute(
        """
        INSERT INTO push_targets (table_id, client, endpoint, key, auth, language, told) VALUES (?, ?, ?, ?, ?, ?, ?)
        """,
        (table, client, target.endpoint, target.key, target.auth, target.language, told),
    )
    connection.execute(
        """
        DELETE FROM push_targets WHERE table_id = ? AND client = ? AND number NOT IN (
            SELECT number FROM push_targets WHERE table_id = ? AND client = ? ORDER BY number DESC LIMIT ?
        )
        """,
        (table, client, table, client, most),
    )
    connection.execute(
        f"DELETE FROM push_targets WHERE table_id = ? AND client NOT IN ({', '.join('?' * len(clients))})",
        (table, *clients),
    )


def forget(connection: apsw.Connection, endpoint: str) -> None:
    connection.execute("DELETE FROM push_targets WHERE endpoint = ?", (endpoint,))


def copy(connection: apsw.Connection, table: str, following: str) -> int:
    connection.execute(
        """
        INSERT INTO push_targets (table_id, client, endpoint, key, auth, language)
        SELECT ?, client, endpoint, key, auth, language FROM push_targets WHERE table_id = ? ORDER BY number
        """,
        (following, table),
    )
    return connection.changes()


def untold(connection: apsw.Connection, table: str, client: str, turn: int) -> list[PushTarget]:
    rows = connection.execute(
        """
        UPDATE push_targets SET told = ? WHERE table_id = ? AND client = ? AND told < ?
        RETURNING endpoint, key, auth, language
        """,
        (turn, table, client, turn),
    ).fetchall()
    return [_target(row) for row in rows]


def targets(connection: apsw.Connection, table: str, client: str) -> list[PushTarget]:
    rows = connection.execute(
        "SELECT endpoint, key, auth, language FROM push_targets WHERE table_id = ? AND client = ?", (table, client)
    )
    return [_target(row) for row in rows]


def _target(row: tuple[Any, ...]) -> PushTarget:
    return msgspec.convert(dict(zip(FIELDS, row, strict=True)), PushTarget, builtin_types=(bytes,))


FIELDS = PushTarget.__struct_fields__
DEVICES = "SELECT count(DISTINCT endpoint) FROM push_targets"
TABLES = """
    SELECT id FROM tables WHERE status IN ('waiting', 'playing') AND active >= ?
        AND EXISTS (SELECT 1 FROM push_targets WHERE table_id = id)
"""
