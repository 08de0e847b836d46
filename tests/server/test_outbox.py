"""What is on its way to a browser is bounded."""

import asyncio

import pytest

from koloda.server.outbox import MOST_BYTES, MOST_FRAMES, Outbox
from tests.server.visitors import go


class Reader:
    """Reads when it is told to."""

    def __init__(self) -> None:
        self.got: list[bytes] = []
        self.reading = asyncio.Event()
        self.cut = 0

    async def read(self, frame: bytes) -> None:
        await self.reading.wait()
        self.got.append(frame)

    def cut_off(self) -> None:
        self.cut += 1


def test_frames_arrive_in_order() -> None:
    async def tell() -> None:
        reader = Reader()
        outbox = Outbox(reader.read, reader.cut_off)
        for n in range(MOST_FRAMES):
            outbox.send(b"%d" % n)
        reader.reading.set()
        while len(reader.got) < MOST_FRAMES:
            await asyncio.sleep(0)
        outbox.send(b"more")
        while len(reader.got) == MOST_FRAMES:
            await asyncio.sleep(0)
        assert reader.got == [*(b"%d" % n for n in range(MOST_FRAMES)), b"more"]
        assert reader.cut == 0

    go(tell)


@pytest.mark.parametrize(("frame", "most"), [(b"x", MOST_FRAMES), (b"x" * (MOST_BYTES // 4), 4)])
def test_a_slow_reader_is_cut_once(frame: bytes, most: int) -> None:
    async def tell() -> None:
        reader = Reader()
        outbox = Outbox(reader.read, reader.cut_off)
        for _ in range(most):
            outbox.send(frame)
            await asyncio.sleep(0)
        assert reader.cut == 0
        outbox.send(frame)
        outbox.send(frame)
        assert (reader.cut, outbox.closed) == (1, True)
        reader.reading.set()
        await asyncio.sleep(0.01)
        assert reader.got == [], "what was waiting is dropped: the client comes back for all of it"

    go(tell)


def test_a_reader_that_is_gone_does_no_harm() -> None:
    async def tell() -> None:
        async def broken(frame: bytes) -> None:
            raise ConnectionError

        outbox = Outbox(broken, lambda: None)
        outbox.send(b"x")
        while not outbox.closed:
            await asyncio.sleep(0)
        outbox.send(b"y")

    go(tell)
