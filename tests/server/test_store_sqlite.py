"""SQLite's part of the store: the file, its versions, its lock, its copies, the one writer."""

import asyncio
import os
import signal
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path
from typing import Any

import apsw
import pytest

from koloda.core.text import say
from koloda.server.storage import writer as storage_writer
from koloda.server.storage.migrations import VERSION, NotOurs, TooNew
from koloda.server.storage.sqlite import InUse, Linked, SqliteStore, backup
from koloda.server.storage.store import StorageError
from tests.server.faulty_disk import Disk
from tests.server.store_changes import change, due, fill
from tests.timeouts import HANG

HOLDER = """
import sys
from koloda.server.storage.sqlite import SqliteStore
store = SqliteStore(sys.argv[1])
print("open", flush=True)
sys.stdin.read()
"""


def test_everything_is_there_after_closing_and_opening(tmp_path: Path) -> None:
    async def test() -> None:
        store = SqliteStore(tmp_path / "koloda.db")
        await store.append(change("a", 1, b"x", command=("me", "1"), answer=b"y", public=True, listing=b"z", due=4))
        await store.leases.join("a", 77)
        await store.close()
        await store.close()
        assert {file.name for file in tmp_path.iterdir()} == {"koloda.db", "koloda.db.lock"}

        store = SqliteStore(tmp_path / "koloda.db")
        assert await store.events("a") == [b"x"]
        assert await store.answer("a", ("me", "1")) == b"y"
        assert await store.public(1) == [b"z"]
        assert (await store.leases.join("b", 78)).last == 77
        assert await due(store) == ["a"]
        await store.close()

    asyncio.run(test())


def test_a_closed_store_says_so(tmp_path: Path) -> None:
    async def test() -> None:
        store = SqliteStore(tmp_path / "koloda.db")
        asked = asyncio.gather(*(store.append(change(f"t{each}", 1, b"x")) for each in range(20)))
        await asyncio.sleep(0)
        await store.close()
        assert await asked == [None] * 20
        with pytest.raises(StorageError, match="closed"):
            await store.append(change("a", 1, b"x"))
        with pytest.raises(StorageError, match="closed"):
            await store.events("a")

    asyncio.run(test())


def test_what_nobody_waits_for_any_more_is_stored_all_the_same(tmp_path: Path) -> None:
    async def test() -> None:
        store = SqliteStore(tmp_path / "koloda.db")
        given_up = asyncio.create_task(store.append(change("a", 1, b"x")))
        await asyncio.sleep(0)
        given_up.cancel()
        await store.append(change("b", 1, b"x"))
        assert given_up.cancelled()
        assert await store.events("a") == [b"x"]
        await store.close()

    asyncio.run(test())


