"""Checks pages with axe, some of them for where things are (see boxes.py), and keeps what they show."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from koloda.core.text import Language
from tests.browser.boxes import boxes
from tests.browser.browsers import Browsers
from tests.browser.build import needs_axe
from tests.browser.eye import Again, Eye, Theme

FAST = ";axe.configure({ noHtml: true })"
"""Without this, axe notes the source of every element that it checks."""
OPTIONS = '{ resultTypes: ["violations"], preload: false, elementRef: true, selectors: false }'
TOLD = """({ violations }) => violations.flatMap(({ id, nodes }) =>
  nodes.map(({ element, failureSummary }) => `${id}: ${element.outerHTML.slice(0, 300)} (${failureSummary})`))"""
OF_COLOURS = '["color-contrast", "link-in-text-block"]'
RULES = f"""([colours, drawings]) => {{
  for (const sprite of document.querySelectorAll("svg.sprite")) {{
    if (drawings) delete sprite.childNodes
    else Object.defineProperty(sprite, "childNodes", {{ value: [], configurable: true }})
  }}
  const rules = Object.fromEntries((colours ? [] : {OF_COLOURS}).map((id) => [id, {{ enabled: false }}]))
  return axe.run(document, {{ ...{OPTIONS}, rules }}).then({TOLD})
}}"""
"""All rules, if need be without those of colours, or without a look at the drawings: for axe a sprite has no children
then, although the browser still draws them.
"""
DRAWINGS = "[...document.querySelectorAll('svg.sprite')].map((sprite) => sprite.innerHTML).join()"
COLOURS = Path(__file__).with_name("colours.js").read_text()
CONTRAST = f"""(texts) => axe
  .run(
    {{ include: texts.map((each) => window.testsTexts[each]) }},
    {{ ...{OPTIONS}, runOnly: {OF_COLOURS} }},
  )
  .then({TOLD})"""
"""The rules of colours, for some of the texts that COLOURS has listed."""
SHOWN = """() => {
  const STATES = "card|legal|off|chosen|nope|drawn|fresh|last|own-card|cover|mini|about|svelte-\\\\w+"
  const kind = (card) => {
    const classes = [...card.classList].filter((name) => !new RegExp(`^(${STATES})$`).test(name))
    const drawings = [...card.querySelectorAll(".icon use, .seal use, .forget use, .mark use")]
    return [...classes, ...drawings.map((use) => use.getAttribute("href"))].join(" ")
  }
  const all = (what) => [...document.querySelectorAll(what)].filter((each) => each.checkVisibility())
  return {
    wide: document.documentElement.scrollWidth,
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


@dataclass
class Inspector(Eye):
    """Checks pages with axe, some of them for where things are, and keeps what they show."""

    chosen: Mapping[str, str] = field(default_factory=dict)
    """At which sizes the boxes of a state are checked."""
    controls: set[str] = field(default_factory=set)
    kinds: set[str] = field(default_factory=set)
    theme: Theme = "light"
    """In which the page is shown now."""
    checked: set[str] = field(default_factory=set)
    """The states whose boxes were checked."""
    judged: set[int] = field(default_factory=set)
    """The texts whose contrast was judged, as colours.js numbers them."""
    drawings: set[str] = field(default_factory=set)
    """What axe has seen of the drawings that all pages share."""

    async def look(self, state: str, again: Again | None = None) -> None:
        await self.page.evaluate("document.fonts.ready")
        await self.page.wait_for_selector("html:not([aria-busy])", state="attached")  # all texts are here
        wanted = [bool(await self._fresh()), await self._fresh_drawings()]
        self.note(f"{state}, {self.theme}", await self.page.evaluate(RULES, wanted))
        for theme in [theme for theme in self.themes if theme != self.theme]:
            await self.page.emulate_media(color_scheme=theme)
            self.theme = theme
            if fresh := await self._fresh():
                self.note(f"{state}, {theme}", await self.page.evaluate(CONTRAST, fresh))
        shown = await self.page.evaluate(SHOWN)
        assert self.page.viewport_size is not None
        if shown["wide"] > self.page.viewport_size["width"]:
            self.note(state, [f"{shown['wide']} px wide"])
        self.controls.update(shown["controls"])
        self.kinds.update(shown["kinds"])
        if state in self.chosen:
            async for size in self.at_sizes(self.chosen[state].split(), again):
                self.note(f"{state}, {size}", await boxes(self.page, state))
            self.checked.add(state)

    async def _fresh(self) -> list[int]:
        """Which texts have a contrast that does not follow from what was judged before, in whatever state."""
        texts = await self.page.evaluate(COLOURS)
        fresh = {text: place for place, text in enumerate(texts) if text not in self.judged}
        self.judged |= fresh.keys()
        return [*fresh.values()]

    async def _fresh_drawings(self) -> bool:
        """Hidden and the same in all states, they are a third of all elements: axe looks at them once."""
        drawings = await self.page.evaluate(DRAWINGS)
        fresh = drawings not in self.drawings
        self.drawings.add(drawings)
        return fresh


async def inspector(
    browsers: Browsers, size: Any, language: Language, *themes: Theme, chosen: Mapping[str, str] | None = None
) -> Inspector:
    """`chosen` are the sizes at which boxes are checked, by state."""
    visitor = await browsers.visitor("Анна", language=language, size=size)
    await visitor.context.add_init_script(needs_axe() + FAST)
    await visitor.context.add_init_script(WILLING)
    return Inspector(visitor, language, themes, chosen=chosen or {})
