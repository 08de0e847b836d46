"""A visitor with a browser, who plays by clicking what lights up."""

import asyncio
import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.async_api import BrowserContext, ConsoleMessage, ElementHandle, Page
from playwright.async_api import Error as PlaywrightError

from tests.browser.build import SCREENS
from tests.timeouts import HANG

SETTLED = ":is(.app, .pad):not(.locked)"
LIT = ", ".join(
    f"{SETTLED} {lit}"
    for lit in (
        ".me.turn .acts .btn:enabled",
        ".me.turn .hand .card.legal:not([aria-disabled])",
        ".me.turn .picker .card:not([aria-disabled])",
        ".me :is(.rnd, .shown) .btn",
        ":is(main:has(~ .me.turn), .me.turn) :is(.point, .places .btn)",
    )
)
"""What a visitor may click now. While a move is animated nothing is lit: the next click sees its result."""
PLAYER = Path(__file__).with_name("player.js").read_text()
STAYS = """() => {
  const later = window.setTimeout
  window.setTimeout = (what, wait, ...more) => later(what, [4000, 5000].includes(wait) ? 3_600_000 : wait, ...more)
}"""
BY_HAND = 5
"""This many clicks of a game are made with the mouse; then a script plays in the page, which is much faster."""


@dataclass
class Visitor:
    name: str
    context: BrowserContext
    page: Page
    address: str
    complaints: list[str] = field(default_factory=list)
    """What went wrong: errors in the console, also of requests to other hosts, for the browser finds none."""
    expected: str = "Service Worker registration blocked"
    """Expected errors, such as a lost network."""
    clicks: int = 0
    """In games: the n-th click goes to the same thing in every run."""

    def __post_init__(self) -> None:
        self.watch(self.page)

    def watch(self, page: Page) -> None:
        page.on("console", self._console)
        page.on("pageerror", lambda error: self._complain(f"error in the page: {error}"))

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._complain(f"{message.type} in the console: {message.text} ({message.location.get('url', '')})")

    def _complain(self, complaint: str) -> None:
        if not re.search(self.expected, complaint):
            self.complaints.append(complaint)

    async def post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """Send a request with this browser's cookies, as the page would."""
        headers = {"content-type": "application/json", "origin": self.address}
        response = await self.context.request.post(path, data=json.dumps(body), headers=headers)
        answer: dict[str, Any] = await response.json()
        assert response.ok, answer
        return answer

    async def news(self, table: str) -> dict[str, Any]:
        """The news of a table for this visitor."""
        response = await self.context.request.get(f"/api/tables/{table}/news?since=0&wait=0")
        found: dict[str, Any] = await response.json()
        return found

    async def stay(self) -> None:
        """A refusal goes after four seconds, a result page moves on to a rematch after five; here they stay, however
        slow the machine is.
        """
        await self.page.evaluate(STAYS)

    async def click(self) -> bool:
        """Click something that is lit, with the mouse. False when the game is over."""
        while (element := await self._chosen()) is not None:
            try:
                closes = await element.evaluate("(control) => control.matches('.rnd .btn, .shown .btn')")
                await element.click()
            except PlaywrightError as error:
                if "not attached" not in error.message:
                    raise
            else:
                self.clicks += not closes
                return True
        return False

    async def _chosen(self) -> ElementHandle | None:
        chosen = await self.page.evaluate_handle(f"({PLAYER}).choose", [LIT, self.clicks])
        return chosen.as_element()

    async def play(self, by_hand: int = BY_HAND) -> None:
        """Click until the game is over."""
        for _ in range(by_hand):
            if not await self.click():
                return
        try:
            async with asyncio.timeout(HANG):
                await self.page.evaluate(f"({PLAYER}).play", [LIT, self.clicks])
        except (PlaywrightError, TimeoutError):
            await self.page.screenshot(path=SCREENS / f"stuck-{self.name}.png")
            raise
        await self.page.wait_for_selector(".result")
