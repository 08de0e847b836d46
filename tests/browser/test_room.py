"""Nobody is stuck, before the game and in it, and people can talk: what the browser shows and what can be pressed."""

import asyncio
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Locator, Page, Route, ViewportSize, expect

from koloda.bots.levels import FROM_WEAK_TO_STRONG
from koloda.core.text import texts
from tests.browser.boxes import RESTED
from tests.browser.browsers import PHONE, Browsers
from tests.browser.visitor import Visitor
from tests.browser.walk import CUT
from tests.timeouts import HANG

SMALL: ViewportSize = {"width": 320, "height": 568}
SIDEWAYS: list[ViewportSize] = [{"width": 740, "height": 360}, {"width": 568, "height": 320}]
ONE_ABOVE_ANOTHER = """() => {
  const boxes = [".log .told", ".log .lb", ".direction"].map((each) => document.querySelector(each))
  const [told, button, direction] = boxes.map((each) => each.getBoundingClientRect())
  return told.bottom <= button.top + 1 && button.bottom <= direction.top + 1
}"""
LONG = "Wolfeschlegelsteinhausen"
"""24 wide characters without a space."""
LATER = """(() => {
  const { now } = Date
  const { parse } = JSON
  Date.now = () => now() + Number(sessionStorage.getItem("tests.ahead"))
  JSON.parse = (text, ...more) => {
    const found = parse(text, ...more)
    if (typeof found?.now === "number") found.now = Date.now()
    return found
  }
  const later = window.setTimeout
  window.setTimeout = (what, wait, ...more) => later(what, wait === 3000 ? 3_600_000 : wait, ...more)
})()"""
"""The time passes when a test says so, and what somebody shows for three seconds stays.

The socket's frames say the page's time instead of the server's: one that comes after the one clock was moved and before
the other would have the page believe that twice as much has passed."""
EN, RU = texts("en"), texts("ru")


@dataclass
class Clock:
    """The time of the server and of the browsers, which passes when a test says so."""

    file: Path
    ahead: int = 0

    async def visitor(self, browsers: Browsers, name: str, **given: Any) -> Visitor:
        visitor = await browsers.visitor(name, **given)
        await visitor.context.add_init_script(LATER)
        return visitor

    async def wait(self, seconds: int, *visitors: Visitor) -> None:
        self.ahead += 1000 * seconds
        self.file.write_text(str(self.ahead))
        for visitor in visitors:
            await visitor.page.evaluate("(ahead) => sessionStorage.setItem('tests.ahead', ahead)", str(self.ahead))


@pytest.fixture
def clock(tmp_path: Path) -> Clock:
    file = tmp_path / "ahead"
    file.write_text("0")
    return Clock(file)


@pytest.fixture
def serving(clock: Clock) -> dict[str, Any]:
    return {"ahead": str(clock.file)}


def row(page: Page, name: str) -> Locator:
    return page.locator(".slist li", has=page.locator(".nm", has_text=name))


def agreed(page: Page, label: str) -> Locator:
    return page.locator(".agreed", has=page.locator(".lab", has_text=label))


async def inside(control: Locator) -> bool:
    """Can it be pressed: is it on the screen, and large enough for a finger?"""
    box, size = await control.bounding_box(), control.page.viewport_size
    assert box is not None
    assert size is not None
    return box["x"] >= 0 and box["x"] + box["width"] <= size["width"] and min(box["width"], box["height"]) >= 44


