"""No mouse: from the lobby to the result with keys alone."""

from playwright.async_api import Page, expect

from tests.browser.browsers import Browsers

DECIDING = ".app:not(.locked) .me.turn .acts .btn:enabled"


async def tab_to(page: Page, what: str) -> None:
    for _ in range(60):
        if await page.evaluate("(what) => document.activeElement.matches(what)", what):
            return
        await page.keyboard.press("Tab")
    raise AssertionError(f"{what} cannot be reached by Tab")


async def test_a_game_of_no_thanks(browsers: Browsers) -> None:
    anna = await browsers.visitor("Anna")
    page = anna.page
    await page.goto("/")
    await page.wait_for_selector(".tiles")
    await tab_to(page, '.tile[data-game="no_thanks"]')
    await page.keyboard.press("Enter")
    await page.wait_for_selector(".sheet .start")
    for _ in range(await page.locator(".slist .open button").count()):
        await tab_to(page, ".slist .open button")
        await page.keyboard.press("Enter")
    await tab_to(page, ".start .btn.pri")
    await page.keyboard.press("Enter")
    await page.wait_for_selector(f"{DECIDING}, .result")

    await tab_to(page, DECIDING)
    await page.keyboard.press("Enter")
    for turn in range(200):
        await page.wait_for_selector(f"{DECIDING}, .result")
        if await page.locator(".result").count():
            break
        await page.keyboard.press("t" if turn % 2 else "n")  # who has no chips left must take
    await expect(page.locator(".youare h1")).to_be_visible()
    await tab_to(page, ".fairness .btn")
    await page.keyboard.press("Enter")
    await expect(page.locator(".found.good")).to_be_visible()
    await tab_to(page, ".racts .btn")
    await page.keyboard.press("Enter")
    await expect(page.locator(".preview canvas")).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(page.locator(".sheet")).to_have_count(0)
    assert await page.evaluate("document.activeElement.matches('.racts .btn')"), "the focus comes back"
