"""An orderly stop of the server, with clients that do not leave."""

import asyncio
from unittest.mock import patch

import uvicorn.server

from koloda.server import network
from koloda.server.compose import make_registry
from koloda.server.serve import SHUTDOWN_TIMEOUT, Server
from koloda.server.web.app import make_app
from koloda.server.web.settings import Settings
from tests.server.entropy import of_this_test
from tests.server.in_process_server import HASTY, another, opened, seated
from tests.server.memory_store import MemoryStore
from tests.server.registry_harness import Person, begun
from tests.server.simulation import LoopTime, simulate

SECOND = 1000


def test_a_request_that_hangs_costs_no_clock_time() -> None:
    """The server waits for it until the timeout, but the clocks stand from the moment of the signal."""

    async def stop() -> None:
        store, time = MemoryStore(), LoopTime()
        registry = make_registry(store, pace=0, time=time, entropy=of_this_test())
        await registry.start()
        person = next(each for each in await begun(registry, people=3, clock={"move": 600}) if each.must)
        seat = person.news["seat"]
        before = person.news["deadlines"][seat]
        listening = network.listen("127.0.0.1", 0, chosen=True)
        ready = asyncio.Event()
        server = Server(make_app(registry, Settings(limits=HASTY)), ready.set)
        serving = asyncio.create_task(server._serve([listening]))
        await ready.wait()
        _, writer = await asyncio.open_connection(*listening.getsockname())
        writer.write(b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n")
        writer.write(b"Content-Length: 100\r\n\r\n{")
        await writer.drain()
        while not server.server_state.tasks:
            await asyncio.sleep(0)
        server.should_exit = True
        stopped = time.now()
        await serving
        assert time.now() - stopped >= SHUTDOWN_TIMEOUT * SECOND, "it was waited for"
        await registry.close()
        writer.close()
        again = make_registry(store, pace=0, time=time, entropy=of_this_test())
        await again.start()
        back = await Person(again, person.table, person.token).join()
        lost = before + (time.now() - stopped) - back.news["deadlines"][seat]
        assert 0 <= lost < SECOND // 2, "uvicorn looks ten times a second whether to stop"
        await again.close()

    with patch.object(uvicorn.server, "logger"):
        simulate(stop())


def test_who_begins_to_wait_while_the_server_stops_is_answered_at_once() -> None:
    """Such a long poll kept the server from ending, for it was in nobody's list yet when all polls were answered."""

    async def wait() -> None:
        async with opened() as (app, registry), another(app) as client:
            table = await seated(client)
            seq = (await client.get(f"/api/tables/{table}/news")).json()["seq"]
            await app.close()
            before = asyncio.get_running_loop().time()
            answer = await client.get(f"/api/tables/{table}/news", params={"since": seq, "wait": 20})
            assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
            assert asyncio.get_running_loop().time() - before < 1
            assert not registry.watched(table)

    simulate(wait())
