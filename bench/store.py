"""How fast tables are made durable, on the disk of FOLDER: `python bench/store.py [FOLDER]`."""

import asyncio
import os
import sys
import tempfile
from pathlib import Path
from time import perf_counter

import numpy as np

from koloda.server.storage.sqlite import SqliteStore
from koloda.server.storage.store import Append, Store, TableSummary

SECONDS = 5.0


def move(table: str, number: int) -> Append:
    """A move about as large as they are."""
    summary = TableSummary(
        game="dobro", status="playing", public=True, listing=bytes(150), due=number, created=0, active=number
    )
    command = ("0", os.urandom(8).hex())
    return Append(table=table, first=number, events=[bytes(120)], summary=summary, command=command, answer=bytes(40))


async def append(store: Store, table: str, until: float) -> list[float]:
    """Milliseconds of one append after another, until it is time to stop."""
    taken: list[float] = []
    while (began := perf_counter()) < until:
        await store.append(move(table, len(taken) + 1))
        taken.append(1000 * (perf_counter() - began))
    return taken


async def measure(path: Path, writers: int) -> list[float]:
    store = SqliteStore(path)
    until = perf_counter() + SECONDS
    taken = await asyncio.gather(*(append(store, f"table{each:03}", until) for each in range(writers)))
    await store.close()
    return [each for one in taken for each in one]


def sync_times(path: Path) -> list[float]:
    """What the disk itself takes to make a page durable."""
    taken = []
    with path.open("wb", buffering=0) as file:
        for _ in range(500):
            file.write(bytes(4096))
            began = perf_counter()
            os.fsync(file.fileno())
            taken.append(1000 * (perf_counter() - began))
    return taken


def told(name: str, times: list[float]) -> str:
    p50, p99 = np.percentile(times, [50, 99])
    return f"{name}: median {p50:.2f} ms, 99 % within {p99:.2f} ms, longest {max(times):.1f} ms"


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(dir=sys.argv[1] if len(sys.argv) > 1 else ".") as folder:
        print(told("fsync of a page", sync_times(Path(folder, "page"))))
        for writers in (1, 16, 256):
            times = asyncio.run(measure(Path(folder, f"{writers}.db"), writers))
            print(told(f"{writers} at once, {len(times) / SECONDS:.0f} appends/s", times))