def test_a_bad_request_fails_alone(tmp_path: Path) -> None:
    async def test() -> None:
        store = SqliteStore(tmp_path / "koloda.db")
        bad = change("bad", 1, object())  # type: ignore[arg-type]
        changes = [change("a", 1, b"x"), bad, change("b", 1, b"x")]
        outcomes = await asyncio.gather(*map(store.append, changes), return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [type(None), TypeError, type(None)]
        assert [await store.events(each.table) for each in changes] == [[b"x"], [], [b"x"]]
        await store.close()

    asyncio.run(test())


def test_all_who_wait_share_one_sync(tmp_path: Path) -> None:
    async def test() -> None:
        disk = Disk()
        store = SqliteStore(tmp_path / "koloda.db", vfs=disk.vfs)
        await fill(store, "a", 1)
        before = disk.done.count("sync")
        writing, all_wait = threading.Event(), threading.Event()

        def hold_up(connection: apsw.Connection) -> None:
            writing.set()
            assert all_wait.wait(HANG)

        held_up = asyncio.create_task(store._writer.do(hold_up))
        assert await asyncio.to_thread(writing.wait, HANG)
        answered = asyncio.gather(*(store.append(change(f"t{each}", 1, b"x")) for each in range(200)))
        await asyncio.sleep(0)
        all_wait.set()
        await held_up
        await answered
        assert disk.done.count("sync") - before == 1
        await store.close()
        disk.unregister()

    asyncio.run(test())


def test_the_log_does_not_grow_for_ever(tmp_path: Path) -> None:
    async def test() -> None:
        store = SqliteStore(tmp_path / "koloda.db")
        for number in range(1, 41):
            await store.append(change("a", number, bytes(1 << 18)))
        assert (tmp_path / "koloda.db-wal").stat().st_size < 6 << 20
        await store.close()

    asyncio.run(test())


def test_another_process_that_carries_the_log_over_is_no_problem_until_it_is_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    class Busy:
        """A connection to a database whose log is just carried over."""

        def __init__(self, connection: apsw.Connection) -> None:
            self._connection = connection

        def __getattr__(self, name: str) -> Any:
            return getattr(self._connection, name)

        def wal_checkpoint(self, mode: int) -> None:
            raise apsw.BusyError("database is locked")

    async def test() -> None:
        store = SqliteStore(tmp_path / "koloda.db", shared=True)
        writer = store._writer
        monkeypatch.setattr(writer, "_connection", Busy(writer._connection))
        monkeypatch.setattr(storage_writer, "CHECKPOINT", 1)
        await store.append(change("a", 1, b"x"))
        await store.append(change("a", 2, b"x"))
        assert not caplog.records
        monkeypatch.setattr(storage_writer, "OVERDUE", 1)
        await store.append(change("a", 3, b"x"))
        await store.append(change("a", 4, b"x"))
        await store.close()

    asyncio.run(test())
    assert "the log is long" in caplog.text


def test_what_is_removed_is_nowhere_in_the_files(tmp_path: Path) -> None:
    def files() -> bytes:
        return (tmp_path / "koloda.db").read_bytes() + (tmp_path / "koloda.db-wal").read_bytes()

    async def test() -> None:
        store = SqliteStore(tmp_path / "koloda.db")
        for table in ("a", "b"):
            await store.append(change(table, 1, b"Anna of " + table.encode(), command=("me", "1"), answer=b"to Anna"))
        await store.remove(["a"])
        await store.leases.renew(1, 1)  # the log is emptied after the removal and before the next request
        assert b"Anna of b" in files()
        assert b"Anna of a" not in files()

        with closing(apsw.Connection(str(tmp_path / "koloda.db"))) as reader:
            reader.execute("BEGIN; SELECT * FROM events")
            await store.append(change("c", 1, b"Anna of c"))
            await store.remove(["b", "c"])
            await store.leases.renew(1, 2)
            assert b"Anna of c" in files(), "somebody still reads the log"
        await store.leases.renew(1, 3)
        await store.leases.renew(1, 4)
        assert b"Anna" not in files()
        await store.append(change("d", 1, b"x"))
        assert await store.events("d") == [b"x"]
        await store.close()

    asyncio.run(test())


def test_events_are_only_added(tmp_path: Path) -> None:
    async def test() -> None:
        store = SqliteStore(tmp_path / "koloda.db")
        await fill(store, "a", 2)
        with closing(apsw.Connection(str(tmp_path / "koloda.db"))) as connection:
            for forbidden, why in (
                ("UPDATE events SET body = x'00'", "events are never changed"),
                ("DELETE FROM events WHERE number = 2", "events are never removed"),
                ("INSERT OR REPLACE INTO events VALUES ('a', 2, x'00')", "events follow one another"),
                ("INSERT INTO events VALUES ('a', 4, x'00')", "events follow one another"),
            ):
                with pytest.raises(apsw.ConstraintError, match=why):
                    connection.execute(forbidden)
        assert await store.events("a") == [b"1", b"2"]
        await store.close()

    asyncio.run(test())


def test_one_server_for_one_database(tmp_path: Path) -> None:
    async def test() -> None:
        (tmp_path / "other").symlink_to(tmp_path)
        store = SqliteStore(tmp_path / "koloda.db")
        for path in (tmp_path / "koloda.db", tmp_path / "other" / "koloda.db"):
            with pytest.raises(InUse, match=r"koloda\.db is in use by another server"):
                SqliteStore(path)
        await fill(store, "a", 1)
        await store.close()
        await SqliteStore(tmp_path / "koloda.db").close()

    asyncio.run(test())


@pytest.mark.skipif(not hasattr(os, "link"), reason="needs hard links")
def test_a_hard_link_is_no_way_past_the_lock(tmp_path: Path) -> None:
    """Each name would have a log of its own, so even after the first server ended the other name is refused."""

    async def test() -> None:
        (tmp_path / "elsewhere").mkdir()
        other = tmp_path / "elsewhere" / "other.db"
        store = SqliteStore(tmp_path / "koloda.db")
        os.link(tmp_path / "koloda.db", other)
        with pytest.raises(InUse if sys.platform == "linux" else Linked):
            SqliteStore(other)
        await fill(store, "a", 1)
        await store.close()
        for name in (other, tmp_path / "koloda.db"):
            with pytest.raises(Linked, match=f"{name.name} has another name"):
                SqliteStore(name)
        other.unlink()
        store = SqliteStore(tmp_path / "koloda.db")
        assert await store.events("a") == [b"1"]
        await store.close()

    asyncio.run(test())


@pytest.mark.skipif(sys.platform != "linux", reason="needs locks of open files")
def test_the_same_file_in_another_folder_is_locked_too(tmp_path: Path) -> None:
    """As with a file that is mounted elsewhere, the lock beside it is another one."""

    async def test() -> None:
        store = SqliteStore(tmp_path / "koloda.db")
        (tmp_path / "koloda.db.lock").unlink()
        with pytest.raises(InUse):
            SqliteStore(tmp_path / "koloda.db")
        await store.close()

    asyncio.run(test())


def test_a_killed_server_leaves_no_lock(tmp_path: Path) -> None:
    path = tmp_path / "koloda.db"
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as server:
        assert server.stdout is not None
        assert server.stdout.readline() == b"open\n"
        with pytest.raises(InUse):
            SqliteStore(path)
        server.send_signal(signal.SIGKILL)
    asyncio.run(SqliteStore(path).close())


def mark_as(path: Path, version: int, oldest_reader: int | None) -> None:
    """Make a database look like one of a later version."""
    asyncio.run(SqliteStore(path).close())
    with closing(apsw.Connection(str(path))) as connection:
        connection.pragma("user_version", version)
        connection.execute("ALTER TABLE tables ADD COLUMN colour TEXT NOT NULL DEFAULT 'red'")
        if oldest_reader is None:
            connection.execute("DROP TABLE versions")
        else:
            connection.execute("UPDATE versions SET oldest_reader = ?", (oldest_reader,))


@pytest.mark.parametrize("oldest_reader", [VERSION + 1, VERSION + 2, None])
def test_a_newer_version_that_does_not_permit_ours_is_left_alone(tmp_path: Path, oldest_reader: int | None) -> None:
    path = tmp_path / "koloda.db"
    mark_as(path, VERSION + 2, oldest_reader)
    before = path.read_bytes()
    with pytest.raises(TooNew, match=f"version {VERSION + 2}, written by a newer Koloda") as refused:
        SqliteStore(path)
    assert f"версии {VERSION + 2} записана более новой Koloda" in say(refused.value.detail, "ru")
    with pytest.raises(TooNew):
        backup(path, tmp_path / "copy.db")
    assert path.read_bytes() == before
    assert {file.name for file in tmp_path.iterdir()} == {"koloda.db", "koloda.db.lock"}


def test_a_newer_version_that_permits_ours_is_used_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "koloda.db"
    mark_as(path, VERSION + 1, VERSION)

    async def use() -> None:
        store = SqliteStore(path)
        await fill(store, "a", 2)
        await store.close()

    asyncio.run(use())
    with closing(apsw.Connection(str(path))) as connection:
        assert connection.pragma("user_version") == VERSION + 1
        assert connection.execute("SELECT id, colour FROM tables").fetchall() == [("a", "red")]


def test_other_files_are_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with closing(apsw.Connection(str(path))) as connection:
        connection.execute("CREATE TABLE recipes (title)")
    before = path.read_bytes()
    with pytest.raises(NotOurs, match="is not a Koloda database"):
        SqliteStore(path)
    assert path.read_bytes() == before

    path = tmp_path / "letter.txt"
    path.write_text("Dear all, " * 200)
    with pytest.raises(StorageError, match=r"letter\.txt cannot be opened"):
        SqliteStore(path)


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match=r"koloda\.db"):
        SqliteStore(tmp_path / "nowhere" / "koloda.db")


