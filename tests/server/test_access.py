"""A password for the server, and invitations by a table's link."""

import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.requests import HTTPConnection
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from koloda.cli.main import main
from koloda.core.errors import UnknownOption
from koloda.server import serve
from koloda.server.messages import Failure
from koloda.server.web import access, rate_limits
from koloda.server.web.access import ATTEMPTS, COOKIE, Access
from koloda.server.web.settings import Settings
from tests.server.in_process_server import (
    HASTY,
    NONCE,
    StandingClock,
    another,
    client_of,
    go,
    new_table,
    opened,
    seated,
    served,
)

PASSWORD = Settings(limits=HASTY, password="двойка пик")
INVITED = Settings(limits=HASTY, password="двойка пик", invite_only=True)
AT_HOME = Settings(limits=HASTY, invite_only=True)


@pytest.fixture(autouse=True)
def _little_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "ROUNDS", 1)


async def log_in(client: httpx.AsyncClient, password: str = "двойка пик") -> httpx.Response:
    return await client.post("/api/login", json={"password": password})


def code(answer: httpx.Response) -> tuple[int, str]:
    found: dict[str, Any] = answer.json()
    return answer.status_code, found.get("code", "")


def test_without_the_password_there_is_no_way_in() -> None:
    async def ask() -> None:
        async with opened(PASSWORD) as (app, _), another(app) as anna, another(app) as stranger:
            assert (await log_in(anna)).json() == {"status": "in"}
            table = await seated(anna, public=True)
            for path in ("/api/lobby", f"/api/tables/{table}/news", f"/api/tables/{table}/qr.svg", "/api/other"):
                assert code(await stranger.get(path)) == (403, "password_needed")
            for path, wanted in (("", new_table()), (f"/{table}/sit", {"name": "x", "nonce": NONCE})):
                assert code(await stranger.post(f"/api/tables{path}", json=wanted)) == (403, "password_needed")
            for path in ("/health", "/ready", "/api/rules/en/dobro", "/api/texts/ru/dobro", "/api/openapi.json"):
                assert (await stranger.get(path)).status_code == 200
            await log_in(stranger)
            assert [each["id"] for each in (await stranger.get("/api/lobby")).json()["tables"]] == [table]
            assert (await stranger.get(f"/api/tables/{table}/news")).status_code == 200

    go(ask)


def test_a_socket_needs_the_password_too() -> None:
    async def ask() -> None:
        async with served(PASSWORD) as (host, _), client_of(host) as client:
            await log_in(client)
            table = await seated(client)
            url = f"ws://{host}/api/tables/{table}/socket"
            with pytest.raises(InvalidStatus) as refused:
                await connect(url)
            assert refused.value.response.status_code == 403
            cookie = {"cookie": f"{COOKIE}={client.cookies[COOKIE]}"}
            async with connect(url, additional_headers=cookie) as socket:
                assert '"news"' in str(await socket.recv())

    go(ask)


@pytest.mark.parametrize("wrong", ["", "двойка", "двойка пик ", "x" * 1000])
def test_a_wrong_password(wrong: str) -> None:
    async def ask() -> None:
        async with opened(PASSWORD) as (app, _), another(app) as client:
            answer = await log_in(client, wrong)
            assert code(answer) == (403, "wrong_password")
            assert "set-cookie" not in answer.headers
            assert (await log_in(client, "x" * 1001)).status_code == 400

    go(ask)


def test_passwords_cannot_be_tried_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask() -> None:
        async with opened(PASSWORD) as (app, _), another(app) as client, another(app, "192.0.2.8") as other:
            answers = [code(await log_in(client, str(n))) for n in range(ATTEMPTS + 1)]
            assert answers == [(403, "wrong_password")] * ATTEMPTS + [(429, "too_fast")]
            assert code(await log_in(client)) == (429, "too_fast"), "not even the right one"
            assert (await log_in(other)).status_code == 200, "others are not locked out"

    clock = StandingClock()
    monkeypatch.setattr(rate_limits.TokenBuckets.__init__, "__defaults__", (clock,))
    go(ask)


