"""Checks pages with axe, some of them for where things are (see boxes.py), and keeps what they show."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from koloda.core.text import Language
from tests.browser.boxes import boxes
from tests.browser.browsers import Browsers
from tests.browser.build import needs_axe
from tests.browser.eye import Again, Eye, Theme

FOUND = """(rules) => axe.run(document, { resultTypes: ["violations"], preload: false, ...rules })
  .then(({ violations }) => violations
  .filter(({ impact }) => impact === "serious" || impact === "critical")
  .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} (${node.failureSummary})`)))"""
SHOWN = """() => {
  const STATES = "card|legal|off|chosen|nope|drawn|fresh|last|own-card|cover|mini|about|svelte-\\\\w+"
  const kind = (card) => {
    const classes = [...card.classList].filter((name) => !new RegExp(`^(${STATES})$`).test(name))
    const drawings = [...card.querySelectorAll(".icon use, .seal use, .forget use, .mark use")]
    return [...classes, ...drawings.map((use) => use.getAttribute("href"))].join(" ")
  }
  const all = (what) => [...document.querySelectorAll(what)].filter((each) => each.checkVisibility())
  return {
    controls: all("[data-source]").map((each) => each.dataset.source),
    kinds: [...all(".card").map(kind), ...all(".goals .goal").map((goal) => goal.querySelector(".words").textContent)],
  }
}"""
WILLING = """(() => {
  const permit = (value) => Object.defineProperty(Notification, "permission", { value, configurable: true })
  Notification.requestPermission = async () => (permit("granted"), "granted")
  permit("default")
})()"""
"""Without a window the browser refuses all notices: here a script answers for it, and for the person."""
OF_COLOUR = {"runOnly": ["color-contrast", "link-in-text-block"]}
"""Everything else is the same in both themes."""


@dataclass
class Inspector(Eye):
    """Checks pages with axe, some of them for where things are, and keeps what they show."""

    chosen: Mapping[str, str] = field(default_factory=dict)
    """At which sizes the boxes of a state are checked."""
    controls: set[str] = field(default_factory=set)
    kinds: set[str] = field(default_factory=set)
    checked: set[str] = field(default_factory=set)
    """The states whose boxes were checked."""

    async def look(self, state: str, again: Again | None = None) -> None:
        await self.page.evaluate("document.fonts.ready")
        width = await self.page.evaluate("innerWidth")
        for number, theme in enumerate(self.themes):
            await self.page.emulate_media(color_scheme=theme)
            self.note(f"{state}, {theme}", await self.page.evaluate(FOUND, OF_COLOUR if number else {}))
        if (wide := await self.page.evaluate("document.documentElement.scrollWidth")) > width:
            self.note(state, [f"{wide} px wide"])
        shown = await self.page.evaluate(SHOWN)
        self.controls.update(shown["controls"])
        self.kinds.update(shown["kinds"])
        if state in self.chosen:
            async for size in self.at_sizes(self.chosen[state].split(), again):
                self.note(f"{state}, {size}", await boxes(self.page, state))
            self.checked.add(state)


async def inspector(
    browsers: Browsers, size: Any, language: Language, *themes: Theme, chosen: Mapping[str, str] | None = None
) -> Inspector:
    """`chosen` are the sizes at which boxes are checked, by state."""
    visitor = await browsers.visitor("Анна", language=language, size=size)
    await visitor.context.add_init_script(needs_axe())
    await visitor.context.add_init_script(WILLING)
    return Inspector(visitor, language, themes, chosen=chosen or {})
