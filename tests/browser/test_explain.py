"""Every thing on the table explains itself, and a refused card says why (defects 7 and 8 of the findings)."""

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, expect

from koloda.core.text import texts
from tests.browser.boxes import RESTED, SIZES
from tests.browser.browsers import PHONE, Browsers
from tests.browser.scenes import Staged, all_scenes, stage
from tests.browser.visitor import Visitor

SCENES = (
    *("tugriki-turn", "tugriki-keep", "tugriki-wild", "tugriki-wild-in-a-row"),
    *("dobro-draw", "no_thanks-many", "mind_up-choose"),
)
RU = texts("ru")
NOTATION = re.compile(r"«|\b[RYGP][0-9X]\b|=|\(|\b(TG|DB|NT|MU)-\d")
"""Moves as records write them, and ids of rules."""
OVER_BUTTONS = """() => {
  const box = (each) => each.getBoundingClientRect()
  const [say, ...buttons] = [document.querySelector(".say"), ...document.querySelectorAll(".acts .btn")].map(box)
  return buttons.some((b) => b.left < say.right && say.left < b.right && b.top < say.bottom && say.top < b.bottom)
}"""

CLIPPED = """() => [...document.querySelectorAll(".acts .btn")].flatMap((each) => {
  const box = each.getBoundingClientRect()
  const parts = [...each.querySelectorAll("span, small, svg")].map((part) => part.getBoundingClientRect())
  const fits = ({ left, right, top, bottom }) =>
    left >= box.left && right <= box.right && top >= box.top && bottom <= box.bottom
  const out = parts.filter((part) => part.width > 1).some((part) => !fits(part))
  return out || each.scrollWidth > each.clientWidth || each.scrollHeight > each.clientHeight ? [each.innerText] : []
})"""
TOUCHED = """() => [...document.querySelectorAll(".point")].map((place) => {
  const box = place.getBoundingClientRect()
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
  const all = (most) => Array.from({ length: most }, (_, each) => each)
  const pixels = (most, at) => all(most).filter((each) => place.contains(at(each))).length
  return {
    wide: pixels(innerWidth, (each) => document.elementFromPoint(each, y)),
    high: pixels(innerHeight, (each) => document.elementFromPoint(x, each)),
    to_the_end: place.contains(document.elementFromPoint(x < innerWidth / 2 ? 4 : innerWidth - 4, y)),
  }
})"""
"""By place for a card: what of the screen touches it."""
DUE = """() => {
  const later = window.setTimeout
  window.setTimeout = (what, wait, ...more) => (wait === 4000 ? ((window.due = what), 0) : later(what, wait, ...more))
}"""
"""What would happen in four seconds happens when a test says so."""
ON_THE_BOARD = """() => {
  const own = ".stage, .stage *, .seats, .seats *, .me, .me *, .bar, .bar *"
  const things = document.querySelectorAll(".stage, .murow .card, .coll > li, .hand .card, .acts .btn, .seat")
  return [...things].flatMap((thing) => {
    const { left, right, top, bottom } = thing.getBoundingClientRect()
    const spread = (from, to) => [0.1, 0.5, 0.9].map((at) => from + at * (to - from))
    const found = spread(left, right).flatMap((x) => spread(top, bottom).map((y) => document.elementFromPoint(x, y)))
    return found.filter((each) => each && !each.matches(own))
  }).map((found) => found.outerHTML)
}"""
"""What lies over stage, seats, hand or buttons, and is none of them."""
ABOVE = """() => {
  const [say, card] = [".say", "[data-refused]"].map((each) => document.querySelector(each).getBoundingClientRect())
  return say.bottom <= card.top && card.top - say.bottom < 60 && say.left < card.right && card.left < say.right
}"""


@pytest.fixture(scope="module")
def stages(runner: asyncio.Runner, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Staged]]:
    path = tmp_path_factory.mktemp("explain") / "tables.db"
    found: list[Staged] = runner.run(stage([scene for scene in all_scenes() if scene.name in SCENES], path))
    return path, {staged.scene.name: staged for staged in found}


