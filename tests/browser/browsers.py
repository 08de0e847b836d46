"""Visitors with their own browsers, and tables for them."""

import hashlib
import json
from dataclasses import dataclass, field
from typing import Any

from playwright.async_api import Browser, ViewportSize

from tests.browser.visitor import Visitor
from tests.timeouts import PAGE_HANG

PHONE: ViewportSize = {"width": 360, "height": 740}
DESK: ViewportSize = {"width": 1280, "height": 800}
QUICK = """
const quick = new CSSStyleSheet()
quick.replaceSync(":root:root:root { --m-hold: 0ms }")
document.adoptedStyleSheets.push(quick)
const animate = Element.prototype.animate
Element.prototype.animate = function (frames, timing) {
  return animate.call(this, frames, { ...timing, duration: 0, delay: 0 })
}
"""
"""No animation takes time: what moves arrives at once.

It is a style sheet that beats those of the page, not a style of the root: for that axe would read all text of a page,
to see whether it is spaced.
"""
LUCK = """(([name, luck]) => {
  if (location.protocol === "about:") return
  const load = 1 + Number(sessionStorage.getItem("tests.loads"))
  sessionStorage.setItem("tests.loads", String(load))
  let state = 0
  for (const character of `${luck} ${name} ${load}`) state = (Math.imul(state, 31) + character.codePointAt(0)) >>> 0
  crypto.getRandomValues = (array) => {
    for (let at = 0; at < array.length; at += 1) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      array[at] = state >>> 24
    }
    return array
  }
})"""
"""The randomness of a page (its nonces, its commands' ids): the same in every run, different after each reload."""


def nonce(whose: str) -> str:
    """The nonce of a visitor, the same in every run."""
    return hashlib.sha256(whose.encode()).hexdigest()[:32]


@dataclass
class Browsers:
    browser: Browser
    address: str
    visitors: list[Visitor] = field(default_factory=list)

    async def visitor(
        self,
        name: str = "Anna",
        *,
        language: str = "en",
        size: ViewportSize = DESK,
        theme: str = "light",
        address: str | None = None,
        installs: bool = False,
        animated: bool = False,
    ) -> Visitor:
        """A visitor with a fresh browser; with `installs`, it keeps the pages (a service worker). Nothing moves, unless
        it is `animated`.
        """
        context = await self.browser.new_context(
            base_url=address or self.address,
            viewport=size,
            locale={"en": "en-GB", "ru": "ru-RU"}[language],
            reduced_motion="no-preference" if animated else "reduce",
            color_scheme="dark" if theme == "dark" else "light",
            service_workers="allow" if installs else "block",
        )
        if not animated:
            await context.add_init_script(QUICK)
        await context.add_init_script(f"{LUCK}({json.dumps([name, len(self.visitors)])})")
        context.set_default_timeout(1000 * PAGE_HANG)
        visitor = Visitor(name, context, await context.new_page(), address or self.address)
        self.visitors.append(visitor)
        return visitor

    async def table(self, host: Visitor, game: str, players: int, **wanted: Any) -> str:
        """Open a table as a visitor, without the lobby."""
        given = {"game": game, "players": players, "name": host.name, "nonce": nonce(host.name), **wanted}
        seated = await host.post("/api/tables", given)
        return str(seated["table"])

    async def sit(self, guest: Visitor, table: str) -> None:
        await guest.post(f"/api/tables/{table}/sit", {"name": guest.name, "nonce": nonce(guest.name)})

    async def gather(self, game: str, people: list[Visitor], bots: int = 0, **wanted: Any) -> str:
        """Open a table, seat all of them, and begin the game."""
        host, *guests = people
        table = await self.table(host, game, len(people) + bots, **wanted)
        for guest in guests:
            await self.sit(guest, table)
        await host.post(f"/api/tables/{table}/do", {"do": "start", "id": "start", "bot": "greedy"})
        for person in people:
            await person.page.goto(f"/t/{table}")
        return table

    def complaints(self) -> list[str]:
        return [f"{visitor.name}: {complaint}" for visitor in self.visitors for complaint in visitor.complaints]

    async def close(self) -> None:
        """End all visits.

        What answers in the server's place finishes first, or the next test would get its error; and before that every
        page is left, for the server itself knows nothing of what it would ask then.
        """
        for visitor in self.visitors:
            for page in visitor.context.pages:
                await page.goto("about:blank")
                await page.unroute_all(behavior="wait")
            await visitor.context.unroute_all(behavior="wait")
            await visitor.context.close()
