"""Without a network: after one visit, to any page, all pages open, say what needs the server, and lose nothing."""

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import CDPSession, expect

from tests.browser.browsers import PHONE, Browsers
from tests.browser.conftest import HOME
from tests.browser.scenes import Scene, Staged, stage
from tests.browser.visitor import Visitor

KEPT = """async ([shelf, path, number]) => {
  await navigator.serviceWorker.ready
  const cache = await caches.open(`koloda:/:${shelf}`)
  const found = async () => (await cache.keys()).filter(({ url }) => url.includes(path)).length
  while ((await found()) < number) await new Promise((resolve) => setTimeout(resolve, 20))
}"""
"""Waits until the pages and so many answers are kept."""
CACHES = """async () => Object.fromEntries(await Promise.all((await caches.keys()).map(async (name) =>
  [name, (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)])))"""


NOTED = """() => {
  self.shown = new Promise((done) => (registration.showNotification = async (...shown) => done(shown)))
}"""
"""In the worker: what it would show."""


RUNNING = Scene(name="running", game="no_thanks", shows=lambda look: look.must)
OVER = Scene(name="over", game="no_thanks", shows=lambda look: look.over)


@pytest.fixture
def games(database: Path, runner: asyncio.Runner) -> list[Staged]:
    """A game that goes on and one that is over, in the server's database."""
    return runner.run(stage([RUNNING, OVER], database))


@pytest.fixture
def server(games: list[Staged], server: str) -> str:
    return server


async def test_airplane_mode_after_the_first_visit(browsers: Browsers, games: list[Staged]) -> None:
    running, ended = games
    anna = await browsers.visitor("Анна", language="ru", size=PHONE, installs=True)
    page = anna.page
    await page.goto(f"/t/{running.table}#{running.tokens[0]}")
    await expect(page.locator(".me.turn")).to_be_visible()
    await page.evaluate(KEPT, ["documents", "/api/rules/", 8])
    await page.goto(f"/t/{ended.table}#{ended.tokens[0]}")
    await expect(page.locator(".result")).to_be_visible()
    for answer in ("replay", "course"):
        await page.evaluate(KEPT, ["games", f"/api/tables/{ended.table}/{answer}", 1])
    anna.expected += "|ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket connection"
    await anna.context.set_offline(True)

    await page.goto("/")
    note = page.locator(".offline .note")
    await expect(note).to_contain_text(re.compile(r"Нет сети\. Пробуем снова"))
    await expect(note).to_contain_text("Работают: уроки, правила, законченные партии, запись счёта.")
    await expect(note).to_contain_text("Нужен сервер: идущие партии, новые столы, подсчёт, советы.")
    await expect(page.locator(".tile.need")).to_have_count(4)
    await expect(page.locator(".tile", has_text="нужна сеть")).to_have_count(4)
    await page.reload()
    await expect(page.locator(".tile.need")).to_have_count(4)
    for game in ("dobro", "tugriki"):
        await page.goto(f"/rules/{game}")
        await page.get_by_role("button", name="Полные правила").click()
        await expect(page.locator(".ruletext h2").first).to_be_visible()
    await page.goto("/learn/tugriki")
    await expect(page.locator(".coach")).to_be_visible()
    await page.goto(f"/replay/{ended.table}")
    await expect(page.locator(".rep")).to_be_visible()
    await page.goto(f"/t/{ended.table}")
    await expect(page.locator(".result .plot .chart .y")).to_be_visible()
    await expect(page.locator(".racts .word")).to_have_text("Для реванша нужен сервер: ждём связи.")
    await expect(page.locator(".racts .pri")).to_have_attribute("aria-disabled", "true")
    await page.goto(f"/t/{running.table}")
    await expect(page.locator(".lone button")).to_be_visible()

    kept: dict[str, list[str]] = await page.evaluate(CACHES)
    answers = [path for paths in kept.values() for path in paths if path.startswith("/api/tables/")]
    assert {path.split("/")[3] for path in answers} == {ended.table}, "nothing of a game that goes on"
    await page.goto("/")
    await expect(note).to_be_visible()
    await anna.context.set_offline(False)
    await expect(note).to_have_count(0)
    await expect(page.locator(".tile.need")).to_have_count(0)


async def registered(session: CDPSession) -> str:
    """The id of the page's service worker."""
    found: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    def updated(event: dict[str, Any]) -> None:
        if event["registrations"] and not found.done():
            found.set_result(event["registrations"][0]["registrationId"])

    session.on("ServiceWorker.workerRegistrationUpdated", updated)
    await session.send("ServiceWorker.enable")
    return await found


async def test_a_push_message_becomes_a_notice(browsers: Browsers) -> None:
    """The browser delivers it to the worker. Without a window it shows no notices: the last step is noted instead."""
    anna = await browsers.visitor("Anna", size=PHONE, installs=True)
    async with anna.context.expect_event("serviceworker") as starting:
        await anna.page.goto("/")
    worker = await starting.value
    await anna.page.evaluate("navigator.serviceWorker.ready")
    await worker.evaluate(NOTED)
    session = await anna.context.new_cdp_session(anna.page)
    sent = {"title": "Добро: ваш ход", "body": "За столом: Борис", "path": "t/k3mz8w2p"}
    message = {"origin": browsers.address, "registrationId": await registered(session), "data": json.dumps(sent)}
    await session.send("ServiceWorker.deliverPushMessage", message)
    title, options = await worker.evaluate("self.shown")
    assert (title, options["body"]) == (sent["title"], sent["body"])
    assert options["tag"] == options["data"]["path"] == "/t/k3mz8w2p"


async def notices_line(visitor: Visitor) -> None:
    await visitor.page.locator('.bar button:has(use[href="#u-menu"])').click()
    await visitor.page.locator('.menuline:has(use[href="#u-bell"])').click()


async def test_without_https_the_page_says_what_needs_it(browsers: Browsers, games: list[Staged]) -> None:
    port = browsers.address.rpartition(":")[2]
    anna = await browsers.visitor("Anna", size=PHONE, address=f"http://{HOME}:{port}")
    await anna.page.goto(f"/t/{games[0].table}#{games[0].tokens[0]}")
    await notices_line(anna)
    await expect(anna.page.locator(".sheet .asked")).to_contain_text("This address has no https.")
    anna.expected += "|ERR_INTERNET_DISCONNECTED"
    await anna.page.goto("/")
    await anna.page.wait_for_selector(".tiles")
    await anna.context.set_offline(True)
    await expect(anna.page.locator(".offline .note")).to_contain_text("once you close the page, it will not open")
