"""Somebody with a screen reader: knows of a page only what its accessibility tree says, and presses what it names."""

import asyncio
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Self

from playwright.async_api import CDPSession, Page

from koloda.core.text import Language, texts
from tests.timeouts import HANG

MOMENT = 0.02


def your_turn(language: Language = "en") -> str:
    """So an alert begins that says what one can do."""
    return texts(language)["web.turn_can"].partition("{")[0]


@dataclass(eq=False)
class Node:
    """What is read out of one thing on the page."""

    role: str
    name: str
    states: dict[str, Any]
    element: int
    """The browser's number for it."""
    children: list["Node"] = field(default_factory=list)
    parent: "Node | None" = None

    def __iter__(self) -> Iterator["Node"]:
        """All that is in it, in reading order."""
        for child in self.children:
            yield child
            yield from child

    @property
    def text(self) -> str:
        return " ".join(node.name for node in self if node.role == "StaticText").strip()

    @property
    def around(self) -> Iterator["Node"]:
        node = self.parent
        while node is not None:
            yield node
            node = node.parent

    @property
    def can_be_pressed(self) -> bool:
        """A button that does something: it is not disabled, and does not only open a dialog about itself."""
        return self.role == "button" and not (self.states.get("disabled") or self.states.get("hasPopup"))

    @property
    def group(self) -> str:
        """The name of the group that it belongs to: a hand, for example."""
        return next((node.name for node in self.around if node.role == "group"), "")

    def inside(self, *roles: str) -> bool:
        return any(node.role in roles for node in self.around)


class ScreenReader:
    def __init__(self, page: Page, wire: CDPSession) -> None:
        self._page = page
        self._wire = wire
        self.heard: list[str] = []
        """What was read out by itself: alerts, and headings that came into focus."""

    @classmethod
    async def at(cls, page: Page) -> Self:
        wire = await page.context.new_cdp_session(page)
        await wire.send("Accessibility.enable")
        return cls(page, wire)

    async def read(self) -> Node:
        """The whole page."""
        found = (await self._wire.send("Accessibility.getFullAXTree"))["nodes"]
        nodes = {
            each["nodeId"]: Node(
                each.get("role", {}).get("value", "") if not each["ignored"] else "",
                each.get("name", {}).get("value", ""),
                {state["name"]: state["value"].get("value") for state in each.get("properties", [])},
                each.get("backendDOMNodeId", 0),
            )
            for each in found
        }
        for each in found:
            node = nodes[each["nodeId"]]
            node.children = [nodes[child] for child in each.get("childIds", []) if child in nodes]
            for child in node.children:
                child.parent = node
        page = nodes[found[0]["nodeId"]]
        for node in page:
            said = node.text if node.role == "alert" else node.name if node.states.get("focused") else ""
            if said and node.role in ("alert", "heading") and said not in self.heard[-1:]:
                self.heard.append(said)
        return page

    async def until(self, found: Callable[[Node], Any]) -> Any:
        """Read again and again until there is something."""
        try:
            async with asyncio.timeout(HANG):
                while not (there := found(page := await self.read())):
                    await asyncio.sleep(MOMENT)
        except TimeoutError:
            named = [f"{each.role} {each.name}" for each in page if each.name and each.role != "StaticText"]
            raise AssertionError(f"nothing comes; heard {self.heard[-3:]}, now there are {named}") from None
        return there

    async def find(self, role: str, name: str) -> Node:
        """Wait for something by its role and a part of its name."""
        found: Node = await self.until(
            lambda page: next((each for each in page if each.role == role and re.search(name, each.name)), None)
        )
        return found

    async def tab_to(self, role: str, name: str) -> None:
        """Go there by Tab alone."""
        await self.find(role, name)
        for _ in range(60):
            for node in await self.read():
                if node.states.get("focused") and node.role == role and re.search(name, node.name):
                    return
            await self._page.keyboard.press("Tab")
        raise AssertionError(f"{role} {name} cannot be reached by Tab")

    async def press(self, node: Node) -> None:
        await self._wire.send("DOM.focus", {"backendNodeId": node.element})
        await self._page.keyboard.press("Enter")

    async def play(self, language: Language = "en") -> str:
        """Play a game to its end, and give the result as it is read out.

        When it is one's turn, press what came up by the last press ("Lay 12"), or else one thing after another.
        """
        before: set[str] = set()
        count = 0

        def next_thing(page: Node) -> Node | str | None:
            nonlocal before
            for each in page:
                if each.role == "heading" and each.states.get("focused"):
                    return each.name
            if not any(each.role == "alert" and each.text.startswith(your_turn(language)) for each in page):
                return None
            things = [each for each in page if each.can_be_pressed and each.inside("region", "main")]
            came_up = [each for each in things if (each.group or each.name) not in before]
            before = {name for each in things for name in (each.group, each.name)}
            others = [each for each in things if each.states.get("pressed") != "true"]
            chosen = came_up if count and came_up else others
            return chosen[count % len(chosen)] if chosen else None

        while isinstance(thing := await self.until(next_thing), Node):
            await self.press(thing)
            count += 1
        return str(thing)
