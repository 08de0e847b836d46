"""From the lobby to the end of a game, and what you can do then."""

import asyncio
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Route, expect

from tests.browser.boxes import AFTER, SIZES, boxes
from tests.browser.browsers import PHONE, Browsers
from tests.browser.conftest import HOME
from tests.browser.scenes import LONG_NAMES, Look, Scene, Staged, stage
from tests.browser.visitor import Visitor

SHORT = {"highest": "14", "removed": "2", "chips": "3"}


def lower_tie(look: Look) -> bool:
    """Equal scores below the first place, which the rules tell apart; the reader, in the first seat, is behind."""
    if not look.over:
        return False
    scores, places = look.view.scores, look.view.places
    rivals = [seat for seat in range(look.view.players) if scores[seat] == scores[0] and places[seat] != places[0]]
    return places[0] > places[rivals[0]] > 1 if rivals else False


TIED = Scene(name="lower-tie", game="dobro", shows=lower_tie)
SEVEN = Scene(name="seven", game="no_thanks", shows=lambda look: look.over, players=7, names=LONG_NAMES)
SHARES = """() => {
  navigator.canShare = () => true
  const given = []
  navigator.share = async ({ files, url }) => {
    given.push([files[0].type, files[0].size > 10_000 ? "large" : "small", url ?? "no link"].join(" "))
    document.body.dataset.given = given.join(", ")
  }
}"""

ONE_STEP = """() => {
  const later = window.setTimeout
  let steps = 0
  window.setTimeout = (what, wait, ...more) => {
    if (wait !== 1400) return later(what, wait, ...more)
    return steps++ ? 0 : later(what, 0)
  }
}"""
"""A replay that plays by itself makes its next step at once, and no other: nobody can look too late."""


@pytest.fixture
def ended(database: Path, runner: asyncio.Runner) -> list[Staged]:
    """Games that are over, in the server's database."""
    return runner.run(stage([TIED, SEVEN], database))


async def from_the_lobby(visitor: Visitor, game: str) -> str:
    """Choose a game and begin it against bots, like a first-time visitor."""
    await visitor.page.goto("/")
    await visitor.page.locator(f'.tile[data-game="{game}"]').click()
    await visitor.page.wait_for_selector(".sheet .start")
    for open_seat in await visitor.page.locator(".slist .open button").all():
        await open_seat.click()
    await visitor.page.locator(".start .btn.pri").click()
    await visitor.page.wait_for_url("**/t/*")
    return visitor.page.url.rsplit("/", 1)[1]


