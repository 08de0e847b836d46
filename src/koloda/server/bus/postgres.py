"""The bus of nodes on PostgreSQL: LISTEN and NOTIFY, on a connection of its own."""

import asyncio
import logging
from contextlib import suppress
from typing import Any, Final

import asyncpg

from koloda.server.bus.bus import Batches, Receive

CHANNEL: Final = "koloda"
PATIENCE: Final = 5.0
"""Seconds in which the database must answer."""
RETRY: Final = 0.5
"""Seconds until we try to connect again."""
MOST_WAITING: Final = 10_000
"""Messages that may wait while the database does not answer. Then the oldest are lost."""

PROBLEMS: Final = (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError, OSError, TimeoutError)

log = logging.getLogger(__name__)


class PostgresBus(Batches):
    """Notes are sent by a task, all that wait at once, and never in the transaction of a move (docs/cluster.md)."""

    largest = 7900
    """PostgreSQL takes less than 8000 bytes."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self._address = address
        self._outbox: list[str] = []
        self._something = asyncio.Event()
        self._work: asyncio.Task[None] | None = None

    async def start(self, node: int, receive: Receive) -> None:
        self._node, self._receive = node, receive
        connected = asyncio.Event()
        self._work = asyncio.create_task(self._stay_connected(connected))
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                await connected.wait()

    def _send(self, messages: list[bytes]) -> None:
        self._outbox = [*self._outbox, *(message.decode() for message in messages)][-MOST_WAITING:]
        self._something.set()

    async def _stay_connected(self, connected: asyncio.Event) -> None:
        while True:
            try:
                connection = await asyncpg.connect(
                    self._address,
                    timeout=PATIENCE,
                    command_timeout=PATIENCE,
                    # A note need not survive a crash: do not wait for the disk.
                    server_settings={"application_name": "koloda bus", "synchronous_commit": "off"},
                )
                try:
                    await connection.add_listener(CHANNEL, self._heard)
                    connected.set()
                    await self._deliver(connection)
                finally:
                    connection.terminate()
            except PROBLEMS as problem:
                log.warning("the bus is not connected: %s", problem)
            except Exception:  # a node without a bus would notice what others do only by looking, for ever
                log.exception("the bus has failed, connecting again")
            await asyncio.sleep(RETRY)

    async def _deliver(self, connection: Any) -> None:
        """Send what waits, until the connection breaks."""
        connection.add_termination_listener(lambda _: self._something.set())
        while True:
            await self._something.wait()
            if connection.is_closed():
                raise ConnectionError("the database has closed it")
            self._something.clear()
            outbox, self._outbox = self._outbox, []
            await connection.execute("SELECT pg_notify($1, note) FROM unnest($2::text[]) AS note", CHANNEL, outbox)

    def _heard(self, connection: Any, process: int, channel: str, payload: str) -> None:
        self._received(payload)

    async def close(self) -> None:
        self._send_waiting()
        if self._work is not None:
            for _ in range(20):  # let the last notes go
                if not self._outbox:
                    break
                await asyncio.sleep(0.005)
            self._work.cancel()
            with suppress(asyncio.CancelledError):
                await self._work
            self._work = None
