"""Which processes serve the tables of a database, and which of them owns a table: its clocks, bots and pauses."""

from collections.abc import Sequence
from typing import Any, Protocol

import apsw
import msgspec

LEASE = 3000
"""Milliseconds for which a node counts as alive after it has renewed its lease, by the clock of the store."""
FIRST_FENCE = 1
"""The fence of a new table."""


class Joined(msgspec.Struct, frozen=True, kw_only=True):
    node: int
    """The number of this process. No other one ever gets it."""
    last: int | None
    """When any node was last seen before, by its own clock; None if there was none."""


class Renewed(msgspec.Struct, frozen=True, kw_only=True):
    alive: frozenset[int]
    """All nodes that are alive."""
    clock: int | None = None
    """The clock of the store, if it is not this machine's: milliseconds since 1970."""


class Claim(msgspec.Struct, frozen=True, kw_only=True):
    """A table that a node owns from now on."""

    table: str
    fence: int
    """The owner names it with everything that it stores, until another node owns the table."""
    down_since: int | None
    """When an owner before was last seen, since which no owner has stored anything; None if there is no such time."""
    notices: bool
    """Does somebody there want to be told of their turns?"""


class LeaseStore(Protocol):
    """A table has one owner at most. Who owns it stays so until another node claims it, even after its lease expired.

    `now` is the node's own clock, which the times of events come from. Leases expire by the clock of the store.
    """

    async def join(self, name: str, now: int) -> Joined:
        """Add a node, which is alive for `LEASE`. `name` is for people."""

    async def renew(self, node: int, now: int) -> Renewed:
        """Note that a node is alive."""

    async def leave(self, node: int, now: int) -> None:
        """Note that a node has stopped: its tables may be claimed at once."""

    async def claim(self, node: int, tables: Sequence[str]) -> list[Claim]:
        """Take the tables whose owner is not alive, or that have none; returns those that the node owns now."""

    async def claim_due(self, node: int, most: int) -> list[Claim]:
        """The same for tables at which something is due, the most urgent first. Not those that the node owns."""


MIGRATION = """
    CREATE TABLE nodes (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        name TEXT NOT NULL,
        seen INTEGER NOT NULL,
        expires INTEGER NOT NULL
    ) STRICT;
    ALTER TABLE tables ADD COLUMN owner INTEGER;
    ALTER TABLE tables ADD COLUMN fence INTEGER NOT NULL DEFAULT 0;
    INSERT INTO nodes (name, seen, expires) SELECT '', at, 0 FROM beats;
    UPDATE tables SET owner = (SELECT max(number) FROM nodes) WHERE status IN ('waiting', 'playing');
"""
PENDING_PAUSE = "ALTER TABLE tables ADD COLUMN down_since INTEGER;"
"""When the owner before was last seen, until the owner stores something. If it fails before, the next one knows."""


def join(connection: apsw.Connection, name: str, now: int, clock: int, alone: bool) -> Joined:
    """`alone` says that no other process can use the database: whoever was alive is not any more."""
    if alone:
        connection.execute("UPDATE nodes SET expires = 0 WHERE expires > 0")
    ((last,),) = connection.execute("SELECT max(at) FROM beats").fetchall()
    _beat(connection, now)
    rows = connection.execute(
        "INSERT INTO nodes (name, seen, expires) VALUES (?, ?, ?) RETURNING number", (name, now, clock + LEASE)
    )
    ((node,),) = rows.fetchall()
    assert isinstance(node, int)
    assert last is None or isinstance(last, int)
    return Joined(node=node, last=last)


def renew(connection: apsw.Connection, node: int, now: int, clock: int) -> Renewed:
    _beat(connection, now)
    connection.execute("UPDATE nodes SET seen = ?, expires = ? WHERE number = ?", (now, clock + LEASE, node))
    alive = connection.execute("SELECT number FROM nodes WHERE expires > ?", (clock,))
    return Renewed(alive=frozenset(number for (number,) in alive if isinstance(number, int)))


def leave(connection: apsw.Connection, node: int, now: int) -> None:
    _beat(connection, now)
    connection.execute("UPDATE nodes SET seen = ?, expires = 0 WHERE number = ?", (now, node))


def _beat(connection: apsw.Connection, now: int) -> None:
    """Programs that do not know nodes read when the server was last alive here."""
    connection.execute("INSERT INTO beats VALUES (1, ?) ON CONFLICT DO UPDATE SET at = excluded.at", (now,))


def claim(connection: apsw.Connection, node: int, tables: Sequence[str], clock: int) -> list[Claim]:
    found = [row for table in tables for row in connection.execute(f"{CLAIMABLE} AND tables.id = ?", (clock, table))]
    own = [
        Claim(table=table, fence=fence, down_since=down_since, notices=bool(notices))
        for table in tables
        for fence, down_since, notices in _rows(connection, OWN, table, node)
    ]
    return own + _claimed(connection, node, found)


def claim_due(connection: apsw.Connection, node: int, most: int, clock: int) -> list[Claim]:
    query = f"{CLAIMABLE} AND tables.due IS NOT NULL AND owner IS NOT ? ORDER BY tables.due LIMIT ?"
    return _claimed(connection, node, _rows(connection, query, clock, node, most))


def _claimed(connection: apsw.Connection, node: int, found: Sequence[tuple[Any, ...]]) -> list[Claim]:
    claims: list[Claim] = []
    for table, owner, seen, notices in found:
        if owner == node:
            continue
        query = f"""
            UPDATE tables SET owner = ?, fence = fence + 1, down_since = coalesce({PENDING}, ?) WHERE id = ?
            RETURNING fence, down_since
        """
        ((fence, down_since),) = _rows(connection, query, node, seen, table)
        claims.append(Claim(table=table, fence=fence, down_since=down_since, notices=bool(notices)))
    return claims


def _rows(connection: apsw.Connection, query: str, *values: str | int | None) -> list[tuple[Any, ...]]:
    return connection.execute(query, values).fetchall()


NOTICES = "EXISTS (SELECT 1 FROM push_targets WHERE table_id = tables.id)"
CLAIMABLE = f"""
    SELECT tables.id, owner, seen, {NOTICES} FROM tables LEFT JOIN nodes ON nodes.number = owner
    WHERE (nodes.number IS NULL OR nodes.expires <= ?)
"""
PENDING = f"CASE WHEN active <= down_since + {LEASE} THEN down_since END"
"""If something has happened since, people have gone on with the table, and no pause is due any more."""
OWN = f"SELECT fence, {PENDING}, {NOTICES} FROM tables WHERE id = ? AND owner = ?"
