"""Nodes on PostgreSQL wake each other, and go on with it whatever goes wrong with a connection."""

import asyncio
from typing import Any

import asyncpg
import pytest

from koloda.server.bus import postgres
from koloda.server.bus.notes import AnyNote, Appended
from koloda.server.bus.postgres import PostgresBus
from tests.server.postgres import Postgres
from tests.timeouts import HANG


@pytest.mark.parametrize(
    "problem", [asyncpg.InternalClientError("got result for unknown protocol state"), RuntimeError("a bug")]
)
def test_a_bus_that_has_failed_connects_again(
    problem: Exception, database_server: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    address, failed = database_server.fresh(), asyncio.Event()
    deliver = PostgresBus._deliver

    async def fails_once(self: PostgresBus, connection: Any) -> None:
        if not failed.is_set():
            failed.set()
            raise problem
        await deliver(self, connection)

    monkeypatch.setattr(PostgresBus, "_deliver", fails_once)
    monkeypatch.setattr(postgres, "RETRY", 0.01)

    async def test() -> None:
        one, two = PostgresBus(address), PostgresBus(address)
        heard: asyncio.Queue[tuple[int, AnyNote]] = asyncio.Queue()
        await one.start(1, lambda sender, note: None)
        await two.start(2, lambda sender, note: heard.put_nowait((sender, note)))
        await failed.wait()
        one.publish(Appended(table="a", seq=1))
        assert await asyncio.wait_for(heard.get(), HANG) == (1, Appended(table="a", seq=1))
        await one.close()
        await two.close()

    asyncio.run(test())
