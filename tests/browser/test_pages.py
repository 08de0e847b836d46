"""Every page on a phone and on a desk, light and dark: for axe, and as pictures to look at (build/screenshots)."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from playwright.async_api import Page

from tests.browser.build import SCREENSHOTS, needs_axe
from tests.browser.house import DESK, PHONE, House
from tests.browser.tables import Stood, stood
from tests.browser.visitor import Visitor

GAMES = ["dobro", "no_thanks", "mind_up", "tugriki"]
MIDDLE = {"dobro": 6, "no_thanks": 8, "mind_up": 3, "tugriki": 5}
OPTIONS = {"tugriki": {"rounds": "2"}, "mind_up": {"goals": "each-round"}}
RULES = {"dobro": "DB-10", "no_thanks": "NT-8", "mind_up": "MU-16", "tugriki": "TG-31"}
FOUND = """() => axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations
  .filter(({ impact }) => impact === "serious" || impact === "critical")
  .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} (${node.failureSummary})`)))"""


@pytest.fixture(scope="module")
def middles(server: str) -> dict[str, Stood]:
    return {game: stood(server, game, MIDDLE[game], options=OPTIONS.get(game, {})) for game in GAMES}


@pytest.fixture(scope="module")
def ends(server: str) -> dict[str, Stood]:
    return {game: stood(server, game, None, options=OPTIONS.get(game, {})) for game in GAMES}


async def pages(
    visitor: Visitor, house: House, middles: dict[str, Stood], ends: dict[str, Stood]
) -> AsyncIterator[str]:
    """Goes from page to page; each is ready to be looked at under the name that is given."""
    page = visitor.page

    async def go(path: str, shown: str) -> None:
        await page.goto(path)
        await page.wait_for_selector(shown)

    await go("/", ".tiles")
    yield "lobby"
    await page.locator(".setup .hd button").last.click()
    await page.wait_for_selector(".sheet")
    yield "lobby-options"
    waiting = await house.table(visitor, "dobro", 4, seats=["rule"])
    await go(f"/t/{waiting}", ".waiting")
    yield "waiting"
    if visitor.page.viewport_size == DESK:
        await go(f"/tv/{waiting}", ".tvwait")
        yield "tv-waiting"
    for game, middle in middles.items():
        await go(f"/t/{middle.table}#{middle.token}", ".me.turn")
        yield f"table-{game}"
        if visitor.page.viewport_size == DESK:
            await go(f"/tv/{middle.table}", ".tv main")
            yield f"tv-{game}"
        await go(f"/rules/{game}#{RULES[game]}", ".ruletext .marked")
        yield f"rules-{game}"
    await go(f"/t/{middles['tugriki'].table}", ".me.turn")
    await page.locator(".bar button").nth(1).click()
    await page.wait_for_selector(".sheet .menu")
    yield "menu"
    for game, end in ends.items():
        await go(f"/t/{end.table}#{end.token}", ".result")
        yield f"result-{game}"
        await go(f"/replay/{end.table}", ".rep")
        await page.locator(".scrub input").fill("30")
        await page.locator(".rep select").first.select_option("0")
        await page.wait_for_selector(".me:not(.rep)")
        yield f"replay-{game}"
    await go(f"/t/{ends['dobro'].table}", ".result")
    await page.locator(".racts .btn").first.click()
    await page.wait_for_selector(".found")
    yield "verification"


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("size", "language"), [(PHONE, "ru"), (DESK, "en")], ids=["phone", "desk"])
async def test_every_page(
    house: House, theme: str, size: Any, language: str, middles: dict[str, Stood], ends: dict[str, Stood]
) -> None:
    axe = needs_axe()
    visitor = await house.visitor("Анна", language=language, size=size, theme=theme)
    found = {}
    async for name in pages(visitor, house, middles, ends):
        await visitor.page.evaluate("document.fonts.ready")
        await visitor.page.screenshot(path=SCREENSHOTS / f"{name}-{size['width']}-{theme}.png")
        if problems := await serious(visitor.page, axe):
            found[name] = problems
        wide = await visitor.page.evaluate("document.documentElement.scrollWidth")
        if wide > size["width"]:
            found.setdefault(name, []).append(f"{wide} px wide")
    assert found == {}


async def serious(page: Page, axe: str) -> list[str]:
    """What axe finds that keeps somebody out."""
    await page.evaluate(f"() => {{ {axe} }}")
    found: list[str] = await page.evaluate(FOUND)
    return found
