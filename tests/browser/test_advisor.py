"""The advisor for a real table in a browser: a table from the lobby to the advice, undo, and without a network."""

from playwright.async_api import expect

from tests.browser.browsers import PHONE, Browsers
from tests.browser.walk import with_made_up_advice


async def test_a_real_table(browsers: Browsers) -> None:
    anna = await browsers.visitor(size=PHONE)
    anna.expected += "|ERR_INTERNET_DISCONNECTED"
    page = anna.page
    await with_made_up_advice(page)
    await page.goto("/")
    await page.get_by_role("link", name="Advisor for a real table").click()
    await page.locator('a.tile[href="/advisor/no_thanks"]').click()
    rows = page.locator(".newsheet li input:not([type=radio])")
    for seat, name in enumerate(("Anna", "Boris", "Vera", "Gleb")):
        await rows.nth(seat).fill(name)
    await page.get_by_role("radio", name="Vera: that is me").check()
    await page.get_by_role("button", name="Begin").click()

    for name in ("Anna", "27"):
        await page.get_by_role("button", name=name, exact=True).click()
    await expect(page.locator(".keys")).to_have_count(0)
    for pot in (1, 2):
        await page.get_by_role("button", name="One more chip").click()
        await expect(page.locator(".stepper output .sr")).to_have_text(str(pot))
    await expect(page.locator(".ppl .on .nm")).to_have_text("Vera")
    await expect(page.locator(".says")).to_have_text("The strongest bot would pass")
    await expect(page.locator(".cmp li b")).to_have_text(["best", "−5%"])
    await expect(page.locator(".tolds li").first).to_contain_text("Boris: no thanks. 2 chips on card 27.")

    await page.get_by_role("button", name="Undo this line").click()
    await expect(page.locator(".stepper output .sr")).to_have_text("1")
    await expect(page.locator(".advice")).to_have_count(0)
    await page.reload()
    await expect(page.locator(".stepper output .sr")).to_have_text("1")  # kept on the device
    await page.unroute("**/api/advisor/*")
    await anna.context.set_offline(True)
    await page.get_by_role("button", name="Takes 27").click()
    await expect(page.locator(".check")).to_contain_text("What you have entered is kept; moves and advice come as soon")
    await anna.context.set_offline(False)
    await expect(page.locator(".check")).to_have_count(0)
    await expect(page.locator(".tolds li").first).to_contain_text("Boris takes card 27 with 1 chip.")
    await expect(page.get_by_role("button", name="27: already seen")).to_have_attribute("aria-disabled", "true")

    await page.goto("/advisor/dobro")
    await page.get_by_role("button", name="Begin").click()
    for card in ("4", "6", "6: chosen 1 time", "9", "11", "Joker"):
        await page.get_by_role("button", name=card, exact=True).click()
    await page.get_by_role("button", name="Done · 6 of 6").click()
    await page.get_by_role("button", name="Player 2").click()
    await page.get_by_role("button", name="5", exact=True).click()
    await page.locator(".pgf .pri").click()
    await page.get_by_role("button", name="Player 2 forgot to draw").click()
    await expect(page.locator(".hero p")).to_contain_text("Player 2: forgetful card")
    await expect(page.locator(".ppl small").nth(1)).to_have_text("5 · pile 0")
    await page.keyboard.press("Control+z")
    await expect(page.locator(".ppl small").nth(1)).to_have_text("6 · pile 0")
