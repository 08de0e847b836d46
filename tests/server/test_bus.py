"""What every bus between nodes must do. Notes may be lost, but not because somebody is busy for a moment."""

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path

import pytest

from koloda.server.bus.bus import Bus
from koloda.server.bus.datagrams import ROOM, DatagramBus
from koloda.server.bus.notes import AnyNote, Appended, Removed
from koloda.server.bus.postgres import PostgresBus
from tests.server.in_process_server import go
from tests.server.postgres import Postgres

MakeBus = Callable[[], Bus]


@pytest.fixture(params=["datagrams", "postgres"])
def make_bus(request: pytest.FixtureRequest, tmp_path: Path) -> MakeBus:
    if request.param == "datagrams":
        return lambda: DatagramBus(tmp_path)
    server: Postgres = request.getfixturevalue("database_server")
    return lambda: PostgresBus(server.address())


class Listener:
    """A node with a bus that notes what it hears."""

    def __init__(self, bus: Bus, number: int) -> None:
        self.bus = bus
        self.number = number
        self.heard: list[tuple[int, AnyNote]] = []

    async def start(self) -> "Listener":
        await self.bus.start(self.number, lambda sender, note: self.heard.append((sender, note)))
        return self

    async def hears(self, count: int) -> list[tuple[int, AnyNote]]:
        while len(self.heard) < count:
            await asyncio.sleep(0.001)
        return self.heard


def appended(number: int) -> Appended:
    return Appended(table="k3mz8w2p", seq=number)


def test_everybody_else_hears_a_note_and_nobody_twice(make_bus: MakeBus) -> None:
    async def test() -> None:
        one, two, three = [await Listener(make_bus(), number).start() for number in (1, 2, 3)]
        one.bus.publish(appended(7))
        for other in (two, three):
            assert await other.hears(1) == [(1, appended(7))]
        two.bus.publish(Removed(table="k3mz8w2p"))
        assert await one.hears(1) == [(2, Removed(table="k3mz8w2p"))]
        assert await three.hears(2) == [(1, appended(7)), (2, Removed(table="k3mz8w2p"))]
        assert len(two.heard) == 1, "what it has told itself does not come back"
        for each in (one, two, three):
            await each.bus.close()

    go(test)


def test_notes_arrive_in_order_however_many_and_whoever_has_left(make_bus: MakeBus) -> None:
    async def test() -> None:
        one, two, gone = [await Listener(make_bus(), number).start() for number in (1, 2, 3)]
        await gone.bus.close()
        for number in range(2000):
            one.bus.publish(appended(number))
            if number % 100 == 99:
                await asyncio.sleep(0)
        assert await two.hears(2000) == [(1, appended(number)) for number in range(2000)]
        assert gone.heard == []
        for each in (one, two):
            await each.bus.close()

    go(test)


def test_a_worker_that_is_busy_hears_everything_afterwards(tmp_path: Path) -> None:
    async def test() -> None:
        one, two = [await Listener(DatagramBus(tmp_path), number).start() for number in (1, 2)]
        busy = two.bus
        assert isinstance(busy, DatagramBus)
        assert busy._socket is not None
        loop = asyncio.get_running_loop()
        loop.remove_reader(busy._socket)
        for number in range(100):  # each in a datagram of its own: more than the system keeps
            one.bus.publish(appended(number))
            await asyncio.sleep(0)
        loop.add_reader(busy._socket, busy._read)
        assert await two.hears(100) == [(1, appended(number)) for number in range(100)]
        for each in (one, two):
            await each.bus.close()

    go(test)


def test_what_waits_for_a_worker_is_bounded(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        one, two = [await Listener(DatagramBus(tmp_path), number).start() for number in (1, 2)]
        busy = two.bus
        assert isinstance(busy, DatagramBus)
        assert busy._socket is not None
        asyncio.get_running_loop().remove_reader(busy._socket)
        note = Removed(table="x" * 50_000)
        for _ in range(4 * ROOM // 50_000):
            one.bus.publish(note)
            await asyncio.sleep(0)
        assert isinstance(one.bus, DatagramBus)
        assert sum(map(len, one.bus._unsent["2"])) <= ROOM
        for each in (one, two):
            await each.bus.close()

    with caplog.at_level(logging.WARNING):
        go(test)
    assert "too busy" in caplog.text
