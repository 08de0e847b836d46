"""Somebody who visits pages to look at them."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Literal

from playwright.async_api import Page, ViewportSize

from koloda.core.text import Language
from tests.browser.boxes import SIZES
from tests.browser.visitor import Visitor

Theme = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = ("light", "dark")
Again = Callable[[], Awaitable[Any]]
"""Shows again what goes away when the window changes its size."""


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