@pytest.fixture
def database(stages: tuple[Path, dict[str, Staged]]) -> Path:
    return stages[0]


async def sit(visitor: Visitor, staged: Staged) -> None:
    await visitor.page.goto(f"/t/{staged.table}#{staged.tokens[0]}")
    await visitor.page.wait_for_selector(".app:not(.locked) .me")
    await visitor.stay()


async def test_things_explain_themselves(browsers: Browsers, stages: tuple[Path, dict[str, Staged]]) -> None:
    anna = await browsers.visitor("Анна", language="ru", size=PHONE)
    page = anna.page
    say, dialog, refusal = page.locator(".say"), page.locator(".say[role=dialog]"), page.locator(".say[role=alert]")

    await sit(anna, stages[1]["tugriki-turn"])
    refused = page.locator(".hand .card.off:not(.act, .wild)").first
    await refused.click(force=True)  # a card that cannot be played says so to screen readers, and why to a tap
    await expect(refusal).to_contain_text("пока нельзя: ")
    assert not NOTATION.search(await refusal.inner_text())
    await expect(refused).to_have_attribute("data-refused", "")
    assert await page.evaluate(ABOVE), "the bubble stands over the hand, beside the card"
    assert not await page.evaluate(OVER_BUTTONS)
    await page.locator(".hand .card.legal").first.click()
    await expect(say).to_have_count(0)
    await expect(page.locator("[data-refused]")).to_have_count(0)
    await page.evaluate(DUE)
    await refused.click(force=True)
    await expect(refusal).to_be_visible()
    await page.evaluate("window.due()")
    await expect(say).to_have_count(0)

    special = page.locator(".hand .card.off.act").first
    await special.click(force=True)
    await expect(dialog).to_contain_text("нельзя")
    told = await dialog.inner_text()
    assert any(does in told.lower() for key, does in RU.items() if key.startswith("tugriki.does_")), told
    assert not NOTATION.search(told)
    await page.keyboard.press("Escape")
    await expect(say).to_have_count(0)
    await expect(special).to_be_focused()
    legal = page.locator(".hand .card.legal").first
    chosen = await legal.get_attribute("aria-pressed")
    await legal.click(delay=600)  # a long press
    await expect(dialog).to_be_visible()
    assert await legal.get_attribute("aria-pressed") == chosen
    await page.locator(".ttl").click()
    await expect(say).to_have_count(0)
    await legal.focus()
    await page.keyboard.press("?")
    await dialog.locator("button").last.click()
    marked = page.locator(".sheet .ruletext .marked")
    await expect(marked).to_be_in_viewport()
    await page.keyboard.press("Escape")
    await every_topic(page, {"bank", "deck", "score", "seat:1", "laid:"})

    await sit(anna, stages[1]["dobro-draw"])
    await expect(page.locator(".acts small", has_text=RU["dobro.risks_forgetful"])).to_be_visible()
    await every_topic(page, {"good", "forgetful", "score", "seat:1"})
    await sit(anna, stages[1]["no_thanks-many"])
    await every_topic(page, {"offer", "pot", "chips", "deck", "score", "run:", "seat:1"})
    await sit(anna, stages[1]["mind_up-choose"])
    await every_topic(page, {"laid:", "place:1", "tray", "score", "seat:1"})
    await page.locator(".about").first.click()
    await expect(dialog).to_be_visible()
    await page.set_viewport_size({"width": 740, "height": 360})
    await expect(say).to_have_count(0)


