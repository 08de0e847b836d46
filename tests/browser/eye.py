"""Somebody who visits pages to look at them."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Literal

from playwright.async_api import Page, ViewportSize

from koloda.core.text import Language
from tests.browser.boxes import SIZES
from tests.browser.visitor import Visitor
from tests.timeouts import PAGE_HANG

Theme = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = ("light", "dark")
Again = Callable[[], Awaitable[Any]]
"""Shows again what goes away when the window changes its size."""

TURN = """async ([path, patience]) => {
  const turn = (path) => {
    history.pushState(null, "", path)
    dispatchEvent(new PopStateEvent("popstate"))
  }
  const before = [...document.querySelector("#app").children]
  turn("/nope")
  const left = () => before.every((each) => !each.isConnected)
  for (const until = performance.now() + 1000 * patience; !left(); await new Promise((later) => setTimeout(later)))
    if (performance.now() > until) throw new Error(`still at ${location.href}: is it the page in between?`)
  turn(path)
}"""
"""Shows another page of the application without loading it anew, as Back and Forward do. In between is a page on which
there is nothing: what was there before cannot be taken for what is to come.
"""


@dataclass
class Eye:
    """Somebody who visits pages to look at them, and keeps what is wrong."""

    visitor: Visitor
    language: Language
    themes: tuple[Theme, ...]
    problems: dict[str, list[str]] = field(default_factory=dict)

    @property
    def page(self) -> Page:
        return self.visitor.page

    async def go(self, path: str, shown: str) -> None:
        await self.page.goto(path)
        await self.page.wait_for_selector(shown)

    async def turn(self, path: str, shown: str) -> None:
        """The same within the application, where it is open: scripts need not be loaded and warmed up again.

        What a test has changed in the page stays. And nobody turns from a game that ended before their eyes: the page
        goes back in the browser's history then, in its own time.
        """
        if self.page.url == "about:blank":
            await self.go(path, shown)
        else:
            await self.page.evaluate(TURN, [path, PAGE_HANG])
            await self.page.wait_for_selector(shown)

    async def look(self, state: str, again: Again | None = None) -> None:
        """Look at a state, whose name is its own."""
        raise NotImplementedError

    async def at_sizes(self, sizes: Iterable[str], again: Again | None) -> AsyncIterator[str]:
        """The same page at other sizes, and then as it was."""
        before = self.page.viewport_size
        assert before is not None
        for size in sizes:
            await self._resize(SIZES[size], again)
            yield size
        await self._resize(before, again)

    async def _resize(self, size: ViewportSize, again: Again | None) -> None:
        if self.page.viewport_size != size:
            await self.page.set_viewport_size(size)
            if again is not None:
                await again()

    def note(self, name: str, problems: list[str]) -> None:
        if problems:
            self.problems.setdefault(name, []).extend(problems)
