"""The score pad of a real table: a whole sheet of every game, undo, without a network, and shared by a link."""

import re

from playwright.async_api import Page, expect

from koloda.games import GAMES
from tests.browser.browsers import PHONE, Browsers
from tests.browser.scenes import PadVisit, scenes_of

NAMES = ("Anna", "Boris", "Vera", "Gleb")
TAP = """async (steps) => {
  const nameOf = (control) => control.matches("[role=tab]")
    ? `tab ${control.querySelector(".nm").textContent}`
    : control.getAttribute("aria-label") ?? control.textContent.trim()
  const ready = (name) => [...document.querySelectorAll("button")].find((control) =>
    nameOf(control) === name && control.ariaDisabled !== "true" && control.checkVisibility())
  for (const [name, times] of steps) {
    let control
    while (!(control = ready(name))) await new Promise(requestAnimationFrame)
    for (let n = 0; n < times; n++) control.click()
    await new Promise(requestAnimationFrame)
  }
}"""
"""With the mouse, a sheet with a hundred taps would take long."""
BY_HAND = 2


async def start(page: Page, game: str, visit: PadVisit) -> None:
    """A new sheet, from the list of games."""
    await page.goto("/score")
    await page.locator(f'a.tile[href="/score/{game}"]').click()
    rows = page.locator(".newsheet li input")
    await expect(rows).to_have_count(4)
    for _ in range(4 - visit.players):
        await page.get_by_role("button", name="Remove").last.click()
    for seat in range(visit.players):
        await rows.nth(seat).fill(NAMES[seat])
    if visit.options:
        await page.locator("summary").click()
    for label, value in visit.options.items():
        option = page.get_by_label(label, exact=True)
        if await option.evaluate("(field) => field.matches('select')"):
            await option.select_option(value)
        else:
            await option.fill(value)
    await page.get_by_role("button", name="Start scoring").click()
    await page.wait_for_selector(".padp .entry")


async def tap(page: Page, *steps: str | tuple[str, int]) -> None:
    """Tap controls by their names, each as soon as it can be tapped."""
    await page.evaluate(TAP, [(step, 1) if isinstance(step, str) else step for step in steps])


async def test_a_whole_sheet_of_every_game(browsers: Browsers) -> None:
    page = (await browsers.visitor(size=PHONE)).page
    for game in GAMES:
        visit = scenes_of(game).PAD
        await start(page, game, visit)
        for step in visit.taps[:BY_HAND]:
            if isinstance(step, str):
                await page.get_by_role("button", name=step, exact=True).click()
            else:
                await tap(page, step)
        await tap(page, *visit.taps[BY_HAND:])
        await expect(page.locator(".winner h1")).to_have_text(visit.winner)
        shown = sorted(visit.totals, reverse=not GAMES[game].lowest_wins)
        totals = page.locator(".ptab .tot td, .plcs li > span:last-child b")
        await expect(totals).to_have_text([str(total) for total in shown])

        await page.get_by_role("button", name="Undo the last tap").click()
        await expect(page.locator(".winner")).to_have_count(0)
        await page.reload()
        await tap(page, visit.taps[-1])
        await expect(page.locator(".winner h1")).to_have_text(visit.winner)


async def test_without_a_network_the_sheet_is_kept_and_counted_later(browsers: Browsers) -> None:
    visit = scenes_of("dobro").PAD
    anna = await browsers.visitor(size=PHONE)
    anna.expected += "|ERR_INTERNET_DISCONNECTED"
    page = anna.page
    await start(page, "dobro", visit)
    await tap(page, "Boris, cards in the pile: more")
    await expect(page.locator(".ptab .tot td")).to_have_text(["2", "1", "2"])
    await anna.context.set_offline(True)
    await tap(page, ("Vera, cards in the pile: more", 2))
    await expect(page.locator(".check")).to_contain_text("The server cannot be reached.")
    await expect(page.locator(".check b")).to_have_text("+ round 1")
    await expect(page.locator(".ptab .tot td")).to_have_text(["2", "1", "2"])
    await tap(page, "Write down round 1")
    await tap(page, "Anna, cards in the pile: more")
    await expect(page.locator(".check b")).to_have_text("+ rounds 1–2")
    await page.keyboard.press("Control+z")
    await anna.context.set_offline(False)
    await expect(page.locator(".ptab .tot td")).to_have_text(["3", "2", "1"])
    await expect(page.locator(".below")).to_contain_text("Vera leads round 2: fewest points.")
    await expect(page.locator(".check")).to_have_text("")


async def test_a_sheet_is_shared_by_a_link_and_as_a_picture(browsers: Browsers) -> None:
    visit = scenes_of("tugriki").PAD
    anna = await browsers.visitor(size=PHONE)
    page = anna.page
    await page.add_init_script("navigator.share = async ({ url }) => { document.body.dataset.given = url }")
    await start(page, "tugriki", visit)
    await tap(page, *visit.taps[:2])
    await page.get_by_role("button", name="Share a link").click()
    given = re.compile(rf"{re.escape(browsers.address)}/score/tugriki#s\.z[\w-]+$")
    await expect(page.locator("body")).to_have_attribute("data-given", given)
    link = str(await page.locator("body").get_attribute("data-given"))

    boris = await browsers.visitor("Boris", size=PHONE)
    await boris.page.goto(link)
    await expect(boris.page.locator(".sofar")).to_be_visible()
    await expect(boris.page.locator(".plcs li")).to_have_count(2)
    assert await boris.page.evaluate("localStorage.getItem('koloda.scores')") is None, "only looked at"
    await boris.page.get_by_role("button", name="Continue here").click()
    await tap(boris.page, *visit.taps[2:])
    await expect(boris.page.locator(".winner h1")).to_have_text(visit.winner)
    await boris.page.get_by_role("button", name="Picture").click()
    await boris.page.get_by_role("switch", name="With names").click()
    await expect(boris.page.locator(".preview canvas")).to_have_attribute(
        "aria-label", re.compile("Place 1: .*Place 2: ")
    )
    async with boris.page.expect_download() as downloading:
        await boris.page.get_by_role("button", name="Save the picture").click()
    picture = (await (await downloading.value).path()).read_bytes()
    assert picture.startswith(b"\x89PNG")
    await boris.page.keyboard.press("Escape")
    await boris.page.get_by_role("button", name="Another game, same names").click()
    await expect(boris.page.locator(".ppl .nm")).to_have_text(["Anna", "Boris"])
    await boris.page.get_by_role("button", name="To all score sheets").click()
    await expect(boris.page.locator(".keptlist li")).to_have_count(2)
    await boris.page.goto(f"{link[:-9]}AAAAAAAAA")
    await expect(boris.page.locator(".check")).to_contain_text("no score in this link")
