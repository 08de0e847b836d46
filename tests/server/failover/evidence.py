"""What a campaign leaves behind: every frame that a client sent or got, the database, and what failed when.

campaign.json      the settings, the machine, and what was counted
faults.jsonl       what failed, when, for how long, and which tables lost their owner
tables.jsonl       for every table: where it stood after the last fault, and where it ended
seen/TABLE.jsonl.gz    what its clients sent, got and lost, in the order of time
stored/TABLE.jsonl.gz  its events as the database holds them
node N.log, postgresql.log
"""

import zlib
from pathlib import Path
from typing import Any, BinaryIO, Literal

import msgspec

from koloda.server.messages import Answer, AnyCommand
from tests.server.invariants import Reader, Sent

GZIP = 31
"""For zlib: write the header of gzip."""
FAST = 1

Json = dict[str, Any]
What = Literal["sent", "news", "answer", "other", "lost", "odd"]
"""A command, frames of three kinds, a connection that broke, or news that contradict those before."""
_encode = msgspec.json.Encoder().encode
_answer = msgspec.json.Decoder(Answer)


class Seen(msgspec.Struct, kw_only=True, omit_defaults=True):
    """One thing that a client did, or that happened to it."""

    at: float
    """Seconds since 1970."""
    who: str
    what: What
    seat: int | None = None
    known: int = 0
    """The last event that the client knew when it sent a command."""
    body: msgspec.Raw = msgspec.Raw(b"null")
    """The frame."""


class Fault(msgspec.Struct, kw_only=True):
    kind: str
    where: str
    at: float
    until: float = 0.0
    orphans: list[str] = []
    """The tables whose owner was lost for longer than its lease."""
    hinders: bool = True
    """Can it hold up other nodes, or their takeovers?"""


class TableEnd(msgspec.Struct, kw_only=True):
    """Where a table stands when everything has been mended, and at the end."""

    table: str
    healed: int | None
    """The last event after the last fault; None for a table that was opened later."""
    last: int
    status: str
    behind: list[str] = []
    """Clients that did not hear everything in the end."""


_seen = msgspec.json.Decoder(Seen)


class Compressed:
    """A file of lines that is written now and then."""

    def __init__(self, path: Path) -> None:
        self._file: BinaryIO = path.open("wb")
        self._compress = zlib.compressobj(FAST, wbits=GZIP)

    def write(self, line: bytes) -> None:
        if packed := self._compress.compress(line + b"\n"):
            self._file.write(packed)

    def close(self) -> None:
        self._file.write(self._compress.flush())
        self._file.close()


def lines_of(path: Path) -> list[bytes]:
    unpacked = zlib.decompressobj(wbits=GZIP).decompress(path.read_bytes())
    return unpacked.split(b"\n")[:-1]


class Recorder:
    """Writes down what clients see, one file for each table."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "seen"
        self._folder.mkdir(parents=True)
        self._files: dict[str, Compressed] = {}

    def note(self, table: str, seen: Seen) -> None:
        if table not in self._files:
            self._files[table] = Compressed(self._folder / f"{table}.jsonl.gz")
        self._files[table].write(_encode(seen))

    def close(self) -> None:
        for file in self._files.values():
            file.close()


class TableEvidence(msgspec.Struct, kw_only=True):
    """All that is known of a table."""

    table: str
    stored: list[bytes]
    seen: list[Seen]
    end: TableEnd

    def clients(self) -> dict[str, list[Seen]]:
        found: dict[str, list[Seen]] = {}
        for each in self.seen:
            found.setdefault(each.who, []).append(each)
        return found

    def readers(self) -> dict[str, Reader]:
        return {who: reader(seen) for who, seen in self.clients().items()}


def reader(seen: list[Seen]) -> Reader:
    """What one client has of a table. Answers belong to the command with their id."""
    sent: dict[str, Sent] = {}
    frames: list[Json] = []
    for each in seen:
        match each.what:
            case "sent":
                command: AnyCommand = msgspec.json.decode(each.body, type=AnyCommand)
                sent.setdefault(command.id, Sent(command, each.known, each.at))
            case "answer":
                answer = _answer.decode(each.body)
                if answer.id in sent:
                    sent[answer.id].answers.append((each.at, answer))
            case "news":
                frames.append(news_of(each.body))
    seats = [each.seat for each in seen if each.what == "news"]
    return Reader(seats[0] if seats else None, frames, list(sent.values()))


def news_of(frame: bytes | msgspec.Raw) -> Json:
    """The news in a frame. If the wire gets another format, this is the place to read it."""
    found: Json = msgspec.json.decode(frame)
    return found


def load(folder: Path, end: TableEnd) -> TableEvidence:
    """What is known of one table."""
    seen = folder / "seen" / f"{end.table}.jsonl.gz"
    return TableEvidence(
        table=end.table,
        stored=lines_of(folder / "stored" / f"{end.table}.jsonl.gz"),
        seen=[_seen.decode(line) for line in lines_of(seen)] if seen.exists() else [],
        end=end,
    )


def ends(folder: Path) -> list[TableEnd]:
    lines = (folder / "tables.jsonl").read_bytes().splitlines()
    return [msgspec.json.decode(line, type=TableEnd) for line in lines]


def faults(folder: Path) -> list[Fault]:
    lines = (folder / "faults.jsonl").read_bytes().splitlines()
    return [msgspec.json.decode(line, type=Fault) for line in lines]
