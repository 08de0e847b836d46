"""A game of another package without its own browser part, with its texts from the server."""

import asyncio
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Locator, Route, WebSocketRoute, expect

from koloda.core.text import Language, texts
from tests import plugin
from tests.browser.boxes import GENERIC
from tests.browser.browsers import DESK, PHONE, Browsers
from tests.browser.build import controls, needs_pages_with_sources
from tests.browser.eye import THEMES, Eye
from tests.browser.inspector import inspector
from tests.browser.screen_reader import ScreenReader
from tests.browser.walk import with_made_up_advice
from tests.server.processes import Servers

MANY = 14
DECIDING = ".app:not(.locked) .me.turn .moves .btn:enabled"


@pytest.fixture(scope="module")
def servers(runner: asyncio.Runner) -> Iterator[Servers]:
    """Servers that have the game installed."""
    servers = Servers(plugin.FOLDER)
    runner.run(servers.__aenter__())
    yield servers
    runner.run(servers.__aexit__(None, None, None))


@pytest.fixture
def pages() -> Path:
    return needs_pages_with_sources()


async def with_much_to_show(eye: Eye, table: str) -> None:
    """More moves and facts than the game ever has: moves are searched and stand in groups, facts are folded."""
    visitor, page = eye.visitor, eye.page

    async def multiply(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def hear(message: str | bytes) -> None:
            frame = json.loads(message)
            if offer := frame.get("offer"):
                moves = offer["moves"]
                offer["moves"] = [
                    {**each, "move": f"{each['move']}{number}"}
                    for number in range(MANY // len(moves))
                    for each in moves
                ]
            if view := frame.get("view"):
                view.update({f"fact_{number}": number for number in range(8)})
            socket.send(json.dumps(frame))

        server.on_message(hear)

    visitor.page = await visitor.context.new_page()
    visitor.watch(visitor.page)
    await visitor.page.route_web_socket(re.compile("/socket"), multiply)
    await eye.go(f"/t/{table}", ".moves .find")
    await eye.look("generic-much")
    await visitor.page.locator(".morefacts summary").click()
    await expect(visitor.page.locator(".morefacts dd").last).to_be_visible()
    every = await visitor.page.locator(".moves .btn").all_inner_texts()
    await expect(visitor.page.locator(".moves h2")).to_have_count(len({text.split()[0] for text in every}))
    await visitor.page.locator(".moves .find").fill(every[0].split()[0])
    await expect(visitor.page.locator(".moves .btn")).to_have_count(len(every) // 2)
    await visitor.page.locator(".moves .find").fill("0123456789")
    await expect(visitor.page.locator(".moves .btn")).to_have_count(0)
    await visitor.page.close()
    visitor.page = page


@pytest.mark.parametrize(("size", "language"), [(PHONE, "ru"), (DESK, "en")], ids=["phone", "desk"])
async def test_a_whole_game(browsers: Browsers, size: Any, language: Language) -> None:
    eye = await inspector(browsers, size, language, *THEMES, chosen=GENERIC[language])
    await whole_game(eye, browsers)
    assert eye.problems == {}
    assert eye.checked == set(GENERIC[language])
    assert {source for source in controls() if re.match("src/generic/(?!Pad|Advisor)", source)} <= eye.controls


async def whole_game(eye: Eye, browsers: Browsers) -> None:
    """From the lobby to the replay, with a lesson and the rules."""
    title, chips, replay = {
        "en": ("Pay or Take", "chips 4", "replay"),
        "ru": ("Плати или бери", "фишки 4", "повтор"),
    }[eye.language]
    page = eye.page
    await eye.go("/", ".tiles")
    tile = page.locator(".tile", has_text=title)
    await eye.look("generic-lobby")
    await tile.click()
    await page.wait_for_selector(".sheet .setup")
    await eye.look("generic-set-up")
    await page.locator(".setup .hd button").last.click()
    await page.wait_for_selector(".sheet .opt")
    await eye.look("generic-options")
    await page.keyboard.press("Escape")
    await page.keyboard.press("Escape")

    await eye.go("/learn", '.lessonline[href="/learn/pay"]')
    await page.locator('.lessonline[href="/learn/pay"]').click()
    await page.locator(".btn[data-meant]").wait_for()
    await eye.look("generic-lesson")
    await page.locator(".btn[data-meant]").click()
    await expect(page.locator(".onward .pri")).to_be_visible()

    options = {"removed": "3", "highest": "16", "chips": "4"}
    table = await browsers.table(eye.visitor, "pay", 3, options=options, seats=["random", "random"], start=True)
    await eye.visitor.post(f"/api/tables/{table}/do", {"do": "start", "id": "start", "bot": "random"})
    await eye.go(f"/t/{table}", DECIDING)
    await expect(page.locator(".ttl b")).to_have_text(title)
    await expect(page.locator(".ownfigures")).to_contain_text(chips)
    await eye.look("generic-table")
    await with_much_to_show(eye, table)
    pays = page.locator(DECIDING).first
    await pays.focus()
    moves = await page.locator(".log li").count()
    await page.keyboard.press("1")
    await expect(page.locator(".log li").nth(moves)).to_be_attached()
    await page.wait_for_selector(f"{DECIDING}, .result")
    await page.keyboard.press("?")
    await expect(page.locator(".sheet")).to_contain_text("PT-1")
    await eye.look("generic-rules")
    await page.keyboard.press("Escape")

    await (await ScreenReader.at(page)).play(eye.language)
    await expect(page.locator(".result .ttl b")).to_have_text(title)
    await eye.look("generic-result")
    await eye.go(f"/replay/{table}", ".replay .facts")
    await expect(page.locator(".ttl span")).to_contain_text(replay)
    await eye.look("generic-replay")
    await eye.go(f"/tv/{table}", ".winner, .tvseats")
    await eye.look("generic-tv")


FORM: dict[str, Any] = {
    "title": {"key": "pay.score_ask", "args": {"player": 0}},
    "fields": [
        {"name": "cards", "kind": "cards", "title": {"key": "pay.seat_taken"}, "values": ["3", "4"]},
        {"name": "who", "kind": "choice", "title": {"key": "score.player"}, "values": ["0"], "optional": True}
        | {"titles": [{"key": "common.player", "args": {"player": 0}}]},
        {"name": "chips", "kind": "number", "title": {"key": "pay.seat_chips"}, "seats": [0, 1], "high": 9},
        {"name": "line", "kind": "text", "title": {"key": "pay.seat_points"}},
    ],
}
PLAIN = {"seats": [], "low": 0, "high": 0, "values": [], "titles": [], "optional": False}


async def test_its_score_pad(browsers: Browsers) -> None:
    """From the form that its score sheet describes; here also with every kind of field. Its advisor, too."""
    eye = await inspector(browsers, PHONE, "en", "light")
    await score_pad(eye)
    await advisor(eye)
    assert eye.problems == {}
    assert {source for source in controls() if re.match("src/generic/(Pad|Advisor)", source)} <= eye.controls


async def advisor(eye: Eye) -> None:
    """Questions as keys with words, moves as a list of buttons."""
    page = eye.page
    await with_made_up_advice(page)
    await eye.go("/advisor/pay", ".newsheet")
    await page.get_by_role("button", name="Begin").click()
    for name in ("You", "27"):
        await page.get_by_role("button", name=name, exact=True).click()
    await page.wait_for_selector(".cmp .best")
    await eye.look("generic-advisor")
    await page.locator(".pgf .btn").last.click()
    await expect(page.locator(".adv .crd h2").first).to_have_text("Which card?")


async def score_pad(eye: Eye) -> None:
    """Two players' sheet to its end, and a form with every kind of field."""
    page, words = eye.page, texts(eye.language)
    player, points, chips = {"en": ("Player", "points", "chips"), "ru": ("Игрок", "очки", "фишки")}[eye.language]

    def button(key: str, **given: str) -> Locator:
        return page.get_by_role("button", name=words[key].format(**given))

    await eye.go("/score/pay", ".newsheet")
    await page.locator(".newsheet .ib").last.click()
    await button("score_pad.start").click()
    for won in (2, 1, 3):
        for _ in range(won):
            await button("score_pad.more", what=points).click()
        await button("score_pad.write").click()
        await expect(page.locator(".pgf .btn[aria-disabled=true], .winner")).to_have_count(1)
    await expect(page.locator(".winner h1")).to_have_text(words["common.wins"].format(player=f"{player} 2").rstrip("."))
    await eye.look("generic-pad-over")

    async def answer(route: Route) -> None:
        reply = await route.fetch()
        fields = [{**PLAIN, **field} for field in FORM["fields"]]
        form = {"title": FORM["title"], "fields": fields}
        await route.fulfill(json={**await reply.json(), "form": form, "text": ["Anna  2"], "problem": None})

    await page.route("**/api/score/pay", answer)
    await button("score_pad.again").click()
    await page.get_by_role("button", name="4", exact=True).click()
    await page.get_by_role("button", name=f"{player} 1", exact=True).click()
    await button("score_pad.more", what=f"{player} 2: {chips}").click()
    await page.get_by_role("textbox").fill("all in")
    await eye.look("generic-pad")
    filled = {"cards": ["4"], "who": "0", "chips": [0, 1], "line": "all in"}
    kept = await page.evaluate("localStorage.getItem(`koloda.score.${location.hash.slice(1)}`)")
    assert json.loads(kept)["sheet"]["draft"] == [filled]
