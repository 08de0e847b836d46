"""The table over a real WebSocket."""

import asyncio
import contextlib
import json
import socket
import tomllib
from collections.abc import AsyncIterator
from functools import partial
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
import uvicorn
from uvicorn.server import ServerState
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Frame, Opcode

from koloda.server import network
from koloda.server.compose import make_registry
from koloda.server.tables.clocks import SteadyTime
from koloda.server.web import app as server_app
from koloda.server.web import websocket, websocket_protocol
from koloda.server.web.app import App, make_app
from koloda.server.web.rate_limits import RateLimits
from koloda.server.web.settings import Limits, Settings
from tests.server.built_pages import ROOT
from tests.server.in_process_server import HASTY, StandingClock, client_of, go, metric, seated, served
from tests.server.memory_store import MemoryStore
from tests.timeouts import HANG


@pytest.mark.parametrize("size", [0, 125, 126, 65535, 65536, 100_000])
def test_frames_are_framed_as_the_library_does(size: int) -> None:
    text = b"x" * size
    assert websocket_protocol.head(size) + text == Frame(Opcode.TEXT, text).serialize(mask=False)


@pytest.mark.parametrize("size", [0, 1, 3, 4, 5, 60, 125])
def test_a_short_text_is_read_as_the_library_wrote_it(size: int) -> None:
    text = bytes(range(65, 75)) * 13
    frame = Frame(Opcode.TEXT, text[:size]).serialize(mask=True)
    assert websocket_protocol.is_one_frame(frame)
    assert websocket_protocol.unmasked(frame) == text[:size]


@pytest.mark.parametrize(
    "data",
    [
        b"\x81",
        Frame(Opcode.TEXT, b"x" * 126).serialize(mask=True),
        Frame(Opcode.TEXT, b"part", fin=False).serialize(mask=True),
        Frame(Opcode.CONT, b"part").serialize(mask=True),
        Frame(Opcode.CLOSE, b"").serialize(mask=True),
        b"\xc1" + Frame(Opcode.TEXT, b"compressed").serialize(mask=True)[1:],
        Frame(Opcode.TEXT, b"text").serialize(mask=False),
        Frame(Opcode.TEXT, b"text").serialize(mask=True)[:-1],
        Frame(Opcode.TEXT, b"text").serialize(mask=True) * 2,
    ],
    ids=["head", "long", "part", "rest", "close", "compressed", "unmasked", "cut off", "two"],
)
def test_everything_but_one_short_frame_is_left_to_the_library(data: bytes) -> None:
    assert not websocket_protocol.is_one_frame(data)


def test_uvicorns_private_protocol_is_the_one_that_we_know() -> None:
    async def look() -> None:
        config = uvicorn.Config(make_app(make_registry(MemoryStore()), Settings()), http="h11", lifespan="off")
        known = websocket_protocol.WebSocketProtocol(config, ServerState(), {})
        theirs = {*vars(known), *dir(type(known).__bases__[0])}
        missing = [name for name in websocket_protocol.USED if name not in theirs]
        missing += [f"conn.{name}" for name in websocket_protocol.USED_BY_CONNECTION if not hasattr(known.conn, name)]
        assert not missing, (
            f"uvicorn {uvicorn.__version__}: WebSocketsSansIOProtocol no longer has {', '.join(missing)}. "
            "Adapt src/koloda/server/web/websocket_protocol.py, or keep the bound of uvicorn in pyproject.toml."
        )

    go(look)


def test_the_version_of_uvicorn_is_bounded() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    (asked,) = [each for each in project["dependencies"] if each.startswith("uvicorn")]
    assert "<" in asked, "its WebSocket protocol is private and may change with any version"


