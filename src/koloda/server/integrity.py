"""Checks that a database is whole: SQLite's own check, and every table can be replayed."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import apsw
import msgspec

from koloda.core.errors import KolodaError
from koloda.core.facts import Fact, fact
from koloda.server.storage.migrations import check_readable
from koloda.server.storage.sqlite import column, damage
from koloda.server.storage.store import StorageError
from koloda.server.storage.writer import PATIENCE
from koloda.server.tables.history import TableHistory
from koloda.server.tables.listing import summary


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """Something that is damaged; `table` is None if it concerns the whole file."""

    table: str | None
    detail: Fact


class Found(msgspec.Struct, frozen=True, kw_only=True):
    tables: int
    events: int
    problems: list[Problem]


def check(path: Path) -> Found:
    """Read a whole database, in use or not, and change nothing. Raises `StorageError` if it cannot be opened."""
    try:
        with closing(apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE)) as connection:
            connection.set_busy_timeout(PATIENCE)
            check_readable(connection, path)
            connection.pragma("query_only", True)
            return _check(connection)
    except apsw.Error as error:
        raise StorageError(f"{path} cannot be read: {error}") from error


def _check(connection: apsw.Connection) -> Found:
    problems: list[Problem] = []
    tables = events = 0
    try:
        problems += [_damage(each) for each in damage(connection)]
        for table in column(connection, "SELECT id FROM tables ORDER BY opened"):
            events += _replay(connection, str(table), problems)
            tables += 1
    except apsw.Error as error:  # so damaged that the rest cannot be read
        problems.append(_damage(str(error)))
    return Found(tables=tables, events=events, problems=problems)


def _damage(problem: str) -> Problem:
    return Problem(table=None, detail=fact("admin.damage", problem=problem))


def _replay(connection: apsw.Connection, table: str, problems: list[Problem]) -> int:
    """Replay one table, as it is at one moment. Returns the number of its events."""
    with connection:  # a server may write meanwhile
        rows = connection.execute("SELECT game, status FROM tables WHERE id = ?", (table,)).fetchall()
        log = connection.execute("SELECT number, body FROM events WHERE table_id = ? ORDER BY number", (table,))
        numbered = [(int(number), bytes(body)) for number, body in log]
    if rows:
        problems.extend(Problem(table=table, detail=detail) for detail in _problems(table, rows[0], numbered))
    return len(numbered)


def _problems(table: str, row: tuple[object, ...], numbered: list[tuple[int, bytes]]) -> Iterator[Fact]:
    if [number for number, _ in numbered] != list(range(1, len(numbered) + 1)) or not numbered:
        yield fact("admin.missing_events", table=table)
        return
    try:
        state = TableHistory(table, [body for _, body in numbered]).state
    except KolodaError as error:
        yield fact("admin.unreadable", table=table, problem=error.text())
        return
    except Exception as error:  # damaged events can fail in any way
        yield fact("admin.unreadable", table=table, problem=f"{type(error).__name__}: {error}")
        return
    now = summary(state)
    if (now.game, now.status) != row:
        yield fact(
            "admin.other_state", table=table, noted=", ".join(map(str, row)), replayed=f"{now.game}, {now.status}"
        )
