"""From the lobby to the end of a game, and what you can do then."""

import subprocess
import sys
from pathlib import Path
from typing import Any

from playwright.async_api import Route, expect

from tests.browser.browsers import PHONE, Browsers
from tests.browser.conftest import HOME
from tests.browser.visitor import Visitor

SHORT = {"highest": "14", "removed": "2", "chips": "3"}


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


async def test_the_deal_is_verified_with_what_was_noted_at_the_table(browsers: Browsers, tmp_path: Path) -> None:
    anna = await browsers.visitor("Anna", size=PHONE)
    table = await from_the_lobby(anna, "no_thanks")
    await anna.play(by_hand=3)

    await anna.page.locator(".racts .btn", has_text="Verify").click()
    await expect(anna.page.locator(".found.good")).to_have_text("The deal was fair")
    findings = await anna.page.locator(".verdict li").all_inner_texts()
    assert len(findings) == 4
    assert await anna.page.locator('.verdict use[href="#u-check"]').count() == 4, findings

    async with anna.page.expect_download() as download:
        await anna.page.locator(".sheet a[download]").click()
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
    await anna.page.locator(".racts .btn", has_text="Verify").click()
    await expect(anna.page.locator(".found.good")).to_be_visible()
    await anna.page.keyboard.press("Escape")
    await anna.page.locator('.bar button[aria-label="Share"]').click()
    await expect(anna.page.locator(".word")).to_have_text("The link is copied.")


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
    await anna.page.locator(".racts .btn", has_text="Проверить сдачу").click()
    await expect(anna.page.locator(".found.bad")).to_be_visible()
    named = anna.page.locator(".verdict li.bad").last
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
    assert await page.locator(".me .btn").count() == 0, "one only looks"
    assert await page.locator(".me .hand button:not([aria-haspopup=dialog])").count() == 0, "cards explain themselves"
    await page.keyboard.press("Tab")
    await page.evaluate("document.activeElement.blur()")
    await page.keyboard.press("End")
    last = await page.locator(".scrub input").get_attribute("max")
    await expect(page.locator(".say b")).to_have_text(f"Ход {last} из {last}.")
    await page.keyboard.press("Home")
    await page.locator(".ctl .big").click()
    await expect(page.locator(".say b")).to_contain_text("Ход 1 из")