@contextlib.asynccontextmanager
async def at_a_table(
    settings: Settings | None = None, listening: socket.socket | None = None, **wanted: Any
) -> AsyncIterator[tuple[str, str, httpx.AsyncClient, App]]:
    """The socket's address, the host's cookie, the host's browser."""
    async with served(settings, listening) as (host, app), client_of(host) as client:
        table = await seated(client, **wanted)
        yield (
            f"ws://{host}/api/tables/{table}/socket",
            f"koloda_{table}={client.cookies[f'koloda_{table}']}",
            client,
            app,
        )


def sit(url: str, cookie: str = "", **more: Any) -> connect:
    headers = {"cookie": cookie} if cookie else {}
    return connect(
        url,
        additional_headers={**headers, **more},
        proxy=None,
        open_timeout=HANG,
        close_timeout=HANG,
        ping_interval=None,
    )


async def hear(seat: ClientConnection, say: str) -> Any:
    while True:
        frame = json.loads(await seat.recv())
        if frame["say"] == say:
            return frame


async def do(seat: ClientConnection, /, **command: Any) -> Any:
    await seat.send(json.dumps(command))
    return await hear(seat, "answer")


async def code_of_the_end(connection: ClientConnection) -> int | None:
    with contextlib.suppress(ConnectionClosed):
        while True:
            await connection.recv()
    return connection.close_code


