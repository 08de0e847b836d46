"""The Bus interface, and the bus of a server that is alone."""

import asyncio
from collections.abc import Callable
from typing import Protocol

from koloda.server.bus.notes import AnyNote, packed, unpacked

Receive = Callable[[int, AnyNote], None]
"""Is told the number of the node and what it tells."""


class Bus(Protocol):
    @property
    def alone(self) -> bool:
        """Is it certain that there are no other nodes?"""

    async def start(self, node: int, receive: Receive) -> None:
        """Begin to listen. `node` is our own number; what we publish does not come back to us."""

    def publish(self, note: AnyNote) -> None:
        """Tell all other nodes, soon. Never waits and never raises; notes may be lost."""

    async def close(self) -> None:
        """Send what is waiting, and end."""


class NoBus:
    """Nobody listens."""

    alone = True

    async def start(self, node: int, receive: Receive) -> None:
        pass

    def publish(self, note: AnyNote) -> None:
        pass

    async def close(self) -> None:
        pass


class Batches:
    """Collects the notes of one turn of the event loop, and hands them on together. A bus extends it."""

    alone = False
    largest = 7900
    """Bytes of one message."""

    def __init__(self) -> None:
        self._node = 0
        self._receive: Receive = lambda node, note: None
        self._waiting: list[AnyNote] = []
        self._flush: asyncio.Handle | None = None

    def publish(self, note: AnyNote) -> None:
        self._waiting.append(note)
        if self._flush is None:
            self._flush = asyncio.get_running_loop().call_soon(self._send_waiting)

    def _send_waiting(self) -> None:
        notes, self._waiting, self._flush = self._waiting, [], None
        if notes:
            self._send(packed(self._node, notes, self.largest))

    def _send(self, messages: list[bytes]) -> None:
        raise NotImplementedError

    def _received(self, message: bytes | str) -> None:
        sender, notes = unpacked(message)
        if sender != self._node:
            for note in notes:
                self._receive(sender, note)