def test_the_cookie_is_opaque_signed_and_ends() -> None:
    async def ask() -> None:
        async with opened(PASSWORD) as (app, _), another(app) as client, another(app) as other:
            kept = (await log_in(client)).headers["set-cookie"].lower()
            assert {"httponly", "samesite=lax", "path=/"} <= {part.strip() for part in kept.split(";")}
            value = client.cookies[COOKIE]
            expires, nonce, signature = value.split(".")
            for forged in ("", "x", "..", f"{int(expires) + 1}.{nonce}.{signature}", f"{expires}.{nonce}.", "é.é.é"):
                headers = [(b"cookie", f"{COOKIE}={forged}".encode())]
                assert code(await other.get("/api/lobby", headers=headers)) == (403, "password_needed")
            right = {"cookie": f"{COOKIE}={value}"}
            assert (await other.get("/api/lobby", headers=right)).status_code == 200
        async with opened(Settings(limits=HASTY, password="new")) as (app, _), another(app) as client:
            assert code(await client.get("/api/lobby", headers=right)) == (403, "password_needed")

    go(ask)


def test_a_login_ends_after_its_time() -> None:
    clock = StandingClock()
    clock.now = time.time()
    entry = Access(PASSWORD, clock)
    scope = {"type": "http", "path": "/api/lobby", "client": ("192.0.2.7", 1), "headers": []}
    given = entry.log_in(HTTPConnection(scope), "двойка пик")
    assert isinstance(given, str)
    back = HTTPConnection({**scope, "headers": [(b"cookie", f"{COOKIE}={given}".encode())]})
    assert entry.problem(back) is None
    clock.now += access.COOKIE_AGE
    assert isinstance(entry.problem(back), Failure)


def test_the_link_of_a_table_is_an_invitation() -> None:
    """Whoever has it sits down, plays and watches, and has no other way in."""

    async def ask() -> None:
        async with opened(INVITED) as (app, _), another(app) as anna, another(app) as guest:
            await log_in(anna)
            table = await seated(anna, public=True, seats=["greedy"])
            lobby = (await guest.get("/api/lobby")).json()
            assert (lobby["tables"], lobby["entry"]) == ([], "password")
            assert lobby["games"], "who waits at a table learns the names of bots"
            assert code(await guest.post("/api/tables", json=new_table())) == (403, "password_needed")
            sat = await guest.post(f"/api/tables/{table}/sit", json={"name": "Boris", "nonce": NONCE})
            assert sat.json()["seat"] == 2
            assert (await guest.get(f"/api/tables/{table}/news")).json()["seat"] == 2
            await log_in(guest)
            lobby = (await guest.get("/api/lobby")).json()
            assert ([each["id"] for each in lobby["tables"]], lobby["entry"]) == ([table], "open")
            assert (await guest.post("/api/tables", json=new_table())).status_code == 200

    go(ask)


def test_without_a_password_only_this_machine_opens_tables() -> None:
    async def ask() -> None:
        async with opened(AT_HOME) as (app, _), another(app, "127.0.0.1") as host, another(app) as guest:
            table = await seated(host, seats=["greedy"])
            assert (await guest.get("/api/lobby")).json()["entry"] == "invitation"
            assert code(await guest.post("/api/tables", json=new_table())) == (403, "by_invitation")
            through_proxy = await host.post("/api/tables", json=new_table(), headers={"x-forwarded-for": "192.0.2.7"})
            assert code(through_proxy) == (403, "by_invitation")
            sat = await guest.post(f"/api/tables/{table}/sit", json={"name": "Boris", "nonce": NONCE})
            assert sat.status_code == 200

    go(ask)


def test_a_server_without_a_password_lets_everybody_log_in() -> None:
    async def ask() -> None:
        async with opened() as (app, _), another(app) as client:
            answer = await log_in(client, "anything")
            assert (answer.status_code, "set-cookie" in answer.headers) == (200, False)
            assert (await client.get("/api/lobby")).json()["entry"] == "open"

    go(ask)


def test_the_password_comes_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "password"
    file.write_text("двойка пик\nsecond line", "utf-8")
    assert serve.read_password(file) == "двойка пик"
    for content in ("", "\n"):
        file.write_text(content)
        with pytest.raises(UnknownOption, match="it is empty"):
            serve.read_password(file)
    with pytest.raises(UnknownOption, match="No such file"):
        serve.read_password(tmp_path / "none")


def test_a_password_is_not_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("KOLODA_PASSWORD", "secret!")
    for more in ([], ["--json"]):
        assert main(["config", "serve", *more]) == 0
        assert "secret!" not in capsys.readouterr().out
    given = ["--pages", str(tmp_path), "--lang", "en"]
    assert main(["serve", *given]) == 2
    assert "other users of this machine" not in capsys.readouterr().err
    assert main(["serve", "--password", "typed!", *given]) == 2
    warned = capsys.readouterr().err
    assert "other users of this machine" in warned
    assert "typed!" not in warned
    assert "secret" not in repr(PASSWORD) + repr(serve.ServeOptions(password="secret"))