@contextlib.asynccontextmanager
async def by_hand(url: str, host: str = "") -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A handshake without a library; nothing is read after it."""
    own, _, path = url.removeprefix("ws://").partition("/")
    small = socket.socket()
    small.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    small.connect(("127.0.0.1", int(own.rpartition(":")[2])))
    reader, writer = await asyncio.open_connection(sock=small, limit=1024)
    try:
        writer.write(
            f"GET /{path} HTTP/1.1\r\nHost: {host or own}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        yield reader, writer
    finally:
        writer.transport.abort()
        await asyncio.sleep(0)


def test_a_whole_game_over_a_socket() -> None:
    async def play() -> None:
        async with at_a_table(start=True) as (url, cookie, _, _), sit(url, cookie) as seat:
            news = await hear(seat, "news")
            assert (news["since"], news["seat"]) == (0, 0)
            number = 0
            while news["table"]["status"] != "over":
                offer = news["offer"]
                if offer is not None and offer["must"]:
                    number += 1
                    await seat.send(
                        json.dumps({"do": "act", "id": str(number), "offer": offer["number"], "move": "take"})
                    )
                before = news["seq"]
                while news["seq"] == before:
                    news = await hear(seat, "news")
                    assert news["since"] in (before, news["seq"])
            assert news["view"]["phase"] == "over"

    go(play)


def test_news_come_before_the_answer() -> None:
    """As docs/protocol.md says: durable, then published, then answered."""

    async def play() -> None:
        async with at_a_table() as (url, cookie, _, _), sit(url, cookie) as seat:
            before = await hear(seat, "news")
            await seat.send(json.dumps({"do": "start", "id": "1", "bot": "greedy"}))
            frames = [json.loads(await seat.recv()) for _ in range(2)]
            assert [frame["say"] for frame in frames] == ["news", "answer"]
            assert frames[0]["seq"] > before["seq"]
            assert frames[1]["failure"] is None

    go(play)


def test_spectators_see_and_cannot_act() -> None:
    async def watch() -> None:
        async with at_a_table(start=True) as (url, _, client, _), sit(url) as seat, sit(f"{url}?screen=1") as screen:
            news = await hear(seat, "news")
            assert (news["seat"], news["offer"]) == (None, None)
            news = await hear(screen, "news")
            assert (news["table"]["screens"], news["table"]["watching"]) == (1, 1)
            answer = await do(seat, do="act", id="1", offer=1, move="take")
            assert answer["failure"]["code"] == "no_seat"
            answer = await do(screen, do="emote", id="1", emote="yes")
            assert answer["failure"]["code"] == "no_seat"
            assert (await client.get("/metrics")).text.count("koloda_sockets 2") == 1

    go(watch)


def test_a_client_gets_only_what_it_missed() -> None:
    async def miss() -> None:
        async with at_a_table() as (url, cookie, client, _):
            async with sit(url, cookie) as seat:
                seq = (await hear(seat, "news"))["seq"]
            table = url.split("/")[-2]
            await client.post(f"/api/tables/{table}/do", json={"do": "start", "id": "1", "bot": "greedy"})
            async with sit(f"{url}?since={seq}", cookie) as seat:
                news = await hear(seat, "news")
                assert news["since"] == seq < news["seq"]
                assert any(fact["key"] == "server.begun" for fact in news["facts"])
            for odd in ("-1", "x", "9" * 30, "1e3", "٣"):
                async with sit(f"{url}?since={odd}", cookie) as seat:
                    assert (await hear(seat, "news"))["since"] == 0

    go(miss)


def test_two_tabs_and_an_emote() -> None:
    async def feel() -> None:
        async with at_a_table() as (url, cookie, _, _), sit(url, cookie) as one, sit(url, cookie) as two:
            assert (await do(one, do="emote", id="1", emote="your_turn"))["failure"] is None
            assert await hear(two, "emote") == {"say": "emote", "seat": 0, "emote": "your_turn"}

    go(feel)


def test_hearts_beat(monkeypatch: pytest.MonkeyPatch) -> None:
    async def listen() -> None:
        begins: asyncio.Future[SteadyTime] = asyncio.get_running_loop().create_future()

        async def pass_at_once(seconds: float) -> None:
            time = await begins
            time._ahead += seconds
            await asyncio.sleep(0)

        monkeypatch.setattr(websocket, "asyncio", SimpleNamespace(sleep=pass_at_once))
        async with at_a_table() as (url, cookie, _, app), sit(url, cookie) as seat:
            news = await hear(seat, "news")
            time = app._websockets._registry.services.time
            assert isinstance(time, SteadyTime)
            begins.set_result(time)
            while (frame := json.loads(await seat.recv()))["say"] == "news":
                news = frame
            assert (frame["say"], frame["seq"]) == ("beat", news["seq"])
            assert frame["now"] - news["now"] >= 1000 * websocket.HEARTBEAT

    go(listen)


@pytest.mark.parametrize(
    "frame", ["", "x", "[]", "null", '{"do":"act"}', '{"do":"fly","id":"7"}', b"\xff\xfe", '{"do":"undo","id":7}',
              '{"do":"undo","id":"7","seat":1}', '{"do":"undo","id":"\\ud800"}', "[" * 2000]
)  # fmt: skip
def test_frames_that_cannot_be_understood(frame: str | bytes) -> None:
    async def send() -> None:
        async with at_a_table() as (url, cookie, _, _), sit(url, cookie) as seat:
            await seat.send(frame)
            answer = await hear(seat, "answer")
            assert answer["failure"]["code"] == "bad_message"
            assert answer["id"] == (
                "7" if frame in ('{"do":"fly","id":"7"}', '{"do":"undo","id":"7","seat":1}') else ""
            )
            assert (await do(seat, do="emote", id="1", emote="yes"))["failure"] is None, "and life goes on"

    go(send)


def test_a_frame_too_large_ends_the_connection() -> None:
    async def send() -> None:
        async with at_a_table() as (url, cookie, _, _), sit(url, cookie) as seat:
            assert (await do(seat, do="undo", id="x" * 4000))["failure"]["code"] == "bad_message"
            await seat.send("x" * 4097)
            assert await code_of_the_end(seat) == 1009

    go(send)


@pytest.mark.parametrize("origin", ["http://evil.example", "null"])
def test_foreign_pages_are_refused(origin: str) -> None:
    async def come() -> None:
        async with at_a_table() as (url, cookie, _, _):
            with pytest.raises(InvalidStatus) as refused:
                await sit(url, cookie, origin=origin)
            assert refused.value.response.status_code == 403

    go(come)


def test_a_foreign_name_is_refused() -> None:
    async def come() -> None:
        async with at_a_table() as (url, _, _, _), by_hand(url, host="evil.example") as (reader, _):
            assert b" 403 " in await reader.readline()

    go(come)


def test_our_own_page_is_let_in() -> None:
    async def come() -> None:
        async with at_a_table() as (url, cookie, _, _):
            origin = url.replace("ws://", "http://").partition("/api")[0]
            async with sit(url, cookie, origin=origin) as seat:
                assert (await hear(seat, "news"))["seat"] == 0

    go(come)


def test_no_such_table() -> None:
    async def come() -> None:
        async with served() as (host, _):
            for table in ("k3mz8w2p", "x"):
                with pytest.raises(InvalidStatus) as refused:
                    await sit(f"ws://{host}/api/tables/{table}/socket")
                assert refused.value.response.status_code == 404
                assert json.loads(refused.value.response.body)["code"] == "no_table"

    go(come)


def test_who_is_too_fast_is_told_so_and_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = StandingClock()
    monkeypatch.setattr(server_app, "RateLimits", partial(RateLimits, now=clock))

    async def hurry() -> None:
        limits = Limits(commands=1, requests=10_000, tables=1000)
        async with at_a_table(Settings(limits=limits)) as (url, cookie, _, _), sit(url, cookie) as seat:
            answers = [await do(seat, do="rename", id=str(n), name="Zoe") for n in range(6)]
            fast = [answer for answer in answers if answer["failure"] is not None]
            assert [answer["id"] for answer in fast] == ["4", "5"]
            assert fast[0]["failure"]["code"] == "too_fast"
            clock.now += fast[-1]["failure"]["retry_after"]
            assert (await do(seat, do="rename", id="later", name="Zoe"))["failure"] is None

    go(hurry)


def test_an_address_holds_so_many_sockets() -> None:
    async def crowd() -> None:
        limits = Limits(commands=100, requests=10_000, tables=1000, sockets=1)
        async with at_a_table(Settings(limits=limits)) as (url, _, _, _), sit(url) as seat:
            await hear(seat, "news")
            with pytest.raises(InvalidStatus) as refused:
                await sit(url)
            assert refused.value.response.status_code == 429
            assert "retry-after" in refused.value.response.headers

    go(crowd)


def test_a_reader_that_does_not_read_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(websocket_protocol, "MOST", 16 * 1024)

    async def stall() -> None:
        listening = network.listen("127.0.0.1", 0, chosen=True)
        async with contextlib.AsyncExitStack() as stack:
            at_table = at_a_table(Settings(limits=HASTY), listening)
            url, cookie, _, app = await stack.enter_async_context(at_table)
            other = await stack.enter_async_context(sit(url, cookie))
            # Only whoever comes from now on has so little room on the way that it is noticed soon.
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
            reader, writer = await stack.enter_async_context(by_hand(url))
            await reader.readuntil(b"\r\n\r\n")
            assert isinstance(writer.transport, asyncio.Transport)
            writer.transport.pause_reading()
            for number in range(1000):
                if metric(app, "cut_total"):
                    break
                bot = ("random", "greedy")[number % 2]
                assert (await do(other, do="seat_bot", id=str(number), seat=1, bot=bot))["failure"] is None
            assert metric(app, "cut_total") == 1
            assert (await do(other, do="emote", id="end", emote="yes"))["failure"] is None, "nobody else has noticed"

    go(stall)


def test_when_the_server_goes_it_says_so() -> None:
    async def end() -> None:
        async with contextlib.AsyncExitStack() as stack:
            url, cookie, _, _ = await stack.enter_async_context(at_a_table())
            seat = await sit(url, cookie)
            await hear(seat, "news")
            await stack.aclose()
            assert await code_of_the_end(seat) == 1012

    go(end)
