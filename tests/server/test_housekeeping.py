"""What a server does by itself: it removes old tables and copies its database."""

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from koloda.server.administration import DAY
from koloda.server.compose import make_registry
from koloda.server.housekeeping import HOUR, Housekeeping, Upkeep
from koloda.server.metrics import Metrics
from koloda.server.storage import sqlite
from koloda.server.storage.sqlite import SqliteStore, damage_of
from koloda.server.tables.registry import TableRegistry
from tests.server.entropy import of_this_test
from tests.server.memory_store import MemoryStore
from tests.server.registry_harness import StepTime, begun, new_table, opened, quiet, registry_test
from tests.server.simulation import LoopWriter, simulate


def keeping(
    registry: TableRegistry, time: StepTime, drift: int = 0, **upkeep: Any
) -> tuple[Housekeeping, Callable[[str], float]]:
    """Housekeeping on the test's clock, and what it has counted."""
    metrics = Metrics()
    made = Housekeeping(registry, Upkeep(**upkeep), metrics, lambda: (time.now() + drift) / 1000)
    return made, lambda name: metrics.registry.get_sample_value(f"koloda_{name}_total") or 0


async def later(registry: TableRegistry, time: StepTime, milliseconds: int) -> None:
    time.set(time.now() + milliseconds)
    await time.step(registry, 0)
    await quiet(registry)


async def stored_tables(registry: TableRegistry, tables: list[str]) -> list[bool]:
    return [bool(await registry.services.store.events(table)) for table in tables]


@registry_test
async def test_old_tables_are_removed_at_the_start_and_daily(
    registry: TableRegistry, time: StepTime, store: MemoryStore
) -> None:
    (playing,) = await begun(registry)
    playing.leave()
    waiting = (await registry.open(new_table())).table
    (host,) = await opened(registry)
    await later(registry, time, 8 * DAY)
    made, counted = keeping(registry, time, keep_days=30, keep_unstarted_days=7)
    made.start()
    await quiet(registry)
    assert await stored_tables(registry, [playing.table, waiting, host.table]) == [True, False, True]
    assert counted("tables_removed") == 1, "the host of the third is still there"
    host.leave()
    await later(registry, time, 2 * DAY)
    assert await stored_tables(registry, [playing.table, host.table]) == [True, False]
    await later(registry, time, 19 * DAY)
    assert await stored_tables(registry, [playing.table]) == [True]
    await later(registry, time, 2 * DAY)
    assert await stored_tables(registry, [playing.table]) == [False]
    assert counted("tables_removed") == 3
    made.close()


@registry_test
async def test_without_being_told_games_are_kept_for_ever(
    registry: TableRegistry, time: StepTime, store: MemoryStore
) -> None:
    (playing,) = await begun(registry)
    playing.leave()
    waiting = (await registry.open(new_table())).table
    await later(registry, time, 5000 * DAY)
    made, _ = keeping(registry, time, keep_unstarted_days=0)
    await made.remove_old_tables()
    assert await stored_tables(registry, [playing.table, waiting]) == [True, True]
    made, _ = keeping(registry, time)
    await made.remove_old_tables()
    assert await stored_tables(registry, [playing.table, waiting]) == [True, False]


@registry_test
async def test_a_start_in_the_wrong_year_removes_nothing(
    registry: TableRegistry, time: StepTime, store: MemoryStore
) -> None:
    """By its clock the server was down for ten years, in which nobody could play: that time does not count."""
    waiting = (await registry.open(new_table())).table
    await registry.close()
    time.set(time.now() + 3650 * DAY)
    again = make_registry(store, pace=0, time=time, entropy=of_this_test())
    await again.start()
    made, counted = keeping(again, time, keep_days=2)
    made.start()
    await quiet(again)
    await later(again, time, DAY)
    assert await stored_tables(again, [waiting]) == [True]
    await later(again, time, DAY + HOUR)
    assert await stored_tables(again, [waiting]) == [False], "the server has run for two days since"
    assert counted("tables_removed") == 1
    made.close()
    await again.close()


@registry_test
async def test_a_clock_that_was_set_removes_nothing(
    registry: TableRegistry, time: StepTime, store: MemoryStore
) -> None:
    waiting = (await registry.open(new_table())).table
    await later(registry, time, 30 * DAY)
    made, _ = keeping(registry, time, drift=-2 * HOUR, keep_days=1)
    await made.remove_old_tables()
    assert await stored_tables(registry, [waiting]) == [True]


@registry_test
async def test_a_disk_that_fails_is_tried_again_the_next_day(
    registry: TableRegistry, time: StepTime, store: MemoryStore
) -> None:
    waiting = (await registry.open(new_table())).table
    await later(registry, time, 30 * DAY)
    made, counted = keeping(registry, time)
    store.broken = True
    made.start()
    await quiet(registry)
    assert counted("tables_removed") == 0
    store.broken = False
    await later(registry, time, DAY)
    assert await stored_tables(registry, [waiting]) == [False]
    made.close()


def on_disk(test: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "Writer", LoopWriter)

    async def run() -> None:
        store, time = SqliteStore(tmp_path / "tables.db"), StepTime()
        registry = make_registry(store, pace=0, time=time, entropy=of_this_test())
        await registry.start()
        await test(registry, time)
        await registry.close()
        await store.close()

    simulate(run())


def test_copies_are_made_checked_and_rotated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "new" / "copies"

    async def copy(registry: TableRegistry, time: StepTime) -> None:
        await registry.open(new_table())
        made, counted = keeping(registry, time, backup_to=folder, backup_every=6, backup_keep=3)
        made.start()
        await quiet(registry)
        assert len(list(folder.iterdir())) == 1
        (folder / "notes.txt").write_text("mine")
        for _ in range(4):
            await later(registry, time, 6 * HOUR)
        names = sorted(file.name for file in folder.glob("*.db"))
        assert len(names) == 3
        assert names[-1] == "tables-20231115-221320.db"
        assert (folder / "notes.txt").exists()
        assert damage_of(folder / names[-1]) == []
        assert (counted("backups"), counted("backup_failures")) == (5, 0)
        made.close()

    on_disk(copy, tmp_path, monkeypatch)


def test_a_copy_that_fails_or_is_damaged_is_counted_and_removes_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / "copies"

    async def copy(registry: TableRegistry, time: StepTime) -> None:
        made, counted = keeping(registry, time, backup_to=folder, backup_keep=1)
        await made.copy_database(folder)
        (first,) = folder.iterdir()
        time.set(time.now() + HOUR)
        monkeypatch.setattr("koloda.server.housekeeping.damage_of", lambda path: ["row 1 is missing"])
        await made.copy_database(folder)
        assert first.exists()
        await made.copy_database(tmp_path / "tables.db")
        assert (counted("backups"), counted("backup_failures")) == (1, 2)
        assert "is damaged: row 1 is missing" in caplog.text

    with caplog.at_level(logging.ERROR):
        on_disk(copy, tmp_path, monkeypatch)


def test_after_a_restart_the_next_copy_waits_its_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "copies"

    async def copy(registry: TableRegistry, time: StepTime) -> None:
        first, _ = keeping(registry, time)
        await first.copy_database(folder)
        (made_at,) = (file.stat().st_mtime for file in folder.iterdir())
        time.set(round(made_at * 1000) + HOUR)
        again, counted = keeping(registry, time, backup_to=folder, backup_every=24)
        again.start()
        await quiet(registry)
        assert counted("backups") == 0
        await later(registry, time, 23 * HOUR)
        assert counted("backups") == 1
        again.close()
        await asyncio.sleep(0)

    on_disk(copy, tmp_path, monkeypatch)
