"""Power cuts at every write and sync, full disks, failing syncs: acknowledged changes are there, none in part."""

import asyncio
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from koloda.server.storage import sqlite, writer
from koloda.server.storage.sqlite import SqliteStore
from koloda.server.storage.store import StorageError
from tests.server.faulty_disk import CARELESS, FATES, Disk, Fault, Operation, power_cut_at
from tests.server.simulation import LoopWriter, simulate
from tests.server.store_changes import change, due
from tests.soak import SEED, TIMES

TABLES = "abc"


@pytest.fixture(autouse=True)
def _writer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Writes the same in the same order every time.

    The log is moved into the database every few pages, so that power is cut during that, too.
    """
    monkeypatch.setattr(sqlite, "Writer", LoopWriter)
    monkeypatch.setattr(writer, "CHECKPOINT", 12)


class Players:
    """Append, two events at a time, and remember what was acknowledged and what was refused."""

    def __init__(self) -> None:
        self.acknowledged = dict.fromkeys(TABLES, 0)
        self.refused: set[tuple[str, int]] = set()

    async def play(self, store: SqliteStore, table: str, moves: int) -> None:
        """Stop at the first move that is refused."""
        for _ in range(moves):
            move = self.acknowledged[table] + 1
            try:
                await store.append(
                    change(
                        table,
                        2 * move - 1,
                        *events(table, move),
                        command=("me", str(move)),
                        answer=answer(table, move),
                        public=True,
                        listing=answer(table, move),
                        due=move,
                    )
                )
            except StorageError:
                self.refused.add((table, move))
                return
            self.acknowledged[table] = move
            self.refused.discard((table, move))

    async def run(self, store: SqliteStore) -> None:
        """One at a time, then all at once."""
        await self.play(store, "a", 2)
        await asyncio.gather(*(self.play(store, table, 2) for table in TABLES))

    async def run_and_close(self, path: Path, disk: Disk) -> None:
        try:
            store = SqliteStore(path, vfs=disk.vfs)
        except StorageError:
            return
        await self.run(store)
        await store.close()


def events(table: str, move: int) -> list[bytes]:
    return [f"{table}{move} {half} ".encode() * 40 for half in ("chooses", "draws")]


def answer(table: str, move: int) -> bytes:
    return f"{table}{move} is done".encode()


async def moves_found(path: Path) -> dict[str, int]:
    """The complete moves in a database, by table. Everything that belongs to them must be there, and nothing else."""
    store = SqliteStore(path, vfs=CARELESS.vfs)
    found = {}
    for table in TABLES:
        stored = await store.events(table)
        moves = found[table] = len(stored) // 2
        assert stored == [event for move in range(1, moves + 1) for event in events(table, move)]
        answers = [await store.answer(table, ("me", str(move))) for move in range(1, moves + 2)]
        assert answers == [*(answer(table, move) for move in range(1, moves + 1)), None]
    assert sorted(await store.public(9)) == [answer(table, moves) for table, moves in found.items() if moves]
    assert sorted(await due(store)) == [table for table, moves in found.items() if moves]
    await store.close()
    with closing(apsw.Connection(str(path), vfs=CARELESS.vfs)) as connection:
        assert connection.pragma("integrity_check") == "ok"
        assert not connection.pragma("foreign_key_check")
    return found


async def go_on(path: Path) -> None:
    """A database that is intact takes further moves."""
    store = SqliteStore(path, vfs=CARELESS.vfs)
    players = Players()
    players.acknowledged = {table: len(await store.events(table)) // 2 for table in TABLES}
    await players.run(store)
    await store.close()
    assert await moves_found(path) == players.acknowledged
    assert not players.refused


def put(folder: Path, files: dict[str, bytes]) -> Path:
    folder.mkdir()
    for name, left in files.items():
        (folder / name).write_bytes(left)
    return folder / "koloda.db"


async def run_with(fault: Fault, folder: Path) -> tuple[Players, Disk]:
    folder.mkdir()
    players, disk = Players(), Disk(fault)
    await players.run_and_close(folder / "koloda.db", disk)
    disk.unregister()
    return players, disk


def operations_of_a_run(tmp_path: Path) -> Sequence[Operation]:
    players, disk = simulate(run_with(lambda n, operation: None, tmp_path / "whole"))
    assert players.acknowledged == {"a": 4, "b": 2, "c": 2}
    return disk.done


def test_after_a_power_cut_at_any_point_all_that_was_acknowledged_is_there(tmp_path: Path) -> None:
    points = len(operations_of_a_run(tmp_path))
    assert points > 80
    seen: set[int] = set()

    async def cut(number: int) -> None:
        players, disk = await run_with(power_cut_at(number), tmp_path / f"cut {number}")
        for fate in FATES:
            for seed in range(SEED, SEED + (TIMES if fate in ("torn", "garbled") else 1)):
                left = disk.left(fate, seed)
                case = hash((*sorted(left.items()), *players.acknowledged.values()))
                if case in seen:
                    continue
                seen.add(case)
                path = put(tmp_path / f"cut {number} {fate} {seed}", left)
                found = await moves_found(path)
                assert all(found[table] >= players.acknowledged[table] for table in TABLES), (number, fate, seed)
                assert all(found[table] <= players.acknowledged[table] + 1 for table in TABLES), (number, fate, seed)
                if seed == SEED and fate == "torn":
                    await go_on(path)

    for number in range(1, points + 2):  # and once not at all
        simulate(cut(number))


async def fail_and_go_on(fault: Fault, folder: Path) -> None:
    """A store meets `fault` and reports it; afterwards it works again, as if the failed requests had never come."""
    folder.mkdir()
    players, disk = Players(), Disk()
    store = SqliteStore(folder / "koloda.db", vfs=disk.vfs)
    opening = len(disk.done)
    disk.fault = lambda n, operation: fault(n - opening, operation)
    await players.run(store)
    found = {table: len(await store.events(table)) // 2 for table in TABLES}
    assert found == players.acknowledged
    killed = put(folder / "killed", disk.left("kept"))
    assert await moves_found(killed) == players.acknowledged

    disk.fault = lambda n, operation: None
    await players.run(store)
    assert not players.refused
    await store.close()
    disk.unregister()
    assert await moves_found(folder / "koloda.db") == players.acknowledged


@pytest.mark.parametrize("kind", ["full", "unsynced"])
def test_a_disk_that_fails_for_a_while_is_told_and_got_over(tmp_path: Path, kind: str) -> None:
    def fault_from(number: int) -> Fault:
        if kind == "full":
            return lambda n, operation: apsw.FullError("no space") if n >= number and operation == "write" else None
        return lambda n, operation: apsw.IOError("no sync") if n == number and operation == "sync" else None

    for number in range(1, 60):
        simulate(fail_and_go_on(fault_from(number), tmp_path / str(number)))


@pytest.mark.parametrize("error", [apsw.FullError, apsw.IOError])
def test_a_store_that_cannot_be_opened_now_can_be_later(tmp_path: Path, error: type[apsw.Error]) -> None:
    whole = Disk()
    simulate(SqliteStore(tmp_path / "whole.db", vfs=whole.vfs).close())
    for number in range(1, len(whole.done)):
        path = tmp_path / f"{number}.db"
        disk = Disk(lambda n, operation, at=number: error("broken") if n >= at else None)  # type: ignore[misc]
        with pytest.raises(StorageError, match=path.name):
            SqliteStore(path, vfs=disk.vfs)
        disk.unregister()
        simulate(go_on(path))
