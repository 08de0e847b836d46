"""Foreign names, foreign pages, foreign tokens: refused."""

from ipaddress import ip_network

import pytest
from starlette.requests import HTTPConnection

from koloda.server.web import client_address
from koloda.server.web.security import host_allowed, origin_allowed
from koloda.server.web.settings import Settings
from tests.server.in_process_server import HASTY, another, go, new_table, opened, seated, visitor

HOME = Settings(address="http://192.168.1.5:8080", hosts=frozenset({"localhost", "desk", "desk.local"}))
PUBLIC = Settings(address="https://cards.example.org", hosts=frozenset({"localhost", "cards.example.org"}), public=True)


@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "localhost:8080",
        "127.0.0.1:8080",
        "[::1]:8080",
        "192.168.1.5:8080",
        "desk",
        "DESK.local:80",
        "desk.",
    ],
)
def test_names_of_a_server_at_home(host: str) -> None:
    assert host_allowed(host, HOME)


@pytest.mark.parametrize(
    "host",
    ["", "evil.example", "evil.example:8080", "localhost.evil.example", "localhost:80:80", "a@localhost", "localhost/x",
     "192.168.1.5.evil.example", "[::1", "localhost:port", "desk.lan"],
)  # fmt: skip
def test_foreign_names(host: str) -> None:
    assert not host_allowed(host, HOME)


def test_a_public_server_is_asked_for_by_its_name() -> None:
    assert host_allowed("cards.example.org", PUBLIC)
    assert host_allowed("127.0.0.1:8080", PUBLIC), "for health checks on the machine itself"
    assert not host_allowed("203.0.113.9", PUBLIC)


@pytest.mark.parametrize(
    ("origin", "host", "settings", "allowed"),
    [
        ("http://localhost:8080", "localhost:8080", HOME, True),
        ("http://192.168.1.5:8080", "192.168.1.5:8080", HOME, True),
        ("http://desk", "desk:80", HOME, True),
        ("http://localhost:3000", "localhost:8080", HOME, False),
        ("http://evil.example", "localhost:8080", HOME, False),
        ("https://localhost.evil.example", "localhost:8080", HOME, False),
        ("null", "localhost:8080", HOME, False),
        ("", "localhost:8080", HOME, False),
        ("file://", "localhost:8080", HOME, False),
        ("http://[::1", "localhost:8080", HOME, False),
        ("https://cards.example.org", "cards.example.org", PUBLIC, True),
        ("https://cards.example.org", "127.0.0.1:8080", PUBLIC, True),
        ("http://cards.example.org", "cards.example.org", PUBLIC, False),
        ("http://localhost:8080", "localhost:8080", PUBLIC, True),
    ],
)
def test_origins(origin: str, host: str, settings: Settings, allowed: bool) -> None:
    assert origin_allowed(origin, host, settings) is allowed


def test_an_origin_has_no_path() -> None:
    below = Settings(address="https://example.org/koloda", hosts=frozenset({"example.org"}), public=True)
    assert origin_allowed("https://example.org", "127.0.0.1:8080", below)
    assert not origin_allowed("https://example.org/koloda", "127.0.0.1:8080", below)


def test_a_wrong_name_is_refused_everywhere() -> None:
    async def ask() -> None:
        async with visitor() as client:
            for path in ("/", "/api/lobby", "/health", "/metrics", "/nothing"):
                answer = await client.get(path, headers={"host": "evil.example"})
                assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")

    go(ask)


def test_a_foreign_page_can_do_nothing() -> None:
    async def ask() -> None:
        async with visitor() as client:
            table = await seated(client)
            foreign = {"origin": "http://evil.example"}
            for path, wanted in (
                ("/api/tables", new_table()),
                (f"/api/tables/{table}/do", {"do": "undo", "id": "1"}),
                (f"/api/tables/{table}/sit", {"name": "x", "nonce": "0" * 32}),
            ):
                answer = await client.post(path, json=wanted, headers=foreign)
                assert (answer.status_code, answer.json()["detail"]["key"]) == (403, "http.origin")
            own = await client.post("/api/tables", json=new_table(), headers={"origin": "http://localhost:8080"})
            assert own.status_code == 200
            read = await client.get("/api/lobby", headers=foreign)
            assert "access-control-allow-origin" not in read.headers, "so that its scripts cannot read the answer"

    go(ask)


