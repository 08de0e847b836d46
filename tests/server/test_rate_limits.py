"""No client is fast for long, and none is locked out."""

from functools import partial

import pytest

from koloda.server.web import app
from koloda.server.web.rate_limits import MOST_BUCKETS, RateLimits, TokenBuckets, address_block
from koloda.server.web.settings import Limits, Settings
from tests.server.in_process_server import StandingClock, go, new_table, visitor


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


@pytest.mark.usefixtures("standing")
def test_who_asks_too_often_is_told_when_to_come_again() -> None:
    async def hurry() -> None:
        async with visitor(Settings(limits=Limits(requests=0.5))) as client:
            answers = [await client.get("/api/lobby") for _ in range(3)]
            assert [answer.status_code for answer in answers] == [200, 200, 429]
            assert 1 <= int(answers[2].headers["retry-after"]) <= 2
            failure = answers[2].json()
            assert (failure["code"], failure["detail"]["key"]) == ("too_fast", "http.too_fast")
            assert 0 < failure["retry_after"] <= 2
            assert (await client.get("/health")).status_code == 200

    go(hurry)


@pytest.mark.usefixtures("standing")
def test_tables_are_opened_one_after_another() -> None:
    async def open_many() -> None:
        async with visitor(Settings(limits=Limits(tables=2))) as client:
            answers = [await client.post("/api/tables", json=new_table()) for _ in range(3)]
            assert [answer.status_code for answer in answers] == [200, 200, 429]
            assert (await client.post("/api/tables", content=b"{}")).status_code == 415, "what is wrong costs nothing"

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
