"""Small things at the table that people rely on."""

import asyncio
import json
import re

import pytest
from playwright.async_api import ViewportSize, expect

from koloda.core.text import LANGUAGES, Language
from tests.browser.browsers import DESK, PHONE, Browsers
from tests.browser.visitor import SETTLED, Visitor

FIRST_LOAD = 80_000
"""How many bytes the first page may load."""
SAVES_DATA = "Object.defineProperty(navigator, 'connection', { value: { saveData: true } })"
"""Nothing is brought for later: rules for times without a network come when the page is there."""
TOLD = """() => {
  document.body.offsetWidth
  performance.mark("told")
  document.querySelector(".log ul").append(document.createElement("li"))
  document.body.offsetWidth
  performance.mark("shown")
}"""
"""A line more in the log, and the page is laid out."""
RESTYLED = 40
"""So many elements one line may give another style; a table has hundreds."""


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_first_page_is_small(browsers: Browsers, language: Language) -> None:
    anna = await browsers.visitor("Anna", language=language, size=PHONE)
    await anna.context.add_init_script(SAVES_DATA)
    brought = 0

    def arrived(event: dict[str, float]) -> None:
        nonlocal brought
        brought += int(event["encodedDataLength"])

    wire = await anna.context.new_cdp_session(anna.page)
    await wire.send("Network.enable")
    wire.on("Network.loadingFinished", arrived)
    await anna.page.goto("/")
    await anna.page.wait_for_selector(".tiles")
    await anna.page.wait_for_load_state("networkidle")
    assert 10_000 < brought <= FIRST_LOAD


@pytest.mark.parametrize("size", [PHONE, {"width": 740, "height": 360}, DESK], ids=["phone", "landscape", "desk"])
async def test_a_line_of_the_log_restyles_nothing_else(browsers: Browsers, size: ViewportSize) -> None:
    """It did: with a rule such as `.opt:has(.lvl) > *`, whatever changes at a table restyles all of it."""
    anna = await browsers.visitor("Anna", size=size)
    await browsers.gather("tugriki", [anna], 3)
    await anna.page.wait_for_selector(f"{SETTLED} .hand .card")
    categories = ["devtools.timeline", "disabled-by-default-devtools.timeline", "blink.user_timing"]
    await browsers.browser.start_tracing(page=anna.page, categories=categories)
    await anna.page.evaluate(TOLD)
    events = json.loads(await browsers.browser.stop_tracing())["traceEvents"]
    [told] = [each["ts"] for each in events if each["name"] == "told"]
    [shown] = [each["ts"] for each in events if each["name"] == "shown"]
    styled = [each for each in events if each["name"] == "UpdateLayoutTree" and told <= each["ts"] <= shown]
    assert 0 < sum(each["args"]["elementCount"] for each in styled) <= RESTYLED
    assert await anna.page.locator(".app *").count() > 5 * RESTYLED


async def test_words_are_found_in_the_rules(browsers: Browsers) -> None:
    anna = await browsers.visitor("Anna", size=PHONE)
    await anna.page.goto("/rules/no_thanks")
    await anna.page.locator(".below button").first.click()  # from the one page to the full text
    await anna.page.wait_for_selector(".ruletext")
    await anna.page.locator(".finder input").fill("CHIP")
    await anna.page.wait_for_selector(".ruletext mark")
    marks = await anna.page.locator(".ruletext mark").count()
    assert marks > 5
    await expect(anna.page.locator(".finder [role=status]")).to_have_text(f"1 / {marks}")
    await anna.page.keyboard.press("Enter")
    await expect(anna.page.locator(".finder [role=status]")).to_have_text(f"2 / {marks}")
    await expect(anna.page.locator("mark.lit")).to_be_in_viewport()
    await anna.page.locator(".finder input").fill("")
    await expect(anna.page.locator(".ruletext mark")).to_have_count(0)


async def test_guests_come_by_the_link_and_names_are_only_text(browsers: Browsers) -> None:
    host, guest = await browsers.visitor("Anna"), await browsers.visitor("guest", language="ru", size=PHONE)
    await host.page.goto("/")
    await host.page.locator(".namebar input").fill("<i>Anna</i>")
    await host.page.locator(".tile").first.click()
    await host.page.locator(".sheet .start .btn:not(.pri)").click()
    await host.page.wait_for_selector(".waiting")
    await guest.page.goto(host.page.url)
    await guest.page.locator(".sitform input").fill("Борис & Ко")
    await guest.page.locator(".sitform .btn").click()
    await expect(host.page.locator(".slist")).to_contain_text("Борис & Ко")
    await host.page.locator(".start .btn.pri").click()
    await guest.page.wait_for_selector(".seats")
    await expect(guest.page.locator(".seats")).to_contain_text("<i>Anna</i>")
    promised = await guest.page.evaluate(
        "JSON.parse(localStorage.getItem('koloda.deal.' + location.pathname.slice(3)))"
    )
    assert re.fullmatch("[0-9a-f]{64}", promised["commitment"])


async def pass_again_and_again(visitor: Visitor) -> None:
    """Sooner or later it is everybody's turn."""
    while True:
        await visitor.page.locator(f"{SETTLED} .me.turn .acts .btn:enabled").first.click()


async def test_a_bot_plays_for_who_is_away_and_gives_the_seat_back(browsers: Browsers) -> None:
    anna, boris = await browsers.visitor("Anna"), await browsers.visitor("Boris", size=PHONE)
    table = await browsers.gather("no_thanks", [anna, boris], 1, patience=1)
    address = anna.page.url
    await anna.page.goto("about:blank")
    waiting = asyncio.ensure_future(pass_again_and_again(boris))
    seat = boris.page.locator(".seats .seat", has_text="Anna")
    await expect(seat.locator('.st use[href="#u-bot"]')).to_be_attached()
    waiting.cancel()
    await anna.page.goto(address)
    await expect(seat.locator('.st use[href="#u-bot"]')).to_have_count(0)
    news = await anna.news(table)
    assert (news["seat"], news["table"]["seats"][0]["away"]) == (0, False)
