"""How far things jumped on a page: the browser's own layout shifts."""

from dataclasses import dataclass

from playwright.async_api import BrowserContext, Page

WATCH = """
window.koloda_shifts = []
new PerformanceObserver((list) => {
  const name = (node) => {
    const element = node?.nodeType === Node.TEXT_NODE ? node.parentElement : node
    return element ? `${element.localName}.${[...element.classList].join(".")}` : "?"
  }
  const box = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(" ")
  const moved = (each) => `${name(each.node)}: ${box(each.previousRect)} > ${box(each.currentRect)}`
  for (const { value, sources } of list.getEntries())
    window.koloda_shifts.push({ value, sources: sources.map(moved) })
}).observe({ type: "layout-shift", buffered: true })
"""
TOLD = """() => new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(window.koloda_shifts))))"""


@dataclass(frozen=True)
class Shifts:
    """All shifts together, those after a click too, and the elements that made most of them."""

    total: float
    worst: list[str]


async def watch_shifts(context: BrowserContext) -> None:
    """To be called before the page is opened."""
    await context.add_init_script(WATCH)


async def shifts(page: Page) -> Shifts:
    found = await page.evaluate(TOLD)
    worst = sorted(found, key=lambda shift: -shift["value"])[:8]
    return Shifts(
        sum(shift["value"] for shift in found),
        [f"{shift['value']:.4f}: {'; '.join(shift['sources'][:3])}" for shift in worst],
    )
