"""Workers pass the WebSockets of players on to the worker that has their table."""

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import pytest

from koloda.server.tables.identifiers import is_id, new_id, rematch_id
from koloda.server.web import handover
from koloda.server.web.handover import Handover, table_of_a_player
from tests.server.clusters import served_cluster
from tests.server.in_process_server import client_of, go, seated
from tests.server.stores import StoreMaker
from tests.server.test_websocket import do, hear, sit

REQUEST = b"GET / HTTP/1.1\r\n\r\n"


@pytest.mark.parametrize(
    ("target", "cookie", "table"),
    [
        (b"/api/tables/k3mz8w2p/socket", b"koloda_k3mz8w2p=token", "k3mz8w2p"),
        (b"/api/tables/k3mz8w2p/socket?since=7", b"other=1; koloda_k3mz8w2p=token", "k3mz8w2p"),
        (b"/below/a/path/api/tables/k3mz8w2p/socket", b"koloda_k3mz8w2p=token", "k3mz8w2p"),
        (b"/api/tables/k3mz8w2p/socket", b"koloda_aaaaaaaa=token", None),
        (b"/api/tables/k3mz8w2p/socket", b"", None),
        (b"/api/tables/k3mz8w2p/news", b"koloda_k3mz8w2p=token", None),
        (b"/api/tables/../socket", b"koloda_k3mz8w2p=token", None),
    ],
)
def test_whose_connections_are_passed_on(target: bytes, cookie: bytes, table: str | None) -> None:
    assert table_of_a_player(target, [(b"host", b"localhost"), (b"cookie", cookie)]) == table


def test_every_table_has_one_home_and_whoever_opens_it_is_that(tmp_path: Path) -> None:
    workers = [Handover(tmp_path, index, 3) for index in range(3)]
    for number in range(30):
        made = new_id(Random(number).randbytes, workers[number % 3].is_home)
        assert is_id(made)
        following = rematch_id(made, bytes([number] * 32))
        assert is_id(following)
        assert following != made
        for table in (made, following):
            assert [worker.is_home(table) for worker in workers] == [index == number % 3 for index in range(3)]


class Taken:
    """What a worker was given."""

    def __init__(self) -> None:
        self.connections: list[socket.socket] = []
        self.requests: list[bytes] = []
        self.something = asyncio.Event()

    def take(self, connection: socket.socket, request: bytes) -> None:
        self.connections.append(connection)
        self.requests.append(request)
        self.something.set()


@asynccontextmanager
async def connection() -> AsyncIterator[tuple[socket.socket, asyncio.Transport]]:
    """The client's end of a connection, and the server's."""
    client, server = socket.socketpair()
    transport, _ = await asyncio.get_running_loop().connect_accepted_socket(asyncio.Protocol, server)
    with client:
        yield client, transport
        transport.abort()


def tables_of(worker: Handover, home: bool) -> str:
    return new_id(Random(1).randbytes, lambda table: worker.is_home(table) is home)


def never() -> None:
    raise AssertionError("it was kept")


def test_a_connection_goes_on_at_another_worker(tmp_path: Path) -> None:
    async def test() -> None:
        one, two = [Handover(tmp_path, index, 2) for index in range(2)]
        taken = Taken()
        one.start(lambda connection, request: never())
        two.start(taken.take)
        async with connection() as (client, transport):
            assert not one.hand_over(transport, tables_of(one, home=True), REQUEST, never), "it is at home"
            assert one.hand_over(transport, tables_of(one, home=False), REQUEST, never)
            await taken.something.wait()
            await asyncio.sleep(0)
            assert transport.is_closing()
            (own,) = taken.connections
            assert taken.requests == [REQUEST]
            own.sendall(b"hello")
            assert client.recv(5) == b"hello", "our end is closed, and the connection is not"
            own.close()
            assert client.recv(5) == b""
        one.close()
        two.close()

    go(test)


async def kept(worker: Handover, table: str, afterwards: Callable[[], None] = lambda: None) -> bool:
    """Is a connection kept, instead of being passed on?"""
    keeps = asyncio.Event()
    async with connection() as (_, transport):
        if not worker.hand_over(transport, table, REQUEST, keeps.set):
            return True
        afterwards()
        await asyncio.wait_for(keeps.wait(), 60)
        return not transport.is_closing()


def test_a_connection_stays_if_the_other_worker_has_died(tmp_path: Path) -> None:
    async def test() -> None:
        one = Handover(tmp_path, 0, 2)
        table = tables_of(one, home=False)
        assert await kept(one, table), "we have not begun"
        one.start(lambda connection, request: never())
        assert await kept(one, table), "it was never there"
        dead = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        dead.bind(str(tmp_path / "1"))
        dead.close()
        assert await kept(one, table), "it has left its socket behind"
        two = Handover(tmp_path, 1, 2)
        taken = Taken()
        two.start(taken.take)
        async with connection() as (_, transport):
            assert one.hand_over(transport, table, REQUEST, never)
            await taken.something.wait()
            taken.connections[0].close()
        one.close()
        two.close()

    go(test)


def test_a_busy_worker_gets_it_later_and_one_that_stays_busy_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(handover, "RETRY", 0.0)

    async def test() -> None:
        one = Handover(tmp_path, 0, 2)
        one.start(lambda connection, request: never())
        table = tables_of(one, home=False)
        busy = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        busy.setblocking(False)
        busy.bind(str(tmp_path / "1"))
        assert one._socket is not None
        waiting = 0
        while True:
            try:
                one._socket.sendto(b"", str(tmp_path / "1"))
            except BlockingIOError:
                break
            waiting += 1
        assert await kept(one, table), "after many attempts"
        async with connection() as (_, transport):
            assert one.hand_over(transport, table, REQUEST, never)
            assert not transport.is_closing()
            for _ in range(waiting):
                busy.recv(1)
            while not transport.is_closing():
                await asyncio.sleep(0)
            request, files, _, _ = socket.recv_fds(busy, 100, 1)
            assert request == REQUEST
            socket.close(files[0])
        busy.close()
        one.close()

    go(test)


@pytest.mark.parametrize("cluster_maker", ["two workers"], indirect=True)
def test_players_meet_at_the_worker_that_has_the_table_and_spectators_stay(cluster_maker: StoreMaker) -> None:
    async def test() -> None:
        async with served_cluster(cluster_maker) as cluster, client_of(cluster.hosts[0]) as host:
            table = await seated(host)
            cookie = f"koloda_{table}={host.cookies[f'koloda_{table}']}"
            urls = [f"ws://{address}/api/tables/{table}/socket" for address in cluster.hosts]
            held = [app.metrics.connections for app in cluster.apps]
            async with sit(urls[0], cookie) as here, sit(urls[1], cookie) as there, sit(urls[1]) as spectator:
                for each in (here, there, spectator):
                    await hear(each, "news")
                assert [each.held for each in held] == [2, 1]
                assert (await do(there, do="emote", id="1", emote="yes"))["failure"] is None
                for each in (here, spectator):
                    assert (await hear(each, "emote"))["emote"] == "yes"

    go(test)
