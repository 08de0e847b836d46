"""A server below a path of a site, behind a real nginx with TLS: the one of docs/operations.md."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.browsers import Browsers
from tests.browser.conftest import HOME
from tests.nginx import adapted, free_port, running
from tests.server.built_pages import ROOT
from tests.test_docs import blocks, text

CERTIFICATES = ROOT / "tests/server/certificates"
HTTP = """
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    {server}
}}
"""


@pytest.fixture
def port() -> int:
    return free_port()


@pytest.fixture
def serving(port: int) -> dict[str, Any]:
    return {"public_url": f"https://{HOME}:{port}/koloda", "trust_proxy": ["127.0.0.1"]}


@pytest.fixture
def nginx(server: str, port: int, tmp_path: Path) -> Iterator[str]:
    """The address of the server behind nginx, which reads the second sample of the page."""
    _, sample = blocks(text("docs/operations.md"), "nginx")
    changes = {
        "listen 443 ssl": f"listen 127.0.0.1:{port} ssl",
        "server_name example.org": f"server_name {HOME}",
        "/etc/letsencrypt/live/example.org/fullchain.pem": str(CERTIFICATES / "first.crt"),
        "/etc/letsencrypt/live/example.org/privkey.pem": str(CERTIFICATES / "first.key"),
        "http://127.0.0.1:8080": server,
    }
    with running(HTTP.format(folder=tmp_path, server=adapted(sample, changes)), tmp_path):
        yield f"https://{HOME}:{port}/koloda"


async def test_a_game_below_a_path_behind_nginx(browsers: Browsers, nginx: str) -> None:
    """Every request must stay below the path."""
    anna = await browsers.visitor("Anna", address=nginx, installs=True)
    page = anna.page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    await page.goto(nginx)
    await page.wait_for_selector(".tiles")
    assert page.url == f"{nginx}/", "nginx adds the slash"
    assert await page.evaluate("navigator.serviceWorker.ready.then((worker) => worker.scope)") == f"{nginx}/"
    await page.locator('.tile[data-game="no_thanks"]').click()
    await page.get_by_role("button", name="Invite").click()
    await page.wait_for_selector(".waiting .bigqr")
    table = page.url.rpartition("/")[2]
    assert page.url == f"{nginx}/t/{table}"
    await page.locator(".bigqr").evaluate("(image) => image.decode()")
    (cookie,) = [each for each in await anna.context.cookies() if each["name"] == f"koloda_{table}"]
    assert (cookie["path"], cookie["secure"], cookie["httpOnly"]) == ("/koloda", True, True)
    await page.locator(".start .btn").click()
    await page.wait_for_selector(".app .me")
    for _ in range(3):
        await anna.click()
    await page.reload()
    await page.wait_for_selector(".app .me")
    await anna.play(by_hand=1)
    await page.get_by_role("button", name="Replay").click()
    await page.wait_for_selector(".replay .scrub")
    assert page.url == f"{nginx}/replay/{table}"
    await page.reload()
    await page.wait_for_selector(".replay .scrub")
    await page.goto(f"{nginx}/rules/no_thanks#NT-1")
    await page.wait_for_selector(".ruletext h1")
    await page.context.set_offline(True)
    anna.expected += "|ERR_INTERNET_DISCONNECTED|Failed to fetch"
    await page.goto(f"{nginx}/")
    await page.wait_for_selector(".offline .note")
    await page.wait_for_selector(".tile.need")
    await page.context.set_offline(False)
    await page.goto("about:blank")  # or it would miss nginx, which ends first
    assert [url for url in asked if not url.startswith((nginx, "data:", "blob:", "about:"))] == []
