"""Somebody at a browser, who plays by clicking what lights up."""

import json
import random
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.async_api import BrowserContext, ConsoleMessage, Page, Request
from playwright.async_api import Error as PlaywrightError

from tests.browser.build import SCREENSHOTS

LIT = ", ".join(
    [
        ".me.turn .acts .btn:enabled",
        ".me.turn .hand .card.legal:not([aria-disabled])",
        ".me.turn .picker .card:not([aria-disabled])",
        ".me .rnd .btn",
        ":is(.app, .pad):has(.me.turn) :is(.point, .places .btn, .rows button.card)",
    ]
)
CHOOSE = """([lit, chance]) => {
  const found = [...document.querySelectorAll(lit)].filter((each) => each.checkVisibility())
  const ready = found.filter((each) => each.matches(".pri"))
  const others = found.filter((each) => !each.matches(".pri, .chosen, [aria-pressed=true]"))
  return ready[0] ?? others[Math.floor(chance * others.length)] ?? null
}"""
AUTOPILOT = Path(__file__).with_name("autopilot.js").read_text()
LONGEST = 90
"""Seconds that a game may take."""
BY_HAND = 5
"""So many clicks of a game are made with the mouse; then the page is played from inside, which is much faster."""


@dataclass
class Visitor:
    name: str
    context: BrowserContext
    page: Page
    address: str
    complaints: list[str] = field(default_factory=list)
    """What went wrong: errors in the console, requests to other hosts."""
    expected: str = "Service Worker registration blocked"
    """Errors that belong to the test, such as a lost network."""
    chance: random.Random = field(default_factory=lambda: random.Random(4))

    def __post_init__(self) -> None:
        self.watch(self.page)

    def watch(self, page: Page) -> None:
        page.on("console", self._console)
        page.on("pageerror", lambda error: self._complain(f"error in the page: {error}"))
        page.on("request", self._request)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._complain(f"{message.type} in the console: {message.text} ({message.location.get('url', '')})")

    def _request(self, request: Request) -> None:
        if not request.url.startswith((self.address, self.address.replace("http", "ws"), "data:", "blob:")):
            self._complain(f"request to another host: {request.url}")

    def _complain(self, complaint: str) -> None:
        if not re.search(self.expected, complaint):
            self.complaints.append(complaint)

    async def post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """A request with this browser's cookies, as the page would make it."""
        headers = {"content-type": "application/json", "origin": self.address}
        response = await self.context.request.post(path, data=json.dumps(body), headers=headers)
        answer: dict[str, Any] = await response.json()
        assert response.ok, answer
        return answer

    async def news(self, table: str) -> dict[str, Any]:
        """What the server tells this visitor of a table."""
        response = await self.context.request.get(f"/api/tables/{table}/news?since=0&wait=0")
        found: dict[str, Any] = await response.json()
        return found

    async def click(self) -> bool:
        """Click something that is lit; False when the game is over."""
        await self.page.wait_for_selector(f"{LIT}, .result", timeout=30_000)
        if await self.page.locator(".result").count():
            return False
        chosen = await self.page.evaluate_handle(CHOOSE, [LIT, self.chance.random()])
        if element := chosen.as_element():
            try:
                await element.click(timeout=1500)
            except PlaywrightError as error:
                if not re.search("attached|Timeout", error.message):
                    raise
        return True

    async def play(self, by_hand: int = BY_HAND) -> None:
        """Click until the game is over."""
        for _ in range(by_hand):
            if not await self.click():
                return
        stuck = await self.page.evaluate(AUTOPILOT, [LIT, self.chance.randrange(1 << 30), LONGEST])
        if stuck:
            await self.page.screenshot(path=SCREENSHOTS / f"stuck-{self.name}.png")
        assert stuck == ""
        await self.page.wait_for_selector(".result")