async def test_the_page_of_a_result(ended: list[Staged], browsers: Browsers) -> None:
    """Places by the rules (defect 23 of the findings), your own in words, the scores over time, and their picture."""
    tied, seven = ended
    anna = await browsers.visitor("Анна", language="ru", size=PHONE)
    page = anna.page
    await page.goto(f"/t/{tied.table}#{tied.tokens[0]}")
    await page.wait_for_selector(".plot .chart polyline")
    view = (await anna.news(tied.table))["view"]
    order = sorted(range(4), key=lambda seat: view["places"][seat])
    names = ["Вы", *tied.scene.names[1:4]]
    await expect(page.locator(".scores tbody td:first-child")).to_have_text([str(n) for n in (1, 2, 3, 4)])
    await expect(page.locator(".scores tbody th [dir]")).to_have_text([names[seat] for seat in order])
    place = {3: "Третье место из четырёх", 4: "Четвёртое место из четырёх"}[view["places"][0]]
    await expect(page.locator(".youare h1")).to_have_text(place)
    await expect(page.locator(".youare")).to_contain_text(f"Победа: {names[view['winners'][0]]}.")

    labels = [f"{score} {name}" for score, name in zip(view["scores"], names, strict=True)]
    await expect(page.locator(".labels > span")).to_have_text(labels)
    await expect(page.locator(".chart .y")).to_have_count(1)
    await expect(page.locator(".chart .o")).to_have_count(3)
    await page.locator(".course summary").click()
    course = (await (await anna.context.request.get(f"/api/tables/{tied.table}/course")).json())["points"]
    await expect(page.locator(".course tbody td")).to_have_text(
        [str(score) for point in course for score in point["scores"]]
    )
    await expect(page.locator(".course tbody tr")).to_have_count(len(course))
    await expect(page.locator(".course tbody th")).to_have_text(["в начале", "раунд 1", "раунд 2", "раунд 3"])

    await page.evaluate(SHARES)
    await page.get_by_role("button", name="Картинка").click()
    await page.get_by_role("button", name="Поделиться картинкой").click()
    await page.get_by_role("switch", name="С именами").click()
    await expect(page.locator(".preview canvas")).to_have_attribute("aria-label", re.compile("Место 1: "))
    assert "Chloé" not in str(await page.locator(".preview canvas").get_attribute("aria-label"))
    await page.get_by_role("button", name="Поделиться картинкой").click()
    given = f"image/png large {browsers.address}/replay/{tied.table}, image/png large no link"
    await expect(page.locator("body")).to_have_attribute("data-given", given)
    await page.keyboard.press("Escape")

    await page.goto(f"/t/{seven.table}#{seven.tokens[0]}")
    await expect(page.locator(".small .chart")).to_have_count(7)
    problems = {}
    for size in AFTER["ru"]["result-of-seven"].split():
        await page.set_viewport_size(SIZES[size])
        problems[size] = await boxes(page, "result-of-seven")
        for at_once in (".youare h1", ".racts .btn >> nth=0", ".racts .btn.pri"):
            await expect(page.locator(at_once)).to_be_in_viewport(ratio=1)
    assert {size: found for size, found in problems.items() if found} == {}