@pytest.mark.skipif(os.name != "posix", reason="Windows has other permissions")
def test_the_secrets_of_the_deals_are_for_the_server_alone(tmp_path: Path) -> None:
    async def test() -> None:
        store = SqliteStore(tmp_path / "koloda.db")
        await fill(store, "a", 1)
        await store.backup(tmp_path / "copy.db")
        assert {file.stat().st_mode & 0o777 for file in tmp_path.iterdir()} == {0o600}
        await store.close()

    asyncio.run(test())


@pytest.mark.parametrize("from_outside", [False, True])
def test_a_copy_is_made_while_the_store_is_at_work(tmp_path: Path, from_outside: bool) -> None:
    async def test() -> None:
        store = SqliteStore(tmp_path / "koloda.db")
        await fill(store, "a", 50)
        going_on = asyncio.create_task(fill(store, "b", 50))
        if from_outside:
            await asyncio.to_thread(backup, tmp_path / "koloda.db", tmp_path / "copy.db")
        else:
            await store.backup(tmp_path / "copy.db")
        await going_on
        assert {file.name for file in tmp_path.glob("copy*")} == {"copy.db"}

        copied = SqliteStore(tmp_path / "copy.db")
        assert await copied.events("a") == await store.events("a")
        seen = await copied.events("b")
        assert seen == (await store.events("b"))[: len(seen)]
        await copied.append(change("a", 51, b"the copy goes its own way"))
        assert len(await store.events("a")) == 50
        with pytest.raises(StorageError, match="in use"):
            await store.backup(tmp_path / "copy.db")
        await copied.close()
        await store.close()

    asyncio.run(test())


def test_a_copy_never_replaces_a_database_in_use_or_what_it_cannot_finish(tmp_path: Path) -> None:
    async def test() -> None:
        store = SqliteStore(tmp_path / "koloda.db")
        await fill(store, "a", 1)
        with pytest.raises(StorageError, match="in use"):
            await store.backup(tmp_path / "koloda.db")
        with pytest.raises(StorageError, match="nowhere"):
            await store.backup(tmp_path / "nowhere" / "copy.db")
        await store.close()
        with pytest.raises(StorageError, match="missing"):
            backup(tmp_path / "missing.db", tmp_path / "copy.db")
        assert not (tmp_path / "copy.db").exists()
        assert not (tmp_path / "missing.db").exists()

    asyncio.run(test())
