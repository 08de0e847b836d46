"""A disk that fails on request: power cuts, full disks, failing syncs.

A `Disk` remembers, besides the real files, what a power cut would leave of them. Synced data stays. Data that was only
written may be lost, kept, or kept in part: by sectors, in any order, with garbage where a sector was being written. The
same goes for files that were created or removed since the folder was synced.
"""

import random
from collections.abc import Callable
from itertools import count, pairwise
from pathlib import Path
from typing import Any, Literal

import apsw

SECTOR = 512

Fate = Literal["lost", "kept", "torn", "garbled"]
"""What happens to data that was written but not synced."""
FATES: tuple[Fate, ...] = ("lost", "kept", "torn", "garbled")

Operation = Literal["write", "sync", "truncate", "delete"]
Fault = Callable[[int, Operation], Exception | None]
"""What happens at the n-th operation, counted from 1; None for nothing. After a `PowerCut` every operation fails."""

numbers = count(1)


class PowerCut(apsw.IOError):
    pass


def power_cut_at(number: int) -> Fault:
    return lambda n, operation: PowerCut("the power is cut") if n == number else None


class Contents:
    """A file: its durable content, and the writes since."""

    def __init__(self, durable: bytes) -> None:
        self.durable = durable
        self.since: list[tuple[int, bytes | None]] = []
        """Writes as (offset, bytes), truncations as (size, None)."""

    def sync(self) -> None:
        self.durable = self.left("kept", random.Random(0))
        self.since.clear()

    def left(self, fate: Fate, chance: random.Random) -> bytes:
        left = bytearray(self.durable)
        for offset, written in self.since if fate != "lost" else ():
            if written is None:
                if fate == "kept" or chance.random() < 0.5:
                    left[offset:] = bytes(max(0, offset - len(left)))
                continue
            for start, piece in sectors(offset, written):
                if fate == "torn" and chance.random() < 0.5:
                    continue
                if fate == "garbled" and chance.random() < 0.5:
                    piece = chance.randbytes(len(piece))
                left.extend(bytes(max(0, start + len(piece) - len(left))))
                left[start : start + len(piece)] = piece
        return bytes(left)


def sectors(offset: int, written: bytes) -> list[tuple[int, bytes]]:
    ends = range(offset - offset % SECTOR + SECTOR, offset + len(written) + SECTOR, SECTOR)
    bounds = [offset, *(min(end, offset + len(written)) for end in ends)]
    return [(start, written[start - offset : end - offset]) for start, end in pairwise(bounds)]


class Disk(apsw.VFS):
    """An SQLite VFS named `vfs`, on top of the real one."""

    def __init__(self, fault: Fault | None = None) -> None:
        self.vfs = f"faulty-{next(numbers)}"
        self.fault = fault or (lambda n, operation: None)
        self.done: list[Operation] = []
        self.dead: Exception | None = None
        self._names: dict[str, Contents] = {}
        self._durable_names: dict[str, Contents] = {}
        super().__init__(self.vfs, base="")

    def do(self, operation: Operation) -> None:
        self.check_power()
        self.done.append(operation)
        error = self.fault(len(self.done), operation)
        if isinstance(error, PowerCut):
            self.dead = error
        if error is not None:
            raise error

    def check_power(self) -> None:
        if self.dead is not None:
            raise PowerCut("there is no power")

    def contents(self, path: str) -> Contents:
        file = Path(path)
        if file.name not in self._names:
            self._names[file.name] = Contents(file.read_bytes())
        return self._names[file.name]

    def sync_folder(self) -> None:
        self._durable_names = dict(self._names)

    def left(self, fate: Fate, seed: int = 0) -> dict[str, bytes]:
        """The files that a power cut would leave now."""
        chance = random.Random(seed)
        left = {}
        for name in sorted(self._names | self._durable_names):
            newest = fate == "kept" or (fate != "lost" and chance.random() < 0.5)
            contents = (self._names if newest else self._durable_names).get(name)
            if contents is not None:
                left[name] = contents.left(fate, chance)
        return left

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> apsw.VFSFile:  # noqa: N802
        self.check_power()
        return File(self, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802
        self.do("delete")
        super().xDelete(filename, False)
        self._names.pop(Path(filename).name, None)
        if syncdir:
            self.sync_folder()


class File(apsw.VFSFile):
    """As on Unix, the folder is synced together with a log or journal."""

    def __init__(self, disk: Disk, name: str | apsw.URIFilename | None, flags: list[int]) -> None:
        super().__init__("", name, flags)
        self._disk = disk
        path = name.filename() if isinstance(name, apsw.URIFilename) else name
        self._kept = disk.contents(path) if path else Contents(b"")
        self._syncs_folder = bool(flags[0] & (apsw.SQLITE_OPEN_WAL | apsw.SQLITE_OPEN_MAIN_JOURNAL))

    def xRead(self, amount: int, offset: int) -> bytes:  # noqa: N802
        self._disk.check_power()
        return super().xRead(amount, offset)

    def xWrite(self, data: Any, offset: int) -> None:  # noqa: N802
        self._disk.check_power()
        self._kept.since.append((offset, bytes(data)))
        try:
            self._disk.do("write")
        except PowerCut:
            raise
        except apsw.Error:
            self._kept.since.pop()
            raise
        super().xWrite(data, offset)

    def xTruncate(self, newsize: int) -> None:  # noqa: N802
        self._disk.check_power()
        self._kept.since.append((newsize, None))
        self._disk.do("truncate")
        super().xTruncate(newsize)

    def xSync(self, flags: int) -> None:  # noqa: N802
        self._disk.do("sync")
        self._kept.sync()
        if self._syncs_folder:
            self._disk.sync_folder()


class Careless(apsw.VFS):
    """Never syncs, which is faster: for databases that need not outlive the test."""

    def __init__(self) -> None:
        self.vfs = "careless"
        super().__init__(self.vfs, base="")

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> apsw.VFSFile:  # noqa: N802
        return CarelessFile("", name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802
        super().xDelete(filename, False)


class CarelessFile(apsw.VFSFile):
    def xSync(self, flags: int) -> None:  # noqa: N802
        pass


CARELESS = Careless()
