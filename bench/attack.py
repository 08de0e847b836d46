"""One hostile address that uses all it may, and tries more: a process of its own, for fairness.py.

`attack.py PORT WAY TABLE …` attacks a server on loopback from 127.0.0.2 until its input ends, then prints what it did
as JSON. The way is `limits` (as many requests, replays and new tables as it may have), `floods` (frames, pings and half
a request, as many as it can send) or `all`. The tables are games that are over, whose replays it asks for.
"""

import asyncio
import base64
import contextlib
import itertools
import json
import os
import sys
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

from koloda.server.tables.background import step_back

SOURCE = "127.0.0.2"
FRAME = b"\x81\x82\0\0\0\0{}"
PING = b"\x89\x80\0\0\0\0"
SOCKETS = 8
"""Connections that flood, for each way to do it."""
HALF_SENT = 300
"""Connections with half a request."""
PAUSE = 0.005
done: Counter[str] = Counter()


@contextlib.asynccontextmanager
async def dialled(port: int) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(SOURCE, 0))
    try:
        yield reader, writer
    finally:
        writer.transport.abort()


async def flood(port: int, table: str, frame: bytes, name: str, read: bool) -> None:
    """Send frames on a socket, many at a time, with or without reading what comes back."""
    key = base64.b64encode(os.urandom(16)).decode()
    async with dialled(port) as (reader, writer):
        writer.write(
            f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: localhost:{port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        if b" 101 " not in await reader.readline():
            done[f"{name}: refused"] += 1
            await asyncio.sleep(0.5)
            return
        done[f"{name}: connected"] += 1
        reading = asyncio.create_task(drain(reader)) if read else None
        try:
            while not writer.transport.is_closing():
                writer.write(frame * 1000)
                async with asyncio.timeout(10):
                    await writer.drain()
                done[f"{name}: sent"] += 1000
                await asyncio.sleep(PAUSE)
        finally:
            if reading is not None:
                reading.cancel()


async def drain(reader: asyncio.StreamReader) -> None:
    with contextlib.suppress(OSError):
        while await reader.read(65536):
            pass


async def ask(port: int, paths: Sequence[str], name: str, at_once: int, body: bytes = b"") -> None:
    """Send requests one after another on one connection, some of them at once."""
    async with dialled(port) as (reader, writer):
        method = "POST" if body else "GET"
        for path in itertools.cycle(paths):
            request = f"{method} {path} HTTP/1.1\r\nHost: localhost:{port}\r\nContent-Type: application/json\r\n"
            writer.write((request + f"Content-Length: {len(body)}\r\n\r\n").encode() * at_once + body)
            for _ in range(at_once):
                head = (await reader.readuntil(b"\r\n\r\n")).decode()
                size = next(int(line[15:]) for line in head.splitlines() if line.lower().startswith("content-length:"))
                await reader.readexactly(size)
                done[f"{name}: {head.split()[1]}"] += 1
            await asyncio.sleep(PAUSE)


async def half_sent(port: int) -> None:
    """Begin a request and never end it."""
    async with dialled(port) as (reader, writer):
        writer.write(b"GET /api/lobby HTTP/1.1\r\n")
        reading = asyncio.create_task(drain(reader))
        for number in itertools.count():
            writer.write(f"X-{number}: x\r\n".encode())
            await asyncio.wait([reading], timeout=1)
            if reading.done():
                done["half a request: hung up on"] += 1
                return


async def again(attempt: Callable[[], Awaitable[None]]) -> None:
    """Whatever the server does about it, begin anew."""
    while True:
        with contextlib.suppress(OSError, EOFError, TimeoutError, ExceptionGroup):
            await attempt()
        await asyncio.sleep(PAUSE)


async def attack(port: int, way: str, tables: Sequence[str]) -> None:
    replays = [f"/api/tables/{table}/replay?seat={seat}" for table in tables for seat in range(8)]
    replays += [f"/api/tables/{table}/{what}" for table in tables for what in ("replay", "record", "deal")]
    new = {"game": "tugriki", "players": 8, "name": "Eve", "nonce": "0123456789abcdef" * 2, "seats": ["random"] * 7}
    table = json.dumps({**new, "start": True}).encode()
    attempts: list[Callable[[], Awaitable[None]]] = []
    if way in ("floods", "all"):
        attempts += [lambda: flood(port, tables[0], FRAME, "frames", read=True)] * SOCKETS
        attempts += [lambda: flood(port, tables[0], PING, "pings", read=True)] * SOCKETS
        attempts += [lambda: flood(port, tables[0], PING, "pings without reading", read=False)] * SOCKETS
        attempts += [lambda: half_sent(port)] * HALF_SENT
    if way in ("limits", "all"):
        attempts += [lambda: ask(port, replays, "replays", 1)] * 4
        attempts += [lambda: ask(port, ["/api/tables"], "new tables", 1, table)] * 2
        attempts += [lambda: ask(port, ["/api/lobby", "/health", "/metrics"], "requests", 20)] * 2
    tasks = [asyncio.create_task(again(attempt)) for attempt in attempts]
    await asyncio.to_thread(sys.stdin.read)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


if __name__ == "__main__":
    step_back()  # it shares our processor, which a stranger would not, and must not take it from the players
    asyncio.run(attack(int(sys.argv[1]), sys.argv[2], sys.argv[3:]))
    print(json.dumps(dict(sorted(done.items()))))
