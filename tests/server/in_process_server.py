"""A server in the test's own process, and clients for it."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Callable, Coroutine
from pathlib import Path
from typing import Any
from unittest.mock import patch

import httpx
import uvicorn.server

from koloda.server import network
from koloda.server.certificate import Certificate
from koloda.server.compose import make_registry
from koloda.server.metrics import Metrics
from koloda.server.serve import Server
from koloda.server.tables.registry import TableRegistry
from koloda.server.web.app import App, make_app
from koloda.server.web.handover import Handover
from koloda.server.web.pages import Pages
from koloda.server.web.settings import Limits, Settings
from tests.server.entropy import of_this_test
from tests.server.memory_store import MemoryStore
from tests.timeouts import HANG

HASTY = Limits(commands=10_000, requests=10_000, tables=600_000, sockets=10_000)
NONCE = "0123456789abcdef" * 2


def go(test: Callable[..., Coroutine[Any, Any, None]], *args: Any) -> None:
    """Run an asynchronous test; if it hangs, it fails."""
    asyncio.run(asyncio.wait_for(test(*args), HANG))


class Unmeasured(Metrics):
    """However busy the machine is, the server is not overloaded."""

    async def measure_lag(self) -> None:
        await asyncio.Event().wait()


@contextlib.asynccontextmanager
async def opened(
    settings: Settings | None = None, pages: Path | None = None, documentation: Path | None = None
) -> AsyncIterator[tuple[App, TableRegistry]]:
    settings = settings or Settings(limits=HASTY)
    registry = make_registry(MemoryStore(), address=settings.address, pace=0, entropy=of_this_test())
    await registry.start()
    try:
        served_pages = None if pages is None else Pages(pages, settings.base)
        yield make_app(registry, settings, served_pages, Unmeasured(), documentation), registry
    finally:
        await registry.close()


@contextlib.asynccontextmanager
async def visitor(
    settings: Settings | None = None, pages: Path | None = None, documentation: Path | None = None
) -> AsyncIterator[httpx.AsyncClient]:
    """A client without a network in between."""
    async with opened(settings, pages, documentation) as (app, _), another(app) as client:
        yield client


def another(app: App, address: str = "192.0.2.7") -> httpx.AsyncClient:
    transport = httpx.ASGITransport(app, client=(address, 1234))
    return httpx.AsyncClient(transport=transport, base_url="http://localhost:8080")


def client_of(address: str, patience: float = HANG) -> httpx.AsyncClient:
    """A client over the network. Without certificates, which take long to load."""
    return httpx.AsyncClient(base_url=f"http://{address}", timeout=patience, verify=False, trust_env=False)


class StandingClock:
    """A clock that stands still until it is set."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


class Brisk:
    """asyncio for uvicorn, which checks ten times a second whether to exit: here it checks more often."""

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds / 50)


@contextlib.asynccontextmanager
async def served(
    settings: Settings | None = None,
    listening: socket.socket | None = None,
    certificate: Certificate | None = None,
) -> AsyncIterator[tuple[str, App]]:
    """A server on a port: `localhost:12345`."""
    async with opened(settings) as (app, _), listening_app(app, listening=listening, certificate=certificate) as host:
        yield host, app


@contextlib.asynccontextmanager
async def listening_app(
    app: App,
    handover: Handover | None = None,
    listening: socket.socket | None = None,
    certificate: Certificate | None = None,
) -> AsyncIterator[str]:
    """Serve an app on a port: `localhost:12345`."""
    listening = listening or network.listen("127.0.0.1", 0, chosen=True)
    ready = asyncio.Event()
    server = Server(app, ready.set, certificate=certificate, handover=handover)
    with patch.object(uvicorn.server, "asyncio", Brisk()):
        serving = asyncio.create_task(server._serve([listening]))
        app.start()
        await ready.wait()
        try:
            yield f"localhost:{listening.getsockname()[1]}"
        finally:
            server.should_exit = True
            await serving


def metric(app: App, name: str, **labels: str) -> float:
    return app.metrics.registry.get_sample_value(f"koloda_{name}", labels) or 0


def new_table(**more: Any) -> dict[str, Any]:
    return {"game": "no_thanks", "players": 3, "name": "Anna", "nonce": NONCE, "seats": ["greedy", "greedy"], **more}


async def seated(client: httpx.AsyncClient, **more: Any) -> str:
    """Open a table and sit at it."""
    answer = await client.post("/api/tables", json=new_table(**more))
    assert answer.status_code == 200, answer.text
    return str(answer.json()["table"])


async def news_on_turn(client: httpx.AsyncClient, table: str) -> Any:
    """The news in which it is the client's turn. Bots may be moving before."""
    news = (await client.get(f"/api/tables/{table}/news")).json()
    while not (news["offer"] or {}).get("must"):
        news = await later_news(client, table, news["seq"])
    return news


async def later_news(client: httpx.AsyncClient, table: str, seq: int) -> Any:
    """The first news after a number."""
    news = {"seq": seq}
    while news["seq"] <= seq:
        news = (await client.get(f"/api/tables/{table}/news", params={"since": seq, "wait": 5})).json()
    return news
