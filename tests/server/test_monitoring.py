"""What operators and their programs ask: is it alive, is it ready, what does it count."""

import asyncio
import contextlib
from typing import Any, NoReturn

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from koloda.server.overload import FEWEST, LAG, WINDOW
from koloda.server.storage.store import StorageError
from koloda.server.tables.registry import TableRegistry
from koloda.server.web.app import App
from koloda.server.web.readiness import KEPT, Readiness
from koloda.server.web.settings import Settings
from tests.server.in_process_server import (
    HASTY,
    StandingClock,
    another,
    client_of,
    go,
    metric,
    new_table,
    opened,
    seated,
    served,
)


def lag_behind(app: App, seconds: float) -> None:
    app.metrics.overload.tables = lambda: FEWEST
    for _ in range(WINDOW):
        app.metrics.overload.note_loop(seconds, 0.7)


async def broken(*given: object) -> NoReturn:
    raise RuntimeError("a bug")


def test_an_error_of_ours_is_counted_over_http(monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask() -> None:
        async with opened() as (app, registry):
            monkeypatch.setattr(registry, "lobby", broken)
            transport = httpx.ASGITransport(app, raise_app_exceptions=False)
            async with httpx.AsyncClient(transport=transport, base_url="http://localhost:8080") as client:
                answer = await client.get("/api/lobby")
            assert (answer.status_code, answer.json()["code"]) == (500, "failed")
            assert metric(app, "refusals_total", code="failed") == 1

    go(ask)


def test_an_error_of_ours_is_counted_on_a_socket(monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask() -> None:
        async with served(Settings(limits=HASTY)) as (host, app), client_of(host) as client:
            table = await seated(client)
            monkeypatch.setattr(TableRegistry, "carry_out", broken)
            async with connect(f"ws://{host}/api/tables/{table}/socket") as socket:
                await socket.send('{"do":"undo","id":"1"}')
                with contextlib.suppress(ConnectionClosed):
                    while True:
                        await socket.recv()
            assert metric(app, "refusals_total", code="failed") == 1

    go(ask)


def test_an_error_of_ours_is_counted_in_the_background() -> None:
    async def work() -> None:
        async with opened() as (app, registry):
            task = registry.services.begin(broken())
            await asyncio.wait({task})
            await asyncio.sleep(0)
            assert metric(app, "refusals_total", code="failed") == 1

    go(work)


def test_alive_is_not_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    """`/health` does not ask the store; `/ready` says what is wrong."""

    async def ask() -> None:
        async with opened() as (app, registry), another(app) as client:

            async def full(most: int) -> list[bytes]:
                raise StorageError("the disk is gone")

            monkeypatch.setattr(registry.services.store, "public", full)
            assert (await client.get("/health")).json()["status"] == "well"
            answer = await client.get("/ready")
            assert (answer.status_code, answer.json()["code"]) == (503, "storage")

    async def overload() -> None:
        async with opened() as (app, _), another(app) as client:
            assert (await client.get("/ready")).json() == {"status": "ready"}
            lag_behind(app, 2 * LAG)
            answer = await client.get("/ready")
            assert (answer.status_code, answer.json()["detail"]["key"]) == (503, "http.busy")
            assert int(answer.headers["retry-after"]) > 0
            lag_behind(app, 0)
            assert (await client.get("/ready")).status_code == 200
            await app.close()
            answer = await client.get("/ready")
            assert (answer.status_code, answer.json()["detail"]["key"]) == (503, "http.restarting")
            assert (await client.get("/health")).status_code == 200

    go(ask)
    go(overload)


def test_however_many_ask_the_store_is_asked_once_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask() -> None:
        async with opened() as (app, registry):
            asked: list[Any] = []

            async def public(most: int) -> list[bytes]:
                await asyncio.sleep(0)
                asked.append(most)
                return []

            monkeypatch.setattr(registry.services.store, "public", public)
            clock = StandingClock()
            readiness = Readiness(registry, app.metrics, clock)
            assert set(await asyncio.gather(*(readiness.problem() for _ in range(50)))) == {None}
            assert len(asked) == 1
            clock.now += KEPT
            assert await readiness.problem() is None
            assert len(asked) == 2

    go(ask)


@pytest.mark.parametrize(
    ("client", "host", "headers", "status"),
    [
        ("127.0.0.1", "localhost:8080", {}, 200),
        ("::1", "[::1]:8080", {}, 200),
        ("127.0.0.1", "127.0.0.1:8080", {}, 200),
        ("192.0.2.7", "localhost:8080", {}, 404),
        ("192.168.1.7", "192.168.1.5:8080", {}, 404),
        ("127.0.0.1", "cards.example.org", {}, 404),
        ("127.0.0.1", "localhost:8080", {"x-forwarded-for": "127.0.0.1"}, 404),
        ("127.0.0.1", "localhost:8080", {"via": "1.1 proxy"}, 404),
    ],
)
def test_metrics_are_not_for_strangers(client: str, host: str, headers: dict[str, str], status: int) -> None:
    async def ask() -> None:
        settings = Settings(limits=HASTY, hosts=frozenset({"localhost", "cards.example.org"}))
        async with opened(settings) as (app, _), another(app, client) as visitor:
            answer = await visitor.get("/metrics", headers={"host": host, **headers})
            assert answer.status_code == status
            assert ("koloda_sockets" in answer.text) is (status == 200)

    go(ask)


def test_a_port_for_metrics_alone() -> None:
    async def ask() -> None:
        async with opened(Settings(limits=HASTY, metrics_port=9100)) as (app, _):
            transport = httpx.ASGITransport(app, client=("192.0.2.7", 1234))
            async with httpx.AsyncClient(transport=transport, base_url="http://scraper.example:9100") as scraper:
                assert "koloda_sockets 0.0" in (await scraper.get("/metrics")).text
                assert (await scraper.get("/health")).status_code == 200
                assert (await scraper.get("/ready")).status_code == 200
                for path in ("/", "/api/lobby", "/api/openapi.json"):
                    assert (await scraper.get(path)).status_code == 404
                assert (await scraper.post("/api/tables", json=new_table())).status_code == 404
            async with another(app, "127.0.0.1") as local:
                assert (await local.get("/metrics")).status_code == 404, "not on the public port then"
                assert (await local.get("/api/lobby")).status_code == 200

    go(ask)
