"""What is on its way to one browser. It is bounded: a reader that is too slow is cut off, and can come back for all."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

MOST_FRAMES = 64
MOST_BYTES = 256 * 1024
Transmit = Callable[[bytes], Awaitable[None]]


class Outbox:
    """Frames go out in order. There is a task only while there is something to send: most browsers mostly wait."""

    __slots__ = ("_cut", "_frames", "_size", "_transmit", "_writer", "closed")

    def __init__(self, transmit: Transmit, cut: Callable[[], None]) -> None:
        self._transmit = transmit
        self._cut = cut
        self._frames: deque[bytes] = deque()
        self._size = 0
        self._writer: asyncio.Task[None] | None = None
        self.closed = False

    def send(self, frame: bytes) -> None:
        """Never waits."""
        if self.closed:
            return
        self._frames.append(frame)
        self._size += len(frame)
        if len(self._frames) > MOST_FRAMES or self._size > MOST_BYTES:
            self.close()
            self._cut()
        elif self._writer is None:
            self._writer = asyncio.create_task(self._write())

    def close(self) -> None:
        self.closed = True
        self._frames.clear()
        self._size = 0
        if self._writer is not None:
            self._writer.cancel()
            self._writer = None

    async def _write(self) -> None:
        try:
            while self._frames:
                await self._transmit(self._frames[0])
                self._size -= len(self._frames.popleft())
        except Exception:  # whatever the transport says: this reader is gone, and the other side has noticed
            self.closed = True
            self._frames.clear()
        finally:
            self._writer = None