def test_the_seat_comes_from_the_cookie_alone() -> None:
    async def ask() -> None:
        async with opened() as (app, _), another(app) as anna, another(app) as stranger:
            table = await seated(anna)
            token = anna.cookies[f"koloda_{table}"]
            begin = {"do": "start", "id": "1", "bot": "greedy"}
            for cookie in (None, "", "wrong", token[:-1], token.swapcase()):
                headers = {} if cookie is None else {"cookie": f"koloda_{table}={cookie}"}
                answer = await stranger.post(f"/api/tables/{table}/do", json=begin, headers=headers)
                assert answer.json()["failure"]["code"] == "no_seat"
                seat = await stranger.get(f"/api/tables/{table}/seat", headers=headers)
                assert (seat.status_code, seat.json()["code"]) == (403, "no_seat")
                assert "set-cookie" not in seat.headers
                assert (await stranger.get(f"/api/tables/{table}/news", headers=headers)).json()["seat"] is None
            wrong = await stranger.post(f"/api/tables/{table}/seat", json={"code": "x" * 43})
            assert (wrong.status_code, wrong.json()["code"]) == (403, "no_seat")
            other_device = await stranger.post(f"/api/tables/{table}/seat", json={"code": token})
            assert (other_device.status_code, other_device.json()["seat"]) == (200, 0)

    go(ask)


def test_the_cookie_is_out_of_reach() -> None:
    async def ask(settings: Settings, secure: bool) -> None:
        async with visitor(settings) as client:
            host = settings.address.partition("//")[2]
            answer = await client.post("/api/tables", json=new_table(), headers={"host": host})
            kept = {part.strip().lower() for part in answer.headers["set-cookie"].split(";")}
            assert {"httponly", "samesite=lax", "path=/", "max-age=31536000"} <= kept
            assert ("secure" in kept) is secure
            assert ("strict-transport-security" in answer.headers) is secure
            assert ("cross-origin-opener-policy" in answer.headers) is secure, "browsers complain of it otherwise"

    go(ask, Settings(limits=HASTY), False)
    hosts = frozenset({"cards.example.org"})
    go(ask, Settings(address="https://cards.example.org", hosts=hosts, limits=HASTY, public=True), True)


def test_every_answer_has_the_headers() -> None:
    async def ask() -> None:
        async with visitor() as client:
            for path in ("/api/lobby", "/nothing", "/health", "/api/rules/en/dobro"):
                headers = (await client.get(path)).headers
                assert headers["content-security-policy"].startswith("default-src 'none'; script-src 'self';")
                assert "unsafe" not in headers["content-security-policy"]
                assert headers["x-content-type-options"] == "nosniff"
                assert headers["referrer-policy"] == "no-referrer"
                assert "permissions-policy" in headers
                assert "server" not in headers

    go(ask)


@pytest.mark.parametrize(
    ("near", "forwarded", "found"),
    [
        ("10.0.0.1", ["192.0.2.9"], "192.0.2.9"),
        ("10.0.0.1", ["203.0.113.1, 192.0.2.9"], "192.0.2.9"),
        ("10.0.0.1", ["203.0.113.1", "192.0.2.9, 10.0.0.2"], "192.0.2.9"),
        ("192.0.2.7", ["203.0.113.1"], "192.0.2.7"),
        ("10.0.0.1", ["nonsense"], "10.0.0.1"),
        ("10.0.0.1", [], "10.0.0.1"),
    ],
)
def test_a_proxy_is_believed_if_it_is_ours(near: str, forwarded: list[str], found: str) -> None:
    settings = Settings(proxies=(ip_network("10.0.0.0/24"),))
    headers = [(b"x-forwarded-for", value.encode()) for value in forwarded]
    scope = {
        "type": "http",
        "headers": headers,
        "client": (near, 1),
        "path": "/",
        "scheme": "http",
        "query_string": b"",
    }
    assert client_address.address(HTTPConnection(scope), settings) == found
    assert client_address.address(HTTPConnection(scope), Settings()) == near
