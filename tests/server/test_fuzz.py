"""Nonsense over HTTP and over the socket: refused with a clear message, never a 5xx, never a traceback."""

import asyncio
import json
import threading
from collections.abc import Iterator
from typing import Any, get_args

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from koloda.server.messages import AnyCommand
from koloda.server.web.openapi import document
from tests.server.in_process_server import client_of, go, metric, seated, served
from tests.server.test_websocket import at_a_table, hear, sit
from tests.timeouts import HANG

schema: Any = schemathesis.openapi.from_dict(document())
EXAMPLES = settings(
    max_examples=20, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck), database=None
)
FEWER = settings(EXAMPLES, max_examples=10)


@pytest.fixture(scope="module")
def server() -> Iterator[tuple[str, str, str]]:
    """Address, table and token of a server in its own thread."""
    ready: Any = threading.Event()
    found: list[Any] = []

    async def serve() -> None:
        async with served() as (host, _), client_of(host) as client:
            table = await seated(client, start=True)
            over = asyncio.Event()
            found.extend([f"http://{host}", table, client.cookies[f"koloda_{table}"], asyncio.get_running_loop(), over])
            ready.set()
            await over.wait()

    thread = threading.Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    assert ready.wait(HANG)
    yield found[0], found[1], found[2]
    found[3].call_soon_threadsafe(found[4].set)
    thread.join(HANG)


@schema.parametrize()  # type: ignore[untyped-decorator]
@EXAMPLES
def test_requests(case: Any, server: tuple[str, str, str]) -> None:
    """Schemathesis generates them from our OpenAPI document, right ones and wrong ones."""
    address, table, token = server
    if "table" in case.path_parameters and len(str(case.body)) % 3:
        case.path_parameters["table"] = table
    case.query = {**(case.query or {}), **({"wait": 0} if case.path.endswith("news") else {})}
    answer = case.call(base_url=address, headers={"cookie": f"koloda_{table}={token}"})
    assert answer.status_code < 500, answer.text
    assert "Traceback" not in answer.text
    if answer.status_code >= 400:
        failure = json.loads(answer.text)
        assert {"code", "detail", "retry_after"} == set(failure)


WORDS = st.sampled_from([str(command.__struct_config__.tag) for command in get_args(AnyCommand)])
NUMBERS = st.one_of(st.integers(), st.integers(-1, 6), st.floats(), st.booleans(), st.none(), st.text(max_size=5))
COMMANDS = st.fixed_dictionaries(
    {"do": WORDS, "id": st.one_of(st.text(max_size=70), st.integers())},
    optional={
        "offer": NUMBERS,
        "move": st.one_of(st.text(max_size=20), st.sampled_from(["take", "pass", "#1", "draw", "4+4", "\x00", "7 j"])),
        "emote": st.sampled_from(["smile", "no"]),
        "seat": NUMBERS,
        "bot": st.sampled_from(["greedy", "search", "../x", "node x.js", "", True]),
        "text": st.text(max_size=250),
        "name": st.text(max_size=30),
        "players": NUMBERS,
        "options": st.dictionaries(st.sampled_from(["rounds", "edition", "x"]), st.text(max_size=5), max_size=2),
        "public": st.booleans(),
        "clock": st.fixed_dictionaries({}, optional={"move": NUMBERS, "game": NUMBERS}),
        "patience": NUMBERS,
        "idle": NUMBERS,
        "chat": st.booleans(),
    },
).map(lambda command: json.dumps(command).encode())
FRAMES = st.one_of(
    st.binary(max_size=200), st.text(max_size=200).map(lambda text: text.encode("utf-8", "replace")), COMMANDS
)


def test_frames() -> None:
    """One socket survives everything that we send."""
    thrown: list[bytes] = []

    @given(st.lists(FRAMES, min_size=5, max_size=20))
    @EXAMPLES
    def collect(frames: list[bytes]) -> None:
        thrown.extend(frames)

    collect()

    async def throw() -> None:
        async with at_a_table(start=True) as (url, cookie, client, app), sit(url, cookie) as seat:
            for number, frame in enumerate(thrown):
                await seat.send(frame if number % 2 else frame.decode("utf-8", "replace"))
                answer = await hear(seat, "answer")
                assert {"id", "seq", "failure", "next", "say"} == set(answer)
            assert metric(app, "refusals_total", code="failed") == 0
            assert (await client.get("/health")).status_code == 200

    go(throw)


@given(st.lists(st.binary(min_size=1, max_size=60), min_size=1, max_size=8))
@FEWER
def test_octets(server: tuple[str, str, str], parts: list[bytes]) -> None:
    """What is not a frame, or not HTTP, ends its own connection and nothing else."""
    host, _, port = server[0].removeprefix("http://").partition(":")

    async def throw() -> None:
        reader, writer = await asyncio.open_connection(host, int(port))
        try:
            writer.write(b"".join(parts) + b"\r\n\r\n")
            writer.write_eof()
            answer = await asyncio.wait_for(reader.read(), HANG)
            assert b"Traceback" not in answer
            assert b" 500 " not in answer.partition(b"\r\n")[0]
        finally:
            writer.close()
        async with client_of(server[0].removeprefix("http://")) as client:
            assert (await client.get("/health")).status_code == 200

    asyncio.run(throw())
