"""No client is fast for long, and none is locked out."""

import itertools
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from typing import Any

import httpx
import pytest

from koloda.server.web import app
from koloda.server.web.rate_limits import MOST_BUCKETS, RateLimits, TokenBuckets, address_block
from koloda.server.web.settings import Limits, Settings
from tests.server.clusters import Cluster, served_cluster
from tests.server.in_process_server import StandingClock, another, go, new_table, visitor
from tests.server.stores import StoreMaker


@pytest.fixture
def standing_clock() -> StandingClock:
    return StandingClock()


@pytest.fixture
def standing(monkeypatch: pytest.MonkeyPatch, standing_clock: StandingClock) -> None:
    """However long the requests take, they gain no tokens."""
    monkeypatch.setattr(app, "RateLimits", partial(RateLimits, now=standing_clock))


def test_a_burst_then_one_at_a_time() -> None:
    time = StandingClock()
    buckets = TokenBuckets(rate=2, burst=3, now=time)
    assert [buckets.take("a") for _ in range(3)] == [0, 0, 0]
    assert buckets.take("a") == pytest.approx(0.5)
    assert buckets.take("b") == 0, "everyone has an own bucket"
    time.now += 0.5
    assert buckets.take("a") == 0
    assert buckets.take("a") == pytest.approx(0.5), "asking in vain costs nothing"
    time.now += 1000
    assert [buckets.take("a") for _ in range(3)] == [0, 0, 0]
    assert buckets.take("a") > 0, "a bucket holds no more than it holds"


def test_buckets_are_bounded() -> None:
    time = StandingClock()
    buckets = TokenBuckets(rate=1, burst=2, now=time)
    for n in range(MOST_BUCKETS):
        buckets.take(n)
    time.now += 2
    buckets.take("new")
    assert len(buckets) == 1, "full ones need not be kept"
    for n in range(3 * MOST_BUCKETS):
        buckets.take(n)
    assert len(buckets) <= MOST_BUCKETS


def test_an_address_holds_so_many_connections() -> None:
    limits = RateLimits(Limits(sockets=2))
    assert [limits.sockets.begin("192.0.2.1") for _ in range(3)] == [True, True, False]
    assert limits.sockets.begin("192.0.2.2")
    limits.sockets.end("192.0.2.1")
    assert limits.sockets.begin("192.0.2.1")


def test_an_ipv6_household_is_one_address() -> None:
    assert address_block("2001:db8::1") == address_block("2001:db8::ffff:2")
    assert address_block("2001:db8::1") != address_block("2001:db8:0:1::1")
    assert address_block("192.0.2.1") != address_block("192.0.2.2")


@asynccontextmanager
async def everywhere(maker: StoreMaker, limits: Limits) -> AsyncIterator["Everywhere"]:
    """A client whose requests go to all nodes of a server, by turns."""
    async with served_cluster(maker, Settings(limits=limits)) as cluster, AsyncExitStack() as stack:
        yield Everywhere(cluster, [await stack.enter_async_context(another(app)) for app in cluster.apps])


class Everywhere:
    def __init__(self, cluster: Cluster, clients: list[httpx.AsyncClient]) -> None:
        self._cluster = cluster
        self._next = itertools.cycle(clients)

    async def ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        """Ask the next node, which knows what was asked of the others."""
        answer = await next(self._next).request(method, path, **more)
        await self._cluster.settle()
        return answer


@pytest.mark.usefixtures("standing")
def test_who_asks_too_often_is_told_when_to_come_again(cluster_maker: StoreMaker) -> None:
    async def hurry() -> None:
        async with everywhere(cluster_maker, Limits(requests=1)) as client:
            answers = [await client.ask("GET", "/api/lobby") for _ in range(6)]
            assert [answer.status_code for answer in answers] == [200] * 4 + [429] * 2
            assert [1 <= int(answer.headers["retry-after"]) <= 2 for answer in answers[4:]] == [True, True]
            failure = answers[4].json()
            assert (failure["code"], failure["detail"]["key"]) == ("too_fast", "http.too_fast")
            assert 0 < failure["retry_after"] <= 2
            assert [(await client.ask("GET", "/health")).status_code for _ in range(2)] == [200, 200]

    go(hurry)


@pytest.mark.usefixtures("standing")
def test_tables_are_opened_one_after_another(cluster_maker: StoreMaker) -> None:
    async def open_many() -> None:
        async with everywhere(cluster_maker, Limits(tables=3)) as client:
            answers = [await client.ask("POST", "/api/tables", json=new_table()) for _ in range(5)]
            assert [answer.status_code for answer in answers] == [200] * 3 + [429] * 2
            wrong = [await client.ask("POST", "/api/tables", content=b"{}") for _ in range(2)]
            assert [answer.status_code for answer in wrong] == [415, 415], "what is wrong costs nothing"

    go(open_many)


@pytest.mark.usefixtures("standing")
def test_a_seat_has_so_many_commands() -> None:
    async def click() -> None:
        async with visitor(Settings(limits=Limits(commands=0.5))) as client:
            table = (await client.post("/api/tables", json=new_table())).json()["table"]
            smile = {"do": "emote", "emote": "smile"}
            answers = [await client.post(f"/api/tables/{table}/do", json={**smile, "id": str(n)}) for n in range(3)]
            assert [answer.status_code for answer in answers] == [200, 200, 429]
            assert answers[2].json()["code"] == "too_fast"

    go(click)


@pytest.mark.usefixtures("standing")
def test_a_rematch_is_a_new_table(standing_clock: StandingClock) -> None:
    """Whoever lets a bot play and asks for a rematch again and again opens tables, too."""

    async def go_on() -> None:
        async with visitor(Settings(limits=Limits(tables=2))) as client:
            table = (await client.post("/api/tables", json=new_table(start=True))).json()["table"]
            for expected in (200, 429):
                await client.post(f"/api/tables/{table}/do", json={"do": "hand_over", "id": "1"})
                since = 0
                while (news := (await client.get(f"/api/tables/{table}/news?since={since}&wait=25")).json())["table"][
                    "status"
                ] != "over":
                    since = news["seq"]
                wanted = {"do": "rematch", "id": "2"}
                answer = await client.post(f"/api/tables/{table}/do", json=wanted)
                assert (answer.json()["failure"] or {"code": ""})["code"] == ("" if expected == 200 else "too_fast")
                if expected == 429:
                    standing_clock.now += 60
                    again = (await client.post(f"/api/tables/{table}/do", json=wanted)).json()
                    assert again["next"], "the same command works when its time has come"
                    break
                client.cookies.set(f"koloda_{answer.json()['next']}", client.cookies[f"koloda_{table}"])
                table = answer.json()["next"]

    go(go_on)
