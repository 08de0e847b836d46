"""The table over plain HTTP."""

import asyncio
import json
import re
from typing import Any

import httpx
import msgspec
import pytest

from koloda.core.text import texts
from koloda.games import GAMES
from koloda.server import messages
from koloda.server.tables.registry import TableRegistry
from koloda.server.web import responses
from koloda.server.web.openapi import document
from koloda.server.web.responses import STATUS
from koloda.server.web.routes import ROUTES, markdown
from koloda.table import record
from tests.server.in_process_server import NONCE, another, go, metric, new_table, opened, seated, served, visitor
from tests.server.simulation import simulate
from tests.test_docs import table as rows_of
from tests.test_docs import text as text_of


async def news(client: httpx.AsyncClient, table: str, **query: int) -> Any:
    answer = await client.get(f"/api/tables/{table}/news", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def play_out(client: httpx.AsyncClient, table: str) -> Any:
    """Play the first legal move until the game is over."""
    known = await news(client, table)
    for number in range(1000):
        if known["table"]["status"] == "over":
            return known
        offer = known["offer"]
        if offer is not None and offer["must"]:
            act = {"do": "act", "id": str(number), "offer": offer["number"], "move": offer["moves"][0]["move"]}
            answer = await client.post(f"/api/tables/{table}/do", json=act)
            assert answer.json()["failure"] is None
        known = await news(client, table, since=known["seq"], wait=5)
    raise AssertionError("the game does not end")


def test_a_whole_game_without_sockets() -> None:
    async def play() -> None:
        async with visitor() as client:
            table = await seated(client, start=True)
            for path in ("record", "replay", "deal"):
                early = await client.get(f"/api/tables/{table}/{path}")
                assert (early.status_code, early.json()["code"]) == (409, "not_over")
            over = await play_out(client, table)
            assert over["view"]["phase"] == "over"
            text = (await client.get(f"/api/tables/{table}/record")).text
            assert record.read(text).over
            replay = (await client.get(f"/api/tables/{table}/replay", params={"seat": 0})).json()
            assert replay["steps"][-1]["view"] == over["view"]
            deal = (await client.get(f"/api/tables/{table}/deal")).json()
            assert deal["commitment"] == over["table"]["commitment"]
            again = (await client.post(f"/api/tables/{table}/do", json={"do": "rematch", "id": "again"})).json()
            assert (await news(client, table))["table"]["next"] == again["next"]

    simulate(play())


def test_friends_sit_down_by_the_link() -> None:
    async def meet() -> None:
        async with opened() as (app, _), another(app) as anna, another(app) as boris, another(app) as vera:
            table = await seated(anna, seats=[])
            sat = await boris.post(f"/api/tables/{table}/sit", json={"name": "Boris", "nonce": NONCE})
            assert (sat.status_code, sat.json()["seat"]) == (200, 1)
            again = await boris.post(f"/api/tables/{table}/sit", json={"name": "Boris", "nonce": NONCE})
            assert again.json() == {**sat.json(), "token": ""}, "whoever sits already has that seat"
            assert again.headers["set-cookie"] == sat.headers["set-cookie"]
            assert [each["name"] for each in (await news(vera, table))["table"]["seats"]] == ["Anna", "Boris", ""]
            begin = {"do": "start", "id": "1", "bot": "greedy"}
            refused = (await boris.post(f"/api/tables/{table}/do", json=begin)).json()
            assert refused["failure"]["code"] == "not_host"
            assert (await anna.post(f"/api/tables/{table}/do", json=begin)).json()["failure"] is None
            assert (await news(boris, table))["seat"] == 1
            assert (await news(vera, table))["offer"] is None

    go(meet)


def test_a_repeat_gets_the_first_answer() -> None:
    async def repeat() -> None:
        async with visitor() as client:
            table = await seated(client)
            begin = {"do": "start", "id": "1", "bot": "greedy"}
            answers = [(await client.post(f"/api/tables/{table}/do", json=begin)).json() for _ in range(2)]
            assert answers[0] == answers[1]
            assert answers[0]["failure"] is None

    go(repeat)


async def somebody_waits(registry: TableRegistry, table: str) -> None:
    while not registry.watched(table):
        await asyncio.sleep(0)


def test_news_wait_until_there_is_something() -> None:
    async def wait() -> None:
        async with opened() as (app, registry), another(app) as client:
            table = await seated(client)
            seq = (await news(client, table))["seq"]
            waiting = asyncio.create_task(news(client, table, since=seq, wait=20))
            await somebody_waits(registry, table)
            assert not waiting.done()
            await client.post(f"/api/tables/{table}/do", json={"do": "start", "id": "1", "bot": "greedy"})
            told = await waiting
            assert told["since"] == seq < told["seq"]

    simulate(wait())


def test_whoever_waits_is_let_go_when_the_server_goes() -> None:
    async def wait() -> None:
        async with opened() as (app, registry), another(app) as client:
            table = await seated(client)
            seq = (await news(client, table))["seq"]
            url = f"/api/tables/{table}/news"
            waiting = asyncio.create_task(client.get(url, params={"since": seq, "wait": 20}))
            await somebody_waits(registry, table)
            await app.close()
            answer = await waiting
            assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
            assert answer.headers["retry-after"] == "1"

    simulate(wait())


@pytest.mark.parametrize(
    ("content", "kind", "status", "code"),
    [
        (b"{}", "text/plain", 415, "bad_type"),
        (b"{}", "application/x-www-form-urlencoded", 415, "bad_type"),
        (b"", "application/json", 400, "bad_message"),
        (b"{", "application/json; charset=utf-8", 400, "bad_message"),
        (b"\xff\xfe", "application/json", 400, "bad_message"),
        (b'{"game":"dobro"}', "application/json", 400, "bad_message"),
        (json.dumps(new_table(players="3")).encode(), "application/json", 400, "bad_message"),
        (json.dumps(new_table(more=1)).encode(), "application/json", 400, "bad_message"),
        (json.dumps(new_table(name="x" * 5000)).encode(), "application/json", 413, "too_large"),
        (json.dumps(new_table(game="chess")).encode(), "application/json", 422, "unknown_option"),
        (json.dumps(new_table(players=99)).encode(), "application/json", 422, "unknown_option"),
        (json.dumps(new_table(name="a\nb")).encode(), "application/json", 422, "unknown_option"),
        (json.dumps(new_table(nonce="x")).encode(), "application/json", 422, "unknown_option"),
        (json.dumps(new_table(seats=["nobody"])).encode(), "application/json", 422, "unknown_option"),
    ],
)
def test_what_cannot_be_understood(content: bytes, kind: str, status: int, code: str) -> None:
    async def ask() -> None:
        async with visitor() as client:
            answer = await client.post("/api/tables", content=content, headers={"content-type": kind})
            assert (answer.status_code, answer.json()["code"]) == (status, code)
            assert answer.json()["detail"]["key"] in texts("ru")
            assert "set-cookie" not in answer.headers

    go(ask)


def test_a_request_that_does_not_arrive(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(responses, "PATIENCE", 0.05)

    async def send() -> None:
        async with served() as (host, app):
            head = f"POST /api/tables HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
            for gone in (False, True):
                reader, writer = await asyncio.open_connection(*host.split(":"))
                writer.write(f"{head}Content-Length: 100\r\n\r\n{{".encode())
                await writer.drain()
                if not gone:
                    assert b" 408 " in await reader.readline()
                writer.close()
                await writer.wait_closed()
            while metric(app, "requests_total", status="408") < 2:
                await asyncio.sleep(0.01)
            assert metric(app, "requests_total", status="500") == 0

    go(send)


EDITIONS = [name for name, game in GAMES.items() if "edition" in {option.name for option in game.set_up.options}]


def test_no_file_of_the_server_is_read_for_a_visitor() -> None:
    async def ask() -> None:
        async with visitor() as client:
            for game in EDITIONS:
                for given in ("/etc/passwd", "../../pyproject.toml", "pyproject.toml", "/nowhere"):
                    wanted = new_table(game=game, options={"edition": given})
                    answer = await client.post("/api/tables", json=wanted)
                    assert (answer.status_code, answer.json()["code"]) == (422, "unknown_option")
                    assert "root" not in answer.text
                    assert "Line" not in answer.text
            lobby = (await client.get("/api/lobby")).json()
            assert "edition" not in json.dumps(lobby["games"])

    go(ask)


@pytest.mark.parametrize("query", ["since=-1", "since=x", "wait=1e9", "since=99999999999999999999", "since=٣"])
def test_numbers_in_the_query(query: str) -> None:
    async def ask() -> None:
        async with visitor() as client:
            table = await seated(client)
            answer = await client.get(f"/api/tables/{table}/news?{query}")
            assert (answer.status_code, answer.json()["code"]) == (400, "bad_message")

    go(ask)


@pytest.mark.parametrize("table", ["k3mz8w2p", "K3MZ8W2P", "x", "%00", "%F0%9F%83%8F", "a" * 500, "'; --"])
def test_tables_that_are_not_there(table: str) -> None:
    async def ask() -> None:
        async with visitor() as client:
            for path in ("news", "seat", "record", "replay", "deal", "qr.svg"):
                answer = await client.get(
                    f"/api/tables/{table}/{path}", headers={"cookie": f"koloda_{'x' if '%' in table else 'k3mz8w2p'}=x"}
                )
                assert answer.status_code in (403, 404), path
            posted = await client.post(f"/api/tables/{table}/do", json={"do": "undo", "id": "1"})
            assert (posted.status_code, posted.json()["code"]) == (404, "no_table")

    go(ask)


def test_methods_and_paths() -> None:
    async def ask() -> None:
        async with visitor() as client:
            wrong = await client.get("/api/tables")
            assert (wrong.status_code, wrong.json()["code"], wrong.headers["allow"]) == (405, "bad_method", "POST")
            for path in ("/api", "/api/", "/api/none", "/api/tables/k3mz8w2p", "/api/lobby/"):
                answer = await client.get(path)
                assert (answer.status_code, answer.json()["code"]) == (404, "no_page")

    go(ask)


def test_lobby_lists_public_tables() -> None:
    async def look() -> None:
        async with visitor() as client:
            public, _ = await seated(client, public=True, seats=[]), await seated(client)
            lobby = msgspec.json.decode((await client.get("/api/lobby")).content, type=messages.Lobby)
            assert [(each.id, each.open) for each in lobby.tables] == [(public, 2)]
            assert lobby.address == "http://localhost:8080"

    go(look)


def test_health_metrics_and_the_qr_code() -> None:
    async def look() -> None:
        async with opened() as (app, _), another(app, "127.0.0.1") as client:
            table = await seated(client, start=True)
            assert (await client.get("/health")).json()["status"] == "well"
            await client.get("/api/none")
            await client.post(f"/api/tables/{table}/do", json={"do": "emote", "id": "1", "emote": "smile"})
            await client.post(f"/api/tables/{table}/do", json={"do": "act", "id": "2", "offer": 999, "move": "take"})
            figures = (await client.get("/metrics")).text
            assert 'koloda_commands_total{do="emote"} 1' in figures
            assert 'koloda_refusals_total{code="stale"} 1' in figures
            assert 'koloda_requests_total{status="404"} 1' in figures
            assert "koloda_tables 1" in figures
            names = set(re.findall(r"^# TYPE (\w+) (\w+)$", figures, re.MULTILINE))
            told = {(name.strip("`"), kind) for name, kind, _ in rows_of(text_of("docs/operations.md"), "metrics")}
            assert names == told
            picture = await client.get(f"/api/tables/{table}/qr.svg")
            assert (picture.status_code, picture.headers["content-type"]) == (200, "image/svg+xml")

    go(look)


def test_nothing_is_logged_that_is_somebodys_own(caplog: pytest.LogCaptureFixture) -> None:
    async def play() -> None:
        async with visitor() as client:
            table = await seated(client, name="Annabella", start=True)
            token = client.cookies[f"koloda_{table}"]
            game = {"table": table, "seat": 0, "game": "dobro", "names": ["Annabella"], "status": "playing", "at": 1}
            link = (await client.post("/api/seats/link", json={"games": [game]})).json()["link"]
            code = link.partition("#")[2]
            await client.post(f"/api/tables/{table}/seat", json={"code": code})
            await client.get(f"/t/{table}")
            lines = [f"{entry.getMessage()} {getattr(entry, 'more', '')}" for entry in caplog.records]
            assert any("/api/tables/{table}/seat" in line for line in lines)
            for secret in (table, token, code, "Annabella", NONCE, "192.0.2.7"):
                assert not any(secret in line for line in lines if line.startswith("asked"))

    with caplog.at_level("INFO", logger="koloda"):
        go(play)


def test_the_table_of_the_docs_is_the_route_table() -> None:
    """`python -m koloda.server.web.routes` prints it."""
    assert f"<!-- addresses -->\n{markdown()}\n" in text_of("docs/protocol.md")


def test_every_route_is_described() -> None:
    described = {
        (method.upper(), path)
        for path, item in document()["paths"].items()
        for method in item
        if method in ("get", "post")
    }
    assert described == {(route.method, route.path) for route in ROUTES}


def test_every_route_is_served() -> None:
    async def ask() -> None:
        async with opened() as (app, _), another(app, "127.0.0.1") as client:
            table = await seated(client)
            for route in ROUTES:
                path = route.path.format(table=table, language="en", game="dobro", number=1)
                answer = await client.request(route.method, path)
                assert answer.status_code not in (404, 405), path

    go(ask)


def test_every_failure_has_a_status() -> None:
    told = set(re.findall(r"\w+", messages.Failure.__doc__ or "")) | {"not_understood", "unknown_option", "bad_bot"}
    assert set(STATUS) <= told
