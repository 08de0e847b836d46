"""A proxy between two places of a cluster: it can cut, hold up, delay, lose and double what passes."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Final

CHUNK: Final = 1 << 16
BUS: Final = b"koloda bus"
"""How the connection for wake-ups introduces itself to PostgreSQL, in its first message."""
SOCKET: Final = ".s.PGSQL.5432"
"""What PostgreSQL calls its local socket."""
TEXT: Final = 1
"""The kind of WebSocket frame that has a command."""

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Reach = Callable[[], Awaitable[Streams]]


class Link:
    """All connections from one place to another, and what happens to them at the moment."""

    def __init__(self, reach: Reach, doubled: float = 0.0, chance: Random | None = None) -> None:
        """`reach` connects to the other place; `doubled` is how likely a WebSocket frame to it is doubled."""
        self._reach = reach
        self._doubled = doubled
        self._chance = chance or Random(0)
        self._free = asyncio.Event()
        self._free.set()
        self._cut = self._deaf = False
        self.delay = 0.0
        """Seconds that everything takes longer."""
        self._writers: set[asyncio.StreamWriter] = set()
        self.doubles = 0

    def cut(self) -> None:
        """Break all connections, and let nobody connect."""
        self._cut = True
        self._break()

    def hold(self) -> None:
        """Nothing passes, but nobody is told: what is sent waits."""
        self._free.clear()

    def deafen(self) -> None:
        """Whatever is sent to the other place arrives there; its answers are lost."""
        self._deaf = True

    def heal(self) -> None:
        self._cut = False
        self.delay = 0.0
        if self._deaf:
            self._break()  # a stream cannot go on with a part missing
        self._deaf = False
        self._free.set()

    def _break(self) -> None:
        for writer in self._writers:
            writer.transport.abort()

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, first: bytes = b"") -> None:
        """Carry a connection to its end. `first` was already read."""
        await self._free.wait()
        if self._cut:
            writer.transport.abort()
            return
        try:
            there, back = await self._reach()
        except OSError:
            writer.transport.abort()
            return
        ends = (writer, back)
        self._writers.update(ends)
        try:
            if first:
                back.write(first)
            frames = Frames(self._chance, self._doubled) if self._doubled else None
            ways = [self._pass_on(reader, back, frames), self._pass_back(there, writer)]
            for way in asyncio.as_completed(ways):
                await way
                break
        finally:
            self._writers.difference_update(ends)
            for end in ends:
                end.transport.abort()

    async def _pass_on(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, frames: "Frames | None"
    ) -> None:
        with suppress(OSError):
            while data := await reader.read(CHUNK):
                await self._wait()
                passing = data if frames is None else frames.read(data)
                if frames is not None:
                    self.doubles += frames.take_doubles()
                writer.write(passing)
                await writer.drain()

    async def _pass_back(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(CHUNK):
                await self._wait()
                if not self._deaf:
                    writer.write(data)
                    await writer.drain()

    async def _wait(self) -> None:
        await self._free.wait()
        if self.delay:
            await asyncio.sleep(self.delay)


class Frames:
    """Finds the frames that a client sends over a WebSocket, and doubles some of those that have text."""

    def __init__(self, chance: Random, doubled: float) -> None:
        self._chance = chance
        self._doubled = doubled
        self._rest = b""
        self._upgraded: bool | None = None
        """None until the request is read; False for plain HTTP."""
        self._doubles = 0

    def take_doubles(self) -> int:
        doubles, self._doubles = self._doubles, 0
        return doubles

    def read(self, data: bytes) -> bytes:
        """What is to be sent for these bytes, and those that were kept before."""
        if self._upgraded is False:
            return data
        self._rest += data
        passing = b""
        if self._upgraded is None:
            head, end, rest = self._rest.partition(b"\r\n\r\n")
            if not end:
                return b""
            self._upgraded = b"upgrade: websocket" in head.lower()
            if not self._upgraded:
                passing, self._rest = self._rest, b""
                return passing
            passing, self._rest = head + end, rest
        while (frame := self._frame()) is not None:
            passing += frame
            if frame[0] & 0x0F == TEXT and self._chance.random() < self._doubled:
                passing += frame
                self._doubles += 1
        return passing

    def _frame(self) -> bytes | None:
        """The next whole frame, which is then no longer kept."""
        rest = self._rest
        if len(rest) < 2:
            return None
        length, masked = rest[1] & 0x7F, rest[1] >> 7
        head = 2
        if length >= 126:
            head += 2 if length == 126 else 8
            if len(rest) < head:
                return None
            length = int.from_bytes(rest[2:head], "big")
        size = head + 4 * masked + length
        if len(rest) < size:
            return None
        self._rest = rest[size:]
        return rest[:size]


class ClientProxy:
    """Where clients of one node connect to. The node may come back under another port."""

    def __init__(self, doubled: float, chance: Random) -> None:
        self.link = Link(self._reach, doubled, chance)
        self.target = ""
        """The address of the node; "" while it is down."""
        self.address = ""

    async def start(self) -> None:
        self._server = await asyncio.start_server(self.link.carry, "127.0.0.1", 0)
        host, port = self._server.sockets[0].getsockname()
        self.address = f"{host}:{port}"

    async def _reach(self) -> Streams:
        host, _, port = self.target.partition(":")
        if not port:
            raise ConnectionRefusedError("the node is down")
        return await asyncio.open_connection(host, int(port))

    def close(self) -> None:
        self._server.close()
        self.link.cut()


class DatabaseProxy:
    """Where one node finds PostgreSQL: a local socket of its own. Wake-ups have a link of their own."""

    def __init__(self, folder: Path, database: Path) -> None:
        self._folder = folder
        self._database = database
        self.store, self.bus = Link(self._reach), Link(self._reach)

    async def start(self) -> None:
        self._folder.mkdir(parents=True)
        self._server = await asyncio.start_unix_server(self._carry, self._folder / SOCKET)

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        first = await reader.read(CHUNK)
        link = self.bus if BUS in first else self.store
        await link.carry(reader, writer, first)

    async def _reach(self) -> Streams:
        return await asyncio.open_unix_connection(self._database / SOCKET)

    @property
    def links(self) -> tuple[Link, Link]:
        return self.store, self.bus

    def close(self) -> None:
        self._server.close()
        for link in self.links:
            link.cut()
