"""One stranger cannot stall the server: what a connection sends is read in slices, counted, and bounded."""

import asyncio
import contextlib
import itertools
import json
import logging
from functools import partial
from ipaddress import ip_network
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState
from websockets.exceptions import InvalidStatus
from websockets.frames import Frame, Opcode

from koloda.server import logs
from koloda.server.web import app as server_app
from koloda.server.web import http_protocol, websocket_protocol
from koloda.server.web.app import App
from koloda.server.web.http_protocol import HEAD_TIMEOUT, HttpProtocol
from koloda.server.web.rate_limits import AT_ONCE, BURST, FLOOD_WAIT, FLOODS, LONG_BURST, TURNS, RateLimits
from koloda.server.web.settings import Limits, Settings
from koloda.server.web.websocket_protocol import (
    MOST,
    MOST_PAUSES,
    POLICY_VIOLATION,
    READ,
    SLICE,
    STALLED,
    Meter,
    WebSocketProtocol,
)
from tests.server.clusters import served_cluster
from tests.server.in_process_server import HASTY, StandingClock, another, client_of, go, metric, seated, served
from tests.server.stores import StoreMaker
from tests.server.test_websocket import at_a_table, by_hand, do, hear, sit

HANDSHAKE = (
    b"GET /api/tables/k3mz8w2p/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
REQUEST = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
PING = Frame(Opcode.PING, b"").serialize(mask=True)
NOTHING = Frame(Opcode.TEXT, b"{}").serialize(mask=True)


class FakeTransport(asyncio.Transport):
    """Takes what is written; the test says how much of it waits."""

    def __init__(self) -> None:
        super().__init__({"peername": ("192.0.2.7", 1234), "sockname": ("127.0.0.1", 8080)})
        self.written = bytearray()
        self.waiting: int | None = 0
        """How many bytes wait; None for all that were written."""
        self.reading = True
        self.closed = ""

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written += data

    def get_write_buffer_size(self) -> int:
        return len(self.written) if self.waiting is None else self.waiting

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True

    def is_closing(self) -> bool:
        return bool(self.closed)

    def close(self) -> None:
        self.closed = self.closed or "closed"

    def abort(self) -> None:
        self.closed = "aborted"

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self.protocol = protocol


class NeverDone:
    def add_done_callback(self, _: Any) -> None:
        pass


class FakeLoop:
    """Runs what is called only when the test says so."""

    def __init__(self) -> None:
        self.later: list[tuple[float, asyncio.TimerHandle]] = []
        self.tasks: list[Any] = []

    def get_debug(self) -> bool:
        return False

    def time(self) -> float:
        return 0.0

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        pass

    def call_later(self, delay: float, callback: Any, *args: Any) -> asyncio.TimerHandle:
        handle = asyncio.TimerHandle(delay, callback, args, self)  # type: ignore[arg-type]
        self.later.append((delay, handle))
        return handle

    def call_soon(self, callback: Any, *args: Any) -> asyncio.TimerHandle:
        return self.call_later(0, callback, *args)

    def create_task(self, work: Any, **_: Any) -> "NeverDone":
        work.close()
        self.tasks.append(work)
        return NeverDone()

    def pending(self) -> list[tuple[float, asyncio.TimerHandle]]:
        return [(delay, handle) for delay, handle in self.later if not handle.cancelled()]

    def run(self, most: float = 0) -> bool:
        """Run what is due within some seconds. Was there anything?"""
        due = [(delay, handle) for delay, handle in self.pending() if delay <= most]
        self.later = [(delay, handle) for delay, handle in self.pending() if delay > most]
        for _, handle in due:
            handle._run()
        return bool(due)


@pytest.fixture
def connected() -> tuple[WebSocketProtocol, FakeTransport, FakeLoop]:
    """A WebSocket that has just been accepted, without a server."""
    loop, transport = FakeLoop(), FakeTransport()
    config = uvicorn.Config(_nothing, http="h11", ws_ping_interval=None, lifespan="off")
    config.load()
    protocol = WebSocketProtocol(config, ServerState(), {}, loop)  # type: ignore[arg-type]
    protocol.connection_made(transport)
    protocol.data_received(HANDSHAKE)
    asyncio.run(protocol.send({"type": "websocket.accept"}))
    protocol.queue.get_nowait()  # "websocket.connect"
    transport.written.clear()
    return protocol, transport, loop


def listen(protocol: WebSocketProtocol, meter: Meter) -> list[str | bytes]:
    """Begin to read, and return the list to which all messages will be added."""
    taken: list[str | bytes] = []
    protocol.listen(meter, taken.append)
    return taken


async def _nothing(scope: Any, receive: Any, send: Any) -> None:
    pass


def pongs(transport: FakeTransport) -> int:
    return transport.written.count(b"\x8a\x00")


def test_a_read_full_of_pings_is_handled_slice_by_slice(connected: Any) -> None:
    protocol, transport, loop = connected
    listen(protocol, RateLimits(HASTY).meter("192.0.2.7"))
    protocol.data_received(PING * 400)
    in_one_turn = pongs(transport)
    assert in_one_turn <= SLICE / len(PING) + 1
    assert not transport.reading, "and nothing more is read meanwhile"
    turns = 1
    while loop.run():
        turns += 1
    assert pongs(transport) == 400
    assert turns >= 400 / in_one_turn
    assert transport.reading


def test_frames_wait_until_the_last_one_was_taken(connected: Any) -> None:
    protocol, transport, loop = connected
    taken = listen(protocol, RateLimits(HASTY).meter("192.0.2.7"))
    protocol.data_received(NOTHING * 400)
    while loop.run():
        pass
    assert taken == ["{}"]
    assert len(protocol._messages) <= SLICE / len(NOTHING)
    while protocol._taking:
        before = len(taken)
        protocol.taken()
        loop.run()
        assert len(taken) <= before + 1, "one at a time"
    assert taken == ["{}"] * 400
    assert transport.reading


@pytest.mark.parametrize(
    "frame", [PING, NOTHING, Frame(Opcode.PONG, b"").serialize(mask=True)], ids=["ping", "text", "pong"]
)
def test_whoever_floods_is_closed_and_has_to_wait(connected: Any, frame: bytes) -> None:
    protocol, transport, loop = connected
    clock = StandingClock()
    limits = RateLimits(Limits(commands=1, requests=1000), now=clock)
    listen(protocol, limits.meter("192.0.2.7"))
    while not protocol.flooded:
        protocol.data_received(frame * 10)
        while loop.run():
            pass
        while protocol._taking and not protocol.flooded:
            protocol.taken()
            loop.run()
    assert transport.written.endswith(Frame(Opcode.CLOSE, POLICY_VIOLATION.to_bytes(2, "big")).serialize(mask=False))
    assert not transport.reading
    loop.run(websocket_protocol.GRACE)
    assert transport.closed == "aborted"
    for _ in range(FLOODS - 1):
        assert limits.floods.wait("192.0.2.7") == 0, "once may happen"
        meter = limits.meter("192.0.2.7")
        assert meter.charge(10_000) is False
        meter.flooded()
    assert limits.floods.wait("192.0.2.7") == FLOOD_WAIT
    limits.meter("192.0.2.7").flooded()
    assert limits.floods.wait("192.0.2.7") == FLOOD_WAIT, "no longer, however many flood at once"
    assert limits.floods.wait("192.0.2.8") == 0
    clock.now += FLOOD_WAIT
    assert limits.floods.wait("192.0.2.7") == 0, "nobody is locked out"


def test_an_address_shares_what_it_may_send(connected: Any) -> None:
    protocol, transport, loop = connected
    clock = StandingClock()
    limits = RateLimits(Limits(requests=1, commands=1000), now=clock)
    allowed = int(limits.messages.burst)
    assert allowed == Limits(requests=1).messages * BURST
    limits.meter("192.0.2.7").charge(allowed + 2)  # another connection of this address
    listen(protocol, limits.meter("192.0.2.7"))
    protocol.data_received(PING * 3)
    assert (pongs(transport), transport.reading) == (0, False)
    ((wait, _),) = loop.pending()
    assert wait == pytest.approx(2 / limits.messages.rate)
    clock.now += wait
    loop.run(wait)
    assert (pongs(transport), transport.reading) == (3, True), "nothing is lost"


def test_whoever_goes_on_while_the_address_has_to_wait_is_closed(connected: Any) -> None:
    protocol, transport, loop = connected
    limits = RateLimits(Limits(requests=1, commands=1000), now=StandingClock())
    limits.messages.charge("192.0.2.7", 1000)
    listen(protocol, limits.meter("192.0.2.7"))
    protocol.data_received(PING * READ)
    for _ in range(MOST_PAUSES):
        assert not protocol.flooded
        loop.run(1000)
    assert protocol.flooded
    assert (pongs(transport), transport.reading) == (0, False)


def test_whoever_waits_with_little_to_say_is_not_closed(connected: Any) -> None:
    protocol, _, loop = connected
    limits = RateLimits(Limits(requests=1, commands=1000), now=StandingClock())
    limits.messages.charge("192.0.2.7", 1000)
    listen(protocol, limits.meter("192.0.2.7"))
    protocol.data_received(NOTHING)
    for _ in range(2 * MOST_PAUSES):
        loop.run(1000)
    assert not protocol.flooded


def test_a_client_that_reads_nothing_is_not_read_either(connected: Any) -> None:
    protocol, transport, loop = connected
    listen(protocol, RateLimits(HASTY).meter("192.0.2.7"))
    protocol.pause_writing()
    assert not transport.reading
    protocol.data_received(PING * 300)
    while loop.run():
        pass
    assert pongs(transport) <= SLICE / len(PING) + 1
    assert not transport.reading
    protocol.resume_writing()
    while loop.run():
        pass
    assert (pongs(transport), transport.reading) == (300, True)


def test_bytes_that_complete_no_frame_count_too(connected: Any) -> None:
    protocol, _, _ = connected
    limits = RateLimits(Limits(requests=1), now=StandingClock())
    listen(protocol, limits.meter("192.0.2.7"))
    for byte in Frame(Opcode.TEXT, b"x" * 100).serialize(mask=True)[: int(limits.messages.burst) + 1]:
        protocol.data_received(bytes([byte]))
    assert limits.messages.wait("192.0.2.7") > 0


def test_nothing_is_parsed_before_the_handshake_is_done(connected: Any) -> None:
    protocol, transport, loop = connected
    protocol.data_received(PING * 10)
    assert (pongs(transport), transport.reading) == (0, False)
    listen(protocol, RateLimits(HASTY).meter("192.0.2.7"))
    loop.run()
    assert pongs(transport) == 10


def test_a_handshake_that_cannot_be_read_is_answered_and_ended() -> None:
    loop, transport = FakeLoop(), FakeTransport()
    config = uvicorn.Config(_nothing, http="h11", lifespan="off")
    config.load()
    protocol = WebSocketProtocol(config, ServerState(), {}, loop)  # type: ignore[arg-type]
    protocol.connection_made(transport)
    protocol.data_received(HANDSHAKE.replace(b"Host: localhost", b"Host: localhost\r\nX: " + b"x" * 9000))
    assert transport.written.startswith(b"HTTP/1.1 431")
    assert transport.closed


def test_what_is_corked_is_sent_in_one_write_and_in_order(connected: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    protocol, transport, _ = connected
    writes: list[bytes] = []
    monkeypatch.setattr(transport, "write", lambda data: writes.append(bytes(data)))
    protocol.cork()
    protocol.send_text(b"news")
    protocol.send_text(b"answer")
    assert writes == []
    protocol.uncork()
    assert writes == [b"\x81\x04news\x81\x06answer"]
    protocol.send_text(b"more")
    assert writes[1:] == [b"\x81\x04more"]
    protocol.uncork()
    assert len(writes) == 2


def test_what_is_corked_is_sent_before_the_end(connected: Any) -> None:
    protocol, transport, _ = connected
    protocol.cork()
    protocol.send_text(b"news")
    protocol.end(1000)
    assert transport.written.startswith(b"\x81\x04news")
    assert transport.closed


def test_a_text_that_is_no_text_ends_the_connection(connected: Any) -> None:
    protocol, transport, _ = connected
    taken = listen(protocol, RateLimits(HASTY).meter("192.0.2.7"))
    protocol.data_received(Frame(Opcode.TEXT, b"\xff").serialize(mask=True))
    assert taken == []
    assert transport.written.startswith(b"\x88\x02" + (1007).to_bytes(2, "big"))
    assert transport.closed


def test_a_long_history_does_not_cut_a_reader(connected: Any) -> None:
    protocol, transport, _ = connected
    transport.waiting = None
    protocol.send_text(b"x" * 4 * MOST)
    assert not protocol.was_cut, "nothing waited before"
    protocol.send_text(b"x" * (MOST // 2))
    assert not protocol.was_cut
    protocol.send_text(b"x" * (MOST // 2))
    assert protocol.was_cut, "but what comes while it waits is bounded"


def test_a_client_that_reads_nothing_more_is_aborted(connected: Any) -> None:
    protocol, transport, loop = connected
    transport.waiting = 100_000
    protocol.keepalive_timeout()
    transport.waiting = 90_000
    loop.run(STALLED)
    assert transport.closed == "closed", "a slow one gets it all"
    loop.run(STALLED)
    assert transport.closed == "aborted", "a close would wait for ever until everything is read"


def test_a_stopping_server_does_not_wait_for_those_who_read_nothing(connected: Any) -> None:
    protocol, transport, loop = connected
    transport.waiting = 100_000
    protocol.shutdown()
    assert transport.closed == "closed"
    loop.run(websocket_protocol.GOODBYE)
    assert transport.closed == "aborted"


# Plain HTTP


@pytest.fixture
def plain() -> tuple[HttpProtocol, FakeTransport, FakeLoop, RateLimits, StandingClock]:
    clock = StandingClock()
    return *dialled(RateLimits(Limits(requests=1), now=clock)), clock


def dialled(
    limits: RateLimits, settings: Settings | None = None, room: int = 100
) -> tuple[HttpProtocol, FakeTransport, FakeLoop, RateLimits]:
    """A new plain connection, without a server."""
    loop, transport = FakeLoop(), FakeTransport()
    config = uvicorn.Config(_nothing, http="h11", ws=WebSocketProtocol, lifespan="off")
    config.load()
    protocol = HttpProtocol(
        config,
        ServerState(),
        {},
        loop,
        limits=limits,
        settings=settings or Settings(),
        room=lambda: room,
    )
    protocol.connection_made(transport)
    return protocol, transport, loop, limits


def test_many_requests_of_an_address_take_turns() -> None:
    """A burst is allowed, but what others ask is answered in between."""
    limits = RateLimits(Limits(), now=StandingClock())
    waits = [limits.turn("192.0.2.1") for _ in range(AT_ONCE + 3)]
    rate = TURNS * Limits().requests
    assert waits == pytest.approx([0] * AT_ONCE + [number / rate for number in (1, 2, 3)])
    assert limits.turn("192.0.2.2") == 0, "another address"
    limits = RateLimits(Limits(), now=StandingClock())
    for _ in range(AT_ONCE):
        protocol, _, loop, _ = dialled(limits)
        protocol.data_received(REQUEST)
        assert len(loop.tasks) == 1
    protocol, transport, loop, _ = dialled(limits)
    protocol.data_received(REQUEST)
    assert (loop.tasks, transport.reading) == ([], False)
    loop.run(1 / rate + 1e-9)
    assert len(loop.tasks) == 1


def test_uvicorns_http_is_the_one_that_we_know(plain: Any) -> None:
    missing = [name for name in http_protocol.USED if not hasattr(plain[0], name)]
    assert not missing, f"uvicorn {uvicorn.__version__}: H11Protocol no longer has {', '.join(missing)}"


@pytest.mark.parametrize("sent", [b"", b"GET / HTTP/1.1\r\nHost: loc"])
def test_half_a_request_is_hung_up_on(sent: bytes) -> None:
    _, transport, loop, _ = found = dialled(RateLimits(HASTY))
    for byte in sent:
        found[0].data_received(bytes([byte]))
    timeouts = [delay for delay, _ in loop.pending() if delay > 1]  # less than that is the next turn
    assert timeouts == [HEAD_TIMEOUT], "however slowly it goes on"
    loop.run(HEAD_TIMEOUT)
    assert transport.closed == "aborted"


def test_a_whole_request_is_waited_for(plain: Any) -> None:
    protocol, _, loop, _, _ = plain
    protocol.data_received(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
    protocol.data_received(b"\r\n")
    assert len(loop.tasks) == 1
    assert not loop.pending(), "its answer may take as long as it takes"


def test_half_a_second_request_is_hung_up_on(plain: Any) -> None:
    protocol, transport, loop, _, _ = plain
    protocol.data_received(REQUEST)
    cycle = protocol.cycle
    asyncio.run(answered(cycle))
    protocol.data_received(b"GE")
    protocol.data_received(b"T")
    assert [delay for delay, _ in loop.pending()] == [HEAD_TIMEOUT]
    loop.run(HEAD_TIMEOUT)
    assert transport.closed == "aborted"


def test_an_answer_that_nobody_reads_is_given_up(plain: Any) -> None:
    protocol, transport, loop, _, _ = plain
    protocol.data_received(REQUEST)
    asyncio.run(answered(protocol.cycle))
    transport.waiting = 100_000
    loop.run(protocol.timeout_keep_alive)
    assert transport.closed == "closed"
    loop.run(STALLED)
    assert transport.closed == "aborted"


async def answered(cycle: Any) -> None:
    await cycle.send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
    await cycle.send({"type": "http.response.body", "body": b""})


def test_requests_in_one_read_count_one_by_one(plain: Any) -> None:
    protocol, transport, loop, limits, clock = plain
    burst = int(limits.messages.burst)
    protocol.data_received(REQUEST * (burst + 3))
    answers = 0
    while len(loop.tasks) > answers:
        answers = len(loop.tasks)
        asyncio.run(answered(protocol.cycle))
    assert answers <= burst + 1, "the rest waits"
    assert not transport.reading
    while answers < burst + 3:
        clock.now += 1
        loop.run(1)
        assert len(loop.tasks) == answers + 1
        answers += 1
        asyncio.run(answered(protocol.cycle))
    assert transport.reading


def test_an_address_is_read_as_fast_as_it_may_send(plain: Any) -> None:
    protocol, transport, loop, limits, clock = plain
    limits.messages.charge("192.0.2.7", limits.messages.burst + 1)
    protocol.data_received(b"GET / HTTP/1.1\r\n")
    protocol.data_received(b"Host: localhost\r\n\r\n")
    assert (loop.tasks, transport.reading) == ([], False)
    clock.now += 1
    loop.run(1)
    assert len(loop.tasks) == 1
    assert transport.reading


def test_a_trusted_proxy_is_not_throttled() -> None:
    limits = RateLimits(Limits(requests=1), now=StandingClock())
    protocol, _, loop, _ = dialled(limits, Settings(proxies=(ip_network("192.0.2.0/24"),)))
    limits.messages.charge("192.0.2.7", 1000)
    protocol.data_received(REQUEST)
    assert len(loop.tasks) == 1


def test_an_address_has_so_many_plain_connections() -> None:
    limits = RateLimits(Limits(sockets=1))
    found = [dialled(limits) for _ in range(101)]
    assert [transport.closed for _, transport, _, _ in found] == [""] * 100 + ["aborted"]
    for protocol, _, _, _ in found:
        protocol.connection_lost(None)
    assert not dialled(limits)[1].closed


def test_without_room_new_connections_are_closed_and_it_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.filtering(logs.OncePerMinute(StandingClock())):
        for _ in range(100):
            assert dialled(RateLimits(HASTY), room=0)[1].closed == "aborted"
    assert len(caplog.records) == 1


# The log


def entry(message: str, name: str = "asyncio", level: int = logging.ERROR) -> logging.LogRecord:
    return logging.LogRecord(name, level, __file__, 1, message, (), None)


def test_a_problem_is_logged_once_a_minute_with_how_often_it_came() -> None:
    clock = StandingClock()
    once = logs.OncePerMinute(clock)
    assert once.filter(entry("socket.accept() out of system resource"))
    assert not any(once.filter(entry("socket.accept() out of system resource")) for _ in range(1000))
    assert once.filter(entry("another"))
    assert all(once.filter(entry("asked", "koloda", logging.INFO)) for _ in range(10)), "requests are all logged"
    clock.now += logs.MINUTE
    again = entry("socket.accept() out of system resource")
    assert once.filter(again)
    assert logs.Plain().format(again) == "koloda: socket.accept() out of system resource left_out=1000"
    for number in range(3 * logs.MOST_KINDS):
        once.filter(entry(str(number)))
    assert len(once._kinds) <= logs.MOST_KINDS


def test_every_line_of_one_of_several_processes_carries_its_name() -> None:
    assert logs.Plain("cards/2").format(entry("asked")) == "koloda cards/2: asked"
    assert json.loads(logs.JsonLines("cards/2").format(entry("asked")))["node"] == "cards/2"
    assert "node" not in json.loads(logs.JsonLines().format(entry("asked")))


def test_refused_handshakes_log_nothing(caplog: pytest.LogCaptureFixture) -> None:
    async def come() -> None:
        async with served() as (host, _):
            for _ in range(3):
                with pytest.raises(InvalidStatus) as refused:
                    await sit(f"ws://{host}/api/tables/k3mz8w2p/socket")
                assert refused.value.response.status_code == 404
                assert json.loads(refused.value.response.body)["code"] == "no_table"

    with caplog.at_level(logging.WARNING):
        go(come)
    assert not caplog.records


def test_who_leaves_during_the_handshake_has_not_failed(caplog: pytest.LogCaptureFixture) -> None:
    gone: list[Any] = []

    async def leave(app: App) -> None:
        async def receive() -> dict[str, str]:
            return {"type": "http.request"}

        async def send(message: Any) -> None:
            gone.append(message)
            raise ConnectionResetError

        scope = {
            "type": "http",
            "method": "GET",
            "path": "/api/lobby",
            "raw_path": b"/api/lobby",
            "query_string": b"",
            "headers": [(b"host", b"localhost")],
            "scheme": "http",
            "client": ("192.0.2.7", 1234),
            "server": ("localhost", 8080),
        }
        await app(scope, receive, send)
        assert metric(app, "requests_total", status="499") == 1

    async def come() -> None:
        async with served() as (_, app):
            await leave(app)

    with caplog.at_level(logging.WARNING):
        go(come)
    assert gone
    assert not caplog.records


# All of it, over the network


def test_a_flooding_spectator_is_closed_and_the_others_play_on(
    cluster_maker: StoreMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And after the third time no node takes another connection from there for a while."""
    clock = StandingClock()
    monkeypatch.setattr(server_app, "RateLimits", partial(RateLimits, now=clock))

    async def flood() -> None:
        limits = Limits(commands=10, requests=10_000, tables=1000)
        async with contextlib.AsyncExitStack() as stack:
            cluster = await stack.enter_async_context(served_cluster(cluster_maker, Settings(limits=limits)))
            client = await stack.enter_async_context(client_of(cluster.hosts[-1]))
            table = await seated(client)
            cookie = f"koloda_{table}={client.cookies[f'koloda_{table}']}"
            urls = itertools.cycle([f"ws://{host}/api/tables/{table}/socket" for host in cluster.hosts])
            seat = await stack.enter_async_context(sit(f"ws://{cluster.hosts[-1]}/api/tables/{table}/socket", cookie))
            await hear(seat, "news")
            for number in range(FLOODS):
                async with by_hand(next(urls)) as (reader, writer):
                    await reader.readuntil(b"\r\n\r\n")
                    writer.write(NOTHING * 1000)
                    close = Frame(Opcode.CLOSE, POLICY_VIOLATION.to_bytes(2, "big")).serialize(mask=False)
                    read = b""
                    while close not in read:
                        read += await reader.read(1024)
                    while sum(metric(app, "flooded_total") for app in cluster.apps) <= number:
                        await asyncio.sleep(0)
                await cluster.settle()
            assert (await do(seat, do="emote", id="1", emote="yes"))["failure"] is None
            for _ in cluster.hosts:
                with pytest.raises(InvalidStatus) as refused:
                    await sit(next(urls))
                assert refused.value.response.status_code == 429
            clock.now += FLOOD_WAIT
            async with sit(next(urls)) as back:
                await hear(back, "news")

    go(flood)


@pytest.mark.parametrize("way", ["socket", "post"])
@pytest.mark.parametrize(
    ("begin", "end", "key"),
    [('{"do":"undo","id":"7","more":', "}", "bad_message"), ('{"more":', ',"do":"undo","id":"7"}', "too_deep")],
)
def test_deeply_nested_messages_are_refused_and_the_connection_stays(way: str, begin: str, end: str, key: str) -> None:
    deep = begin + "[" * 2000 + "]" * 2000 + end

    async def send() -> None:
        async with at_a_table() as (url, cookie, client, _):
            if way == "socket":
                async with sit(url, cookie) as seat:
                    await seat.send(deep)
                    failure = (await hear(seat, "answer"))["failure"]
                    assert (await do(seat, do="emote", id="1", emote="yes"))["failure"] is None
            else:
                path = url.removeprefix("ws://").partition("/")[2].replace("socket", "do")
                answer = await client.post(f"/{path}", content=deep, headers={"content-type": "application/json"})
                assert answer.status_code == 400
                failure = answer.json()
            assert (failure["code"], failure["detail"]["key"]) == ("bad_message", f"http.{key}")

    go(send)


def test_health_and_pages_have_a_limit(cluster_maker: StoreMaker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_app, "RateLimits", partial(RateLimits, now=StandingClock()))

    async def ask() -> None:
        limits = Limits(requests=1)
        async with (
            served_cluster(cluster_maker, Settings(limits=limits)) as cluster,
            contextlib.AsyncExitStack() as stack,
        ):
            clients = [await stack.enter_async_context(another(app)) for app in cluster.apps]
            allowed = int(limits.messages * LONG_BURST)
            for number in range(allowed):
                assert (await clients[number % len(clients)].get("/health")).status_code == 200
            await cluster.settle()
            assert {(await client.get("/health")).status_code for client in clients} == {429}

    go(ask)
