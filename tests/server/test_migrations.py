"""Databases of earlier versions become databases of ours, and a copy stays."""

import asyncio
import os
import shutil
from collections import namedtuple
from contextlib import closing
from pathlib import Path
from typing import Any

import apsw
import pytest

from koloda.core.text import say
from koloda.server.storage import migrations
from koloda.server.storage.migrations import VERSION, NoRoom
from koloda.server.storage.sqlite import SqliteStore
from koloda.server.storage.store import StorageError, StoredTable, TableQuery
from koloda.server.tables.history import TableHistory
from koloda.server.tables.listing import summary
from tests.server.fixtures.make import copied

Usage = namedtuple("Usage", "total used free")


def version_of(path: Path) -> int:
    with closing(apsw.Connection(str(path))) as connection:
        version = connection.pragma("user_version")
        assert isinstance(version, int)
        return version


def contents(path: Path) -> dict[str, list[Any]]:
    with closing(apsw.Connection(str(path))) as connection:
        return {name: connection.execute(f"SELECT * FROM {name}").fetchall() for name in ("events", "answers")}


def test_a_database_of_version_1(tmp_path: Path) -> None:
    """Everything in it stays, a copy is kept, and what is new is what our own writing would have noted."""
    path = copied(tmp_path)
    before = contents(path)
    assert version_of(path) == 1

    async def look(copy: Path | None) -> None:
        store = SqliteStore(path)
        assert store.kept == copy
        for found in await store.tables(TableQuery()):
            state = TableHistory(found.id, await store.events(found.id)).state
            now = summary(state)
            expected = StoredTable(
                number=found.number,
                id=state.id,
                game=now.game,
                status=now.status,
                public=now.public,
                created=now.created,
                active=now.active,
                listing=now.listing,
            )
            assert found == expected
        assert len(await store.tables(TableQuery())) > 5
        await store.close()

    kept = tmp_path / "tables.db.v1.bak"
    asyncio.run(look(kept))
    assert version_of(path) == VERSION
    assert contents(path) == before
    assert version_of(kept) == 1
    assert contents(kept) == before
    assert os.name != "posix" or kept.stat().st_mode & 0o077 == 0
    asyncio.run(look(None))
    assert {file.name for file in tmp_path.iterdir()} == {"tables.db", "tables.db.lock", "tables.db.v1.bak"}


def test_without_room_for_the_copy_nothing_is_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = copied(tmp_path)
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: Usage(0, 0, 1000))
    with pytest.raises(NoRoom, match=r"too little room: \d+\.\d MB are needed, 0\.0 MB are free") as refused:
        SqliteStore(path)
    assert "мало места" in say(refused.value.detail, "ru")
    assert version_of(path) == 1
    assert not (tmp_path / "tables.db.v1.bak").exists()


def test_a_copy_that_fails_stops_the_migration(tmp_path: Path) -> None:
    path = copied(tmp_path)
    (tmp_path / "tables.db.v1.bak").mkdir()
    with pytest.raises(StorageError, match=r"tables\.db\.v1\.bak cannot be written"):
        SqliteStore(path)
    assert version_of(path) == 1


def test_a_migration_that_fails_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = copied(tmp_path)
    steps = (*migrations.MIGRATIONS, "DROP TABLE answers; INSERT INTO nowhere VALUES (1)")
    monkeypatch.setattr(migrations, "MIGRATIONS", steps)
    monkeypatch.setattr(migrations, "VERSION", len(steps))
    before = contents(path)
    with pytest.raises(StorageError, match="no such table: nowhere"):
        SqliteStore(path)
    assert version_of(path) == 1
    assert contents(path) == before
    monkeypatch.undo()
    asyncio.run(SqliteStore(path).close())
    assert version_of(path) == VERSION


def test_one_damaged_event_does_not_keep_the_others_from_moving(tmp_path: Path) -> None:
    path = copied(tmp_path)
    with closing(apsw.Connection(str(path))) as connection:
        connection.execute("DROP TRIGGER events_stay_as_they_are")
        (damaged,) = connection.execute("SELECT id FROM tables WHERE public = 0 LIMIT 1").fetchone() or ("",)
        connection.execute("UPDATE events SET body = x'7b00ff' WHERE table_id = ? AND number = 1", (damaged,))

    async def look() -> None:
        store = SqliteStore(path)
        found = {table.id: table for table in await store.tables(TableQuery())}
        assert found[str(damaged)].listing == b""
        assert all(table.listing for table in found.values() if table.id != damaged)
        await store.close()

    asyncio.run(look())