async def test_absent_people_share_one_notice(browsers: Browsers, stages: tuple[Path, dict[str, Staged]]) -> None:
    """Defect 4 of the findings: a note for each of them covered row and hand, and could not be dismissed."""
    anna = await browsers.visitor("Анна", language="ru", size=PHONE)
    page = anna.page
    await sit(anna, stages[1]["mind_up-choose"])  # with three others, of whom nobody is connected
    notice = page.get_by_text(re.compile("^Не в сети: .+, .+, .+ Ждём"))
    await expect(notice).to_have_count(1)
    for size in (PHONE, SIZES["PS-320"], SIZES["LS"]):
        await page.set_viewport_size(size)
        await page.evaluate(RESTED)
        assert await page.evaluate(ON_THE_BOARD) == []


async def test_buttons_are_never_clipped(browsers: Browsers, stages: tuple[Path, dict[str, Staged]]) -> None:
    """Defect 9 of the findings: with three buttons, and with the longest card."""
    anna = await browsers.visitor("Анна", language="ru", size=PHONE)
    page = anna.page
    await sit(anna, stages[1]["tugriki-keep"])
    await expect(page.locator(".acts small", has_text="заметят — 2")).to_be_visible()  # what it risks (defect 8)
    assert await page.evaluate(CLIPPED) == []
    await sit(anna, stages[1]["tugriki-wild"])
    for wild in await page.locator(".hand .card.legal.wild").all():
        await wild.click()
        assert await page.evaluate(CLIPPED) == []
        await page.locator(".point").first.click()
        for width in (360, 390):
            await page.set_viewport_size({"width": width, "height": 740})
            await page.evaluate(RESTED)
            assert await page.evaluate(CLIPPED) == []
        await wild.click()


async def test_places_are_large_enough_for_fingers(browsers: Browsers, stages: tuple[Path, dict[str, Staged]]) -> None:
    """Defect 22 of the findings: cells were 29 px wide. What lies in a row is only explained."""
    anna = await browsers.visitor("Анна", language="ru", size=PHONE)
    page = anna.page
    await sit(anna, stages[1]["tugriki-wild"])
    await expect(page.locator(".point")).to_have_count(0)
    await page.locator(".hand .card.legal.wild").first.click()
    await expect(page.locator(".point").first).to_be_visible()
    boris = await browsers.visitor("Boris")  # other news leave the choice alone
    await boris.page.goto(f"/t/{stages[1]['tugriki-wild'].table}")
    await boris.page.wait_for_selector(".me.watch")
    for width, height in ((360, 740), (320, 568)):
        await page.set_viewport_size({"width": width, "height": height})
        await page.evaluate(RESTED)
        places: list[dict[str, Any]] = await page.evaluate(TOUCHED)
        assert len(places) > 1
        assert all(place["wide"] >= 44 and place["high"] >= 43 for place in places), places
        assert all(place["to_the_end"] for place in places), places
    assert await page.locator(".rows button.card:not(.about)").count() == 0

    await sit(anna, stages[1]["tugriki-wild-in-a-row"])
    cards = page.locator(".hand .card")
    held = await cards.count()
    await page.locator(".hand .card.legal:not(.wild)").first.click()
    await expect(page.locator(".point")).to_have_count(1)
    await page.locator(".point").click()  # the only place lays the card, as the button does
    await expect(cards).to_have_count(held - 1)


async def every_topic(page: Page, wanted: set[str]) -> None:
    """Ask about everything that there is to ask about, by keyboard."""
    asked: set[str] = set()
    for thing in await page.locator("button[data-about]:visible").all():
        topic = await thing.get_attribute("data-about")
        assert topic is not None
        if topic in asked:
            continue
        asked.add(topic)
        await thing.focus()
        await page.keyboard.press("?")
        told: Any = await page.locator(".say[role=dialog]:not(.finding)").inner_text()
        assert len(told) > len("Правила") + 5, topic
        assert not await page.evaluate(OVER_BUTTONS), topic
        await page.keyboard.press("Escape")
        await expect(page.locator(".say")).to_have_count(0)
    assert not {topic for topic in wanted if not any(each.startswith(topic) for each in asked)}, asked