async def test_a_table_is_agreed_on_and_led_by_whoever_is_there(browsers: Browsers, clock: Clock) -> None:
    anna = await clock.visitor(browsers, "Anna", language="ru", size=PHONE)
    guest = await clock.visitor(browsers, LONG, size=PHONE)
    table = await browsers.table(anna, "dobro", 4)
    await browsers.sit(guest, table)
    for visitor in (anna, guest):
        await visitor.page.goto(f"/t/{table}")
        await visitor.page.wait_for_selector(".waiting .agreed")

    for size in (PHONE, SMALL):  # a long name pushes nothing off the screen
        await anna.page.set_viewport_size(size)
        await anna.page.evaluate(RESTED)
        for control in await row(anna.page, LONG).locator("button").all():
            assert await inside(control)
        assert await anna.page.evaluate("document.documentElement.scrollWidth") == size["width"]

    seats = agreed(guest.page, EN["web_table.seats"])  # what is agreed on: controls for the host, words for the others
    assert await guest.page.locator(".how :is(button, input, select)").count() == 0
    await expect(seats.locator(".val")).to_have_text("4")
    await agreed(anna.page, RU["web_table.seats"]).get_by_role("button", name="5").click()
    await expect(seats.locator(".val")).to_have_text("5")
    await expect(seats).to_have_class("agreed odd")
    await agreed(anna.page, RU["web_table.chat"]).get_by_role("switch").click()
    await expect(agreed(guest.page, EN["web_table.chat"]).locator(".val")).to_have_text(EN["web.value_off"])

    await guest.page.get_by_role("button", name=EN["web_table.rename"]).click()
    await guest.page.locator(".rename input").fill("Boris 👩‍🚀")  # joined emoji are a name's, too
    await guest.page.keyboard.press("Enter")
    await expect(row(anna.page, "Boris 👩‍🚀")).to_be_visible()

    await row(anna.page, "Boris").locator('button:has(use[href="#u-host"])').click()
    await expect(row(guest.page, "Boris")).to_contain_text("You are the host now: Anna handed the table on")
    await expect(anna.page.locator(".how :is(button, input, select)")).to_have_count(0)
    await row(guest.page, "Anna").locator('button:has(use[href="#u-host"])').click()
    await row(anna.page, "Boris").locator('button:has(use[href="#u-x"])').click()
    await expect(guest.page.get_by_role("alert")).to_contain_text("Anna, the host, has removed you")
    await guest.page.locator(".sitform .btn").click()
    await expect(row(anna.page, "Boris")).to_contain_text(RU["web_table.here"])

    await anna.page.goto("about:blank")  # the host vanishes
    async with asyncio.timeout(HANG):
        while ((news := await guest.news(table))["lead_at"] or 0) - news["now"] > 30_000:
            await asyncio.sleep(0.02)
    await guest.page.reload()
    await expect(guest.page.locator(".start")).to_contain_text("Anna")
    assert EN["web.all_here"] not in await guest.page.locator(".waiting").inner_text()
    await clock.wait(31, guest)
    start = guest.page.locator(".start .btn.pri")
    await expect(start).to_contain_text("you will be the host")
    await start.click()
    await guest.page.wait_for_selector(".me .hand")
    assert (await guest.news(table))["table"]["host"] == 1


async def test_who_chooses_a_bot_learns_what_it_is_like(browsers: Browsers) -> None:
    """In the lobby and before the game: in the list, where a screen reader finds it, and below what was chosen."""
    host = await browsers.visitor("Анна", language="ru", size=SMALL)
    page = host.page
    lines = {f"{RU[f'common.level_{level}']}: {RU[f'levels.about_{level}']}": level for level in FROM_WEAK_TO_STRONG}
    await page.goto("/")
    await page.locator(".tile").first.click()
    chooser = page.get_by_role("combobox", name=RU["web.bot_level"].format(seat=2))
    await expect(chooser).to_have_value("rule")
    await expect(chooser.locator("option")).to_have_text([*lines, RU["web.leave_open"]])
    seat = page.locator(".sheet .slist li", has=chooser)
    for level in ("network", "guided"):
        await chooser.select_option(level)
        await expect(seat.locator("small")).to_have_text(RU[f"levels.about_{level}"])
        await expect(seat.locator("small")).to_be_visible()
        await expect(seat.locator(".picked")).to_have_text(RU[f"common.level_{level}"])
        assert not await seat.locator(".picked").evaluate(CUT)
    await chooser.focus()
    await page.keyboard.press("ArrowUp")  # by keys, as one can see
    await expect(chooser).to_have_value("search")
    await expect(seat.locator("small")).to_have_text(RU["levels.about_search"])
    ring = "(name) => getComputedStyle(name, '::after').outlineStyle"
    assert await seat.locator(".picked").evaluate(ring) == "solid"

    table = await browsers.table(host, "dobro", 3, seats=["network"])
    guest = await browsers.visitor("Boris", size=SMALL)
    await guest.page.goto(f"/t/{table}")
    bot = guest.page.locator(".slist .bot small")
    await expect(bot).to_have_text(f"{EN['common.level_network']}: {EN['levels.about_network']}")

    host.expected += "|status of 503"
    reachable = asyncio.Event()

    async def lobby(route: Route) -> None:
        if reachable.is_set():
            await route.continue_()
        else:
            busy = {"key": "http.busy", "args": {"seconds": 1}}
            await route.fulfill(status=503, json={"code": "busy", "detail": busy})

    await page.route("**/api/lobby", lobby)
    await page.goto(f"/t/{table}")
    await expect(chooser).to_have_value("network")  # the bot that sits there, before it is known which there are
    await expect(page.locator(".slist .about")).to_have_text(RU["levels.about_network"])
    reachable.set()
    await expect(chooser.locator("option")).to_have_text(list(lines))
    await chooser.select_option("guided")
    await expect(page.locator(".slist .about")).to_have_text(RU["levels.about_guided"])
    await expect(bot).to_have_text(f"{EN['common.level_guided']}: {EN['levels.about_guided']}")
    about, pill = await page.locator(".slist .about").bounding_box(), await page.locator(".slist .pick").bounding_box()
    assert about is not None
    assert pill is not None
    assert about["y"] >= pill["y"] + pill["height"], "it is not in the way of the chooser"


