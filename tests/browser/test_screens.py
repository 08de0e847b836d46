"""The shared screen, and phones beside it."""

from playwright.async_api import expect

from tests.browser.browsers import PHONE, Browsers


async def test_a_screen_for_the_room_and_hands_on_phones(browsers: Browsers) -> None:
    screen, anna = await browsers.visitor("screen", language="ru"), await browsers.visitor("Anna", size=PHONE)
    table = await browsers.table(anna, "tugriki", 3, seats=["rule"], options={"rounds": "1", "dealt": "4"})
    await screen.page.goto(f"/tv/{table}")
    code = screen.page.locator(".tvwait .qr")
    await expect(code).to_be_visible()
    assert await code.evaluate("(code) => code.decode().then(() => code.naturalWidth)") > 0
    await expect(screen.page.locator(".tvseats li")).to_have_count(3)

    await anna.post(f"/api/tables/{table}/do", {"do": "start", "id": "start", "bot": "greedy"})
    await expect(screen.page.locator(".tv main .rows")).to_be_visible()
    assert await screen.page.locator('[data-place^="hand"], .me').count() == 0

    await anna.page.goto(f"/t/{table}")
    await anna.page.locator('.bar button:has(use[href="#u-phone"])').click()
    await expect(anna.page.locator(".pad .padtop")).to_be_visible()
    await expect(anna.page.locator(".seats")).to_be_hidden()
    await anna.play(by_hand=4)
    await expect(screen.page.locator(".tv .winner h1")).to_be_visible()


async def test_without_a_screen_there_is_no_choice(browsers: Browsers) -> None:
    anna = await browsers.visitor("Anna", size=PHONE)
    await browsers.gather("dobro", [anna], 2)
    await anna.page.wait_for_selector(".me .hand")
    assert await anna.page.locator('.bar use[href="#u-phone"]').count() == 0
