"""A browser for each test process, and a server for each test, with the same randomness in every run.

Tests are coroutines, so that several people can play at once.
"""

import asyncio
import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Playwright, async_playwright, expect

from tests.browser.browsers import Browsers
from tests.browser.build import PAGES, needs_chromium, needs_pages
from tests.server.processes import Life, Servers
from tests.timeouts import PAGE_HANG

expect.set_options(timeout=1000 * PAGE_HANG)
HOME = "koloda.test"
"""A host name that is not this machine's own: for a browser, the home network without encryption."""
HOSTS = f"MAP {HOME} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost"
"""There are no others: what a page asks of one fails, and the console says so."""
TRUSTED = "02nAqiBN4c0on3JZma9/7ts3CYC7AImLEmYhYFJnMR8="
"""The SHA-256 of the public key in tests/server/certificates/first.crt, which the browser trusts."""


@pytest.fixture(scope="session")
def runner() -> Iterator[asyncio.Runner]:
    with asyncio.Runner() as runner:
        yield runner


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    given = {name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames}
    runner: asyncio.Runner = pyfuncitem._request.getfixturevalue("runner")
    runner.run(pyfuncitem.obj(**given))
    return True


@pytest.fixture(scope="session")
def servers(runner: asyncio.Runner) -> Iterator[Servers]:
    servers = Servers()
    runner.run(servers.__aenter__())
    yield servers
    runner.run(servers.__aexit__(None, None, None))


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """The server's database; a test may bring its own."""
    return tmp_path / "tables.db"


@pytest.fixture
def pages() -> Path:
    """The pages to serve: those that ship."""
    needs_pages()
    return PAGES


@pytest.fixture
def serving() -> dict[str, Any]:
    """More options of the server; a test may bring its own."""
    return {}


@pytest.fixture
def server(
    servers: Servers,
    runner: asyncio.Runner,
    database: Path,
    pages: Path,
    serving: dict[str, Any],
    tmp_path: Path,
    request: pytest.FixtureRequest,
) -> Iterator[str]:
    log = tmp_path / "server.log"
    seed = request.node.nodeid
    life = Life(database=str(database), pages=str(pages), seed=seed, allow_host=[HOME], log=str(log), **serving)
    runner.run(servers.begin(life))
    yield f"http://{servers.address}"
    runner.run(servers.stop())
    assert "Traceback" not in log.read_text()


@pytest.fixture(scope="session")
def browser(runner: asyncio.Runner) -> Iterator[Browser]:
    executable = needs_chromium()

    async def start() -> tuple[Playwright, Browser]:
        playwright = await async_playwright().start()
        arguments = ["--no-sandbox", "--disable-gpu", f"--host-resolver-rules={HOSTS}"]
        arguments.append(f"--ignore-certificate-errors-spki-list={TRUSTED}")
        arguments.append("--js-flags=--no-opt")  # no page lives long enough to be worth it
        return playwright, await playwright.chromium.launch(executable_path=executable, args=arguments)

    playwright, browser = runner.run(start())
    yield browser
    runner.run(browser.close())
    runner.run(playwright.stop())


@pytest.fixture
def browsers(server: str, browser: Browser, runner: asyncio.Runner) -> Iterator[Browsers]:
    browsers = Browsers(browser, server)
    yield browsers
    runner.run(browsers.close())
    assert browsers.complaints() == []