async def send(visitor: Visitor, text: str) -> None:
    if await visitor.page.locator(".chatsheet").count() == 0:
        await visitor.page.locator(".talkb").click()
        await visitor.page.locator(".talk .wr").click()
    await visitor.page.locator(".chatsheet input").fill(text)
    await visitor.page.keyboard.press("Enter")


async def choose_in_the_menu(page: Page, icon: str) -> None:
    await page.locator('.bar button:has(use[href="#u-menu"])').click()
    await page.locator(f'.menuline:has(use[href="#u-{icon}"])').click()


async def test_people_talk_and_a_bot_plays_for_a_sleeper(browsers: Browsers, clock: Clock) -> None:
    people = [
        await clock.visitor(browsers, "Anna", language="ru", size=PHONE),
        await clock.visitor(browsers, "Boris", size=PHONE),
        await clock.visitor(browsers, "Vera", language="ru", size=PHONE),
    ]
    for visitor in people:
        await visitor.page.goto("/")
    table = await browsers.gather("tugriki", people, patience=None)
    (due,) = (await people[0].news(table))["view"]["actors"]
    sleeper = people[due]
    first, second = [visitor for visitor in people if visitor is not sleeper]
    host = people[0]
    for visitor in people:
        await visitor.page.wait_for_selector(".me .hand")

    await expect(first.page.locator(".log.notice")).to_have_count(0)  # all are here
    line = first.page.locator(".log li.now")
    await expect(line).to_contain_text(re.compile("Round 1: |Раунд 1: "))
    assert not await line.evaluate(CUT), "the only line of the log (defect 14 of the findings)"
    await first.page.locator(".talkb").click()  # reactions are on the table, not in the log
    panel = await first.page.locator(".talk").bounding_box()
    hand = await first.page.locator(".me .hand").bounding_box()
    assert panel is not None
    assert hand is not None
    assert panel["y"] + panel["height"] <= hand["y"]
    await first.page.locator(".talk .re button").first.click()
    await expect(first.page.locator(".talk")).to_have_count(0)
    felt = second.page.locator(".seat", has_text=first.name).locator(".felt")
    clap = f"{first.name}: {(EN if second.name == 'Boris' else RU)['web.emote_clap']}"
    await expect(felt).to_have_text(clap)
    await send(first, "Hello <b>all</b>")
    await expect(second.page.locator(".talkb .count")).to_have_text("1")
    await send(second, "Hi")
    await expect(second.page.locator(".chat .said").first).to_contain_text("Hello <b>all</b>")
    await expect(first.page.locator(".chat .said")).to_have_count(2)
    await expect(second.page.locator(".talkb .count")).to_have_count(0)
    for visitor in (first, second):
        await visitor.page.keyboard.press("Escape")
    await choose_in_the_menu(host.page, "chat")
    other = second if host is first else first
    await other.page.locator(".talkb").click()
    await expect(other.page.locator(".talk .wr")).to_have_count(0)
    await other.page.keyboard.press("Escape")
    await host.page.keyboard.press("l")
    assert await host.page.locator(".sheet .story ~ *, .sheet [role=group]").count() == 0
    await host.page.keyboard.press("Escape")

    seat = first.page.locator(".seat", has_text=sleeper.name)
    assert await first.page.locator(".votes, .log .lb").count() == 0
    await clock.wait(121, *people)
    await expect(seat).to_have_class("seat idle think")
    await expect(first.page.locator(".log .lb")).to_be_visible()
    for size in SIDEWAYS:
        await first.page.set_viewport_size(size)
        await first.page.evaluate(RESTED)
        assert await first.page.evaluate(ONE_ABOVE_ANOTHER), "the notice, its button, and how far the game is"
    await first.page.set_viewport_size(PHONE)
    await first.page.locator(".log .lb").click()
    await expect(sleeper.page.locator(".log.warned .told")).to_contain_text(first.name)
    await expect(first.page.locator(".log .lb")).to_have_count(0)
    await clock.wait(120, *people)
    await seat.locator("button").click()
    nudge = first.page.locator(".say .lnk button").first
    await expect(nudge).to_be_visible()
    title = first.page.locator(".say h2")  # the full name, and for how long everybody waits
    await expect(title).to_have_text(re.compile(rf"^{sleeper.name} — (ждём|waiting) \d:\d\d$"))
    await first.page.keyboard.press("Escape")
    guest = second if second is not host else first
    await guest.page.locator(".votes .btn").first.click()
    if host is not sleeper:
        await expect(guest.page.locator(".votes .btn").first).to_be_disabled()
        await host.page.locator(".votes .btn").first.click()
    else:
        await first.page.locator(".votes .btn").first.click()
    await expect(seat.locator('.st use[href="#u-bot"]')).to_be_attached()
    await sleeper.page.set_viewport_size(SMALL)
    flag = sleeper.page.locator(".flag .ft")
    await expect(flag).to_be_visible()
    await sleeper.page.evaluate(RESTED)
    assert await flag.evaluate("(flag) => flag.scrollWidth <= flag.clientWidth"), "nothing is cut"
    await sleeper.page.locator(".log .lb").click()
    await expect(seat.locator('.st use[href="#u-bot"]')).to_have_count(0)

    sheet = first.page.locator(".leavesheet")  # leaving: Back asks first, a reload does not leave
    await first.page.go_back()
    await sheet.locator(".pri").click()
    await expect(sheet).to_have_count(0)
    await first.page.reload()
    await first.page.wait_for_selector(".me .hand")
    await first.page.go_back()
    await expect(sheet).to_be_visible()
    await first.page.keyboard.press("Escape")
    await choose_in_the_menu(first.page, "leave")
    await sheet.locator(".btn").nth(1).click()
    await first.page.locator(f'.mg a[href="/t/{table}"]').click()
    await first.page.wait_for_selector(".me .hand")
    await choose_in_the_menu(second.page, "leave")
    await second.page.locator(".leavesheet .btn").last.click()
    await second.page.wait_for_selector(".home")
    assert await second.page.locator(f'.mg a[href="/t/{table}"]').count() == 0
    await second.page.goto(f"/t/{table}")
    await expect(second.page.locator(".watched-by")).to_contain_text(
        (EN if second.name == "Boris" else RU)["server.left_seat"]
    )
    await second.page.go_back()
    await second.page.wait_for_selector(".home")

    host = people[(await first.news(table))["table"]["host"]]  # who leads removes somebody: two taps, and no way back
    (removed,) = [visitor for visitor in (first, sleeper) if visitor is not host]
    await host.page.locator('.bar button:has(use[href="#u-menu"])').click()
    why = expect(host.page.locator(".leads"))  # where the host has left, the lead has passed on in the running game
    await (why.to_contain_text if second is people[0] else why.not_to_contain_text)(second.name)
    await host.page.keyboard.press("Escape")
    await host.page.locator(".seat", has_text=removed.name).locator("button").click()
    remove = host.page.locator('.say .lnk button:has(use[href="#u-x"])')
    await remove.dblclick()
    texts = EN if host.name == "Boris" else RU
    await expect(remove).to_have_text(texts["web_table.remove_sure"])
    await remove.click()
    await expect(host.page.locator(".say")).to_have_count(0)
    texts = EN if removed.name == "Boris" else RU
    await expect(removed.page.get_by_role("alert").filter(has_text=host.name)).to_have_text(
        texts["server.removed_playing"].replace("{name}", host.name)
    )
    await expect(removed.page.locator(".hand button")).to_have_count(0)
