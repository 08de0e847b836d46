"""A server and a browser for each test process. Tests are coroutines, so that several people can play at once."""

import asyncio
import inspect
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.async_api import Browser, Playwright, async_playwright

from tests.browser.build import PAGES, needs_chromium, needs_pages
from tests.browser.house import House

PATIENCE = 40
"""Seconds until a server must answer."""
HOME = "koloda.test"
"""A name for the server that is not this machine's own: to a browser, the home network without encryption."""


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
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    needs_pages()
    folder = tmp_path_factory.mktemp("server")
    port = free_port()
    command = [sys.executable, "-m", "koloda", "serve", "--host", "127.0.0.1", "--port", str(port), "--pace", "0"]
    command += ["--database", str(folder / "tables.db"), "--pages", str(PAGES), "--no-browser", "--allow-host", HOME]
    command += ["--limit-requests", "5000", "--limit-tables", "5000", "--limit-commands", "500"]
    log = folder / "server.log"
    with log.open("w") as written, subprocess.Popen(command, stdout=written, stderr=subprocess.STDOUT) as process:
        try:
            await_health(f"http://127.0.0.1:{port}", process, log)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait(20)
    assert "Traceback" not in log.read_text()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def await_health(address: str, process: subprocess.Popen[bytes], log: Path) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and process.poll() is None:
        try:
            if httpx.get(f"{address}/health").status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.1)
    pytest.fail(f"the server did not start: {log.read_text()}")


@pytest.fixture(scope="session")
def browser(runner: asyncio.Runner) -> Iterator[Browser]:
    executable = needs_chromium()

    async def start() -> tuple[Playwright, Browser]:
        playwright = await async_playwright().start()
        arguments = ["--no-sandbox", f"--host-resolver-rules=MAP {HOME} 127.0.0.1"]
        return playwright, await playwright.chromium.launch(executable_path=executable, args=arguments)

    playwright, browser = runner.run(start())
    yield browser
    runner.run(browser.close())
    runner.run(playwright.stop())


@pytest.fixture
def house(server: str, browser: Browser, runner: asyncio.Runner) -> Iterator[House]:
    house = House(browser, server)
    yield house
    runner.run(house.close())
    assert house.complaints() == []