async def test_the_deal_is_verified_with_what_was_noted_at_the_table(browsers: Browsers, tmp_path: Path) -> None:
    anna = await browsers.visitor("Anna", size=PHONE)
    table = await from_the_lobby(anna, "no_thanks")
    await anna.play(by_hand=3)

    assert await anna.page.locator(".fairness code").is_hidden(), "records and commands are for those who ask"
    await anna.page.get_by_role("button", name="Verify the deal").click()
    await expect(anna.page.locator(".found.good")).to_have_text("The deal was fair: no card was swapped.")
    await anna.page.locator(".fairness summary").click()
    await expect(anna.page.locator(".fairness li")).to_have_count(4)
    await expect(anna.page.locator('.fairness li use[href="#u-check"]')).to_have_count(4)

    async with anna.page.expect_download() as download:
        await anna.page.locator(".fairness a[download]").click()
    record = tmp_path / (await download.value).suggested_filename
    await (await download.value).save_as(record)
    assert record.name == f"{table}.koloda"
    checked = subprocess.run([sys.executable, "-m", "koloda", "verify", str(record)], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout + checked.stderr


async def test_in_the_home_network_there_is_no_cryptography_but_ours(browsers: Browsers) -> None:
    """Browsers keep theirs, and more, from pages that come without encryption from another machine."""
    port = browsers.address.rsplit(":", 1)[1]
    anna = await browsers.visitor("Anna", address=f"http://{HOME}:{port}")
    await from_the_lobby(anna, "no_thanks")
    assert await anna.page.evaluate("[isSecureContext, typeof crypto.subtle]") == [False, "undefined"]
    await anna.play(by_hand=1)
    await anna.page.get_by_role("button", name="Verify the deal").click()
    await expect(anna.page.locator(".found.good")).to_be_visible()
    await anna.page.locator('.bar button[aria-label="Share"]').click()
    await expect(anna.page.locator(".racts .word")).to_have_text("The link is copied.")
    await anna.page.get_by_role("button", name="Picture").click()
    await expect(anna.page.locator(".picturesheet")).to_contain_text("This address has no https")
    async with anna.page.expect_download() as download:
        await anna.page.get_by_role("button", name="Save the picture").click()
    assert (await (await download.value).path()).read_bytes().startswith(b"\x89PNG")
    await expect(anna.page.locator(".picturesheet .word")).to_have_text("The picture is saved.")


async def test_a_changed_draw_is_named(browsers: Browsers) -> None:
    anna = await browsers.visitor("Анна", language="ru")
    await browsers.gather("no_thanks", [anna], 2, options=SHORT)
    await anna.play(by_hand=1)
    changed: dict[str, Any] = {}

    async def change(route: Route) -> None:
        deal = await (await route.fetch()).json()
        draw = deal["draws"][4]
        draw["outcome"] = (draw["outcome"] + 1) % draw["outcomes"]
        changed.update(draw)
        await route.fulfill(json=deal)

    await anna.page.route("**/deal", change)
    await anna.page.get_by_role("button", name="Проверить сдачу").click()
    await expect(anna.page.locator(".found.bad")).to_contain_text("Сдача не сходится")
    await anna.page.locator(".fairness summary").click()
    named = anna.page.locator(".fairness li.bad").last
    await expect(named).to_contain_text(f"Розыгрыш 5, «{changed['text']}»")


async def test_a_rematch_takes_everybody_along(browsers: Browsers) -> None:
    anna, boris = await browsers.visitor("Anna"), await browsers.visitor("Boris", language="ru", size=PHONE)
    screen = await browsers.visitor("screen")
    first = await browsers.gather("no_thanks", [anna, boris], 1, options=SHORT)
    await screen.page.goto(f"/tv/{first}")
    for person in (anna, boris):
        await person.post(f"/api/tables/{first}/do", {"do": "hand_over", "id": f"away-{person.name}"})
    for person in (anna, boris):
        await person.page.wait_for_selector(".result")
    await boris.stay()
    await anna.page.keyboard.press("r")
    await anna.page.wait_for_selector(".app")
    second = anna.page.url.rsplit("/", 1)[1]
    assert second != first
    await screen.page.wait_for_url(f"**/tv/{second}")
    await boris.page.locator(".racts .btn.pri", has_text="К реваншу").click()
    await boris.page.wait_for_url(f"**/t/{second}")
    await boris.page.wait_for_selector(".app .me")
    seats = [(await person.news(second))["seat"] for person in (anna, boris)]
    assert seats == [2, 0], "everybody moves on by one"


async def test_a_replay_by_keyboard_through_other_eyes(browsers: Browsers) -> None:
    anna, friend = await browsers.visitor("Anna"), await browsers.visitor("friend", language="ru", size=PHONE)
    table = await browsers.gather("dobro", [anna], 2, patience=None)
    await anna.post(f"/api/tables/{table}/do", {"do": "hand_over", "id": "away"})
    await anna.page.wait_for_selector(".result")
    await friend.page.goto(f"/replay/{table}")
    page = friend.page
    await expect(page.locator(".say b")).to_have_text("Сдача.")
    assert await page.locator(".hand").count() == 0, "a spectator's eyes first"
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("ArrowRight")
    await expect(page.locator(".say b")).to_contain_text("Ход 2 из")
    await page.keyboard.press("ArrowLeft")
    await expect(page.locator(".say b")).to_contain_text("Ход 1 из")
    await page.locator(".rep select").first.select_option("1")
    await expect(page.locator(".me .hand .card").first).to_be_visible()
    assert await page.locator(".me:not(.rep) .btn").count() == 0, "one only looks"
    assert await page.locator(".me .hand button:not([aria-haspopup=dialog])").count() == 0, "cards explain themselves"
    await page.keyboard.press("Tab")
    await page.evaluate("document.activeElement.blur()")
    await page.keyboard.press("End")
    last = await page.locator(".scrub input").get_attribute("max")
    await expect(page.locator(".say b")).to_have_text(f"Ход {last} из {last}.")
    await page.keyboard.press("Home")
    await page.evaluate(ONE_STEP)
    await page.locator(".ctl .big").click()
    await expect(page.locator(".say b")).to_contain_text("Ход 1 из")
