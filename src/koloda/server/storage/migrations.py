"""The schema of the SQLite database, its versions, and how an older database becomes one of ours."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import apsw

from koloda.core.facts import fact
from koloda.server.storage.leases import MIGRATION as LEASES
from koloda.server.storage.leases import PENDING_PAUSE
from koloda.server.storage.push import MIGRATION as PUSH
from koloda.server.storage.store import Explained, StorageError

KOLODA = 0x4B4F4C4F
"""The application id in the header of our databases: KOLO."""

MIGRATIONS = (
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
    # Version 2 knows when tables were created and last active, lists private tables too, removes whole tables, and says
    # which programs may open it.
    """
    ALTER TABLE tables ADD COLUMN created INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE tables ADD COLUMN active INTEGER NOT NULL DEFAULT 0;
    UPDATE tables SET
        created = coalesce((
            SELECT json_extract(CAST(body AS TEXT), '$.at') FROM events
            WHERE table_id = id AND json_valid(CAST(body AS TEXT)) ORDER BY number LIMIT 1
        ), 0),
        active = coalesce((
            SELECT json_extract(CAST(body AS TEXT), '$.at') FROM events
            WHERE table_id = id AND json_valid(CAST(body AS TEXT)) ORDER BY number DESC LIMIT 1
        ), 0);

    CREATE TEMP TABLE occupants AS
    SELECT table_id, seat, event, name, max(number) AS last FROM (
        SELECT table_id, number, body ->> '$.seat' AS seat, body ->> '$.event' AS event, body ->> '$.name' AS name
        FROM (SELECT table_id, number, CAST(body AS TEXT) AS body FROM events)
        WHERE (body LIKE '{"event":"sat"%' OR body LIKE '{"event":"bot_sat"%' OR body LIKE '{"event":"freed"%')
            AND json_valid(body)
    ) GROUP BY table_id, seat;
    CREATE INDEX temp.occupants_by_table ON occupants (table_id, seat);
    CREATE TEMP TABLE sizes AS
    SELECT table_id, CAST(body AS TEXT) ->> '$.players' AS players FROM events
    WHERE number = 1 AND json_valid(CAST(body AS TEXT));
    CREATE INDEX temp.sizes_by_table ON sizes (table_id);
    UPDATE tables SET listing = CAST(json_object(
        'id', id,
        'game', game,
        'players', (SELECT players FROM sizes WHERE table_id = id),
        'status', status,
        'open', (SELECT players FROM sizes WHERE table_id = id)
            - (SELECT count(*) FROM occupants WHERE table_id = id AND event <> 'freed'),
        'names', json((
            SELECT json_group_array(name ORDER BY seat) FROM occupants WHERE table_id = id AND event = 'sat'
        ))
    ) AS BLOB)
    WHERE length(listing) = 0 AND id IN (SELECT table_id FROM sizes);
    DROP TABLE occupants;
    DROP TABLE sizes;

    DROP INDEX listed;
    CREATE INDEX listed ON tables (active) WHERE public AND status IN ('waiting', 'playing');
    DROP TRIGGER events_stay;
    CREATE TRIGGER events_stay BEFORE DELETE ON events
    WHEN EXISTS (SELECT 1 FROM tables WHERE id = OLD.table_id)
    BEGIN SELECT RAISE(ABORT, 'events are never removed without their table'); END;

    CREATE TABLE versions (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        oldest_reader INTEGER NOT NULL
    ) STRICT;
    INSERT INTO versions VALUES (1, 2);
    """,
    # Version 3 knows bans. Programs that do not know them may still use it.
    """
    CREATE TABLE bans (
        network TEXT PRIMARY KEY,
        since INTEGER NOT NULL,
        until INTEGER NOT NULL,
        why TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    """,
    # Version 4 knows who wants to be told of their turns. Programs of version 2 may use it: targets go with the table.
    PUSH,
    # Version 5 keeps reviews. Programs of version 2 may use it: reviews go with the table.
    """
    CREATE TABLE reviews (
        table_id TEXT PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
        made TEXT NOT NULL,
        body BLOB NOT NULL
    ) STRICT;
    """,
    # Version 6 knows several processes, and which of them owns a table. Programs of version 2 may use it, alone.
    LEASES
    + """
    CREATE TABLE seat_codes (
        number INTEGER PRIMARY KEY,
        code TEXT NOT NULL UNIQUE,
        ends INTEGER NOT NULL,
        body BLOB NOT NULL
    ) STRICT;
    """,
    # Version 7 knows since when a table has had no owner until one stores something. Programs of version 2 may use it.
    PENDING_PAUSE,
)
"""Number n turns a database of version n - 1 into version n. If programs that know only an older version may still use
a database of the new one, the step leaves `oldest_reader` as it is; otherwise it sets it to n.
"""
VERSION = len(MIGRATIONS)


class NotOurs(Explained):
    """Not a database of Koloda."""

    def __init__(self, path: Path) -> None:
        super().__init__(fact("admin.not_ours", file=str(path)))


class TooNew(Explained):
    """A database that permits only newer programs."""

    def __init__(self, path: Path, version: int, oldest: int) -> None:
        super().__init__(fact("admin.too_new", file=str(path), version=version, oldest=oldest, known=VERSION))


class NoRoom(Explained):
    """The disk has no room for the copy that is made before a migration."""

    def __init__(self, path: Path, version: int, needed: int, free: int) -> None:
        sizes = {"needed": _megabytes(needed), "free": _megabytes(free)}
        super().__init__(fact("admin.no_room", file=str(path), version=version, **sizes))


def check_readable(connection: apsw.Connection, path: Path) -> int:
    """The version of a database that this program may use. Changes nothing."""
    version, application = connection.pragma("user_version"), connection.pragma("application_id")
    empty = not connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchall()
    if application != KOLODA and not (empty and version == 0):
        raise NotOurs(path)
    if version > VERSION:
        oldest = _oldest_reader(connection, version)
        if oldest > VERSION:
            raise TooNew(path, version, oldest)
    assert isinstance(version, int)
    return version


def _oldest_reader(connection: apsw.Connection, version: int) -> int:
    try:
        rows: list[tuple[Any, ...]] = connection.execute("SELECT oldest_reader FROM versions").fetchall()
    except apsw.SQLError:  # no such table: it does not say, so it permits nobody else
        return version
    return int(rows[0][0]) if rows else version


def migrate(connection: apsw.Connection, path: Path, copy: Callable[[apsw.Connection, Path], None]) -> Path | None:
    """Bring a database up to our version, all of it or nothing.

    An older one is first copied to `FILE.vN.bak`, whose path is returned.
    """
    version = check_readable(connection, path)
    if version >= VERSION:
        return None
    kept = _keep_copy(connection, path, version, copy) if version > 0 else None
    with connection:
        for step in MIGRATIONS[version:]:
            connection.execute(step)
        connection.pragma("application_id", KOLODA)
        connection.pragma("user_version", VERSION)
    return kept


def _keep_copy(
    connection: apsw.Connection, path: Path, version: int, copy: Callable[[apsw.Connection, Path], None]
) -> Path:
    pages, size = connection.pragma("page_count"), connection.pragma("page_size")
    needed = 2 * int(pages) * int(size)  # the copy, and the log of the migration
    free = shutil.disk_usage(path.parent).free
    if free < needed:
        raise NoRoom(path, version, needed, free)
    kept = path.with_name(f"{path.name}.v{version}.bak")
    try:
        copy(connection, kept)
    except apsw.Error as error:
        raise StorageError(f"{kept} cannot be written: {error}") from error
    return kept


def _megabytes(size: int) -> str:
    return f"{size / 1e6:.1f}"
