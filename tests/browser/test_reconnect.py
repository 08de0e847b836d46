"""You keep your seat: after a reload, on another device, without a network for a while, without WebSockets."""

import asyncio
import re

from playwright.async_api import WebSocketRoute, expect

from tests.browser.browsers import PHONE, Browsers
from tests.browser.visitor import Visitor
from tests.timeouts import HANG

SHORT = {"highest": "14", "removed": "2", "chips": "3"}
ONE_ROUND = {"rounds": "1", "dealt": "4"}
"""Of Tugriki, the shortest game with a hand."""
LOST = "ERR_INTERNET_DISCONNECTED|WebSocket connection|ERR_FAILED"


async def hand(visitor: Visitor) -> list[str]:
    """The cards in your hand, as they lie on the screen."""
    cards = visitor.page.locator('.me [data-place^="hand:"]')
    found: list[str] = await cards.evaluate_all("(cards) => cards.map((card) => card.dataset.place)")
    return sorted(found)


async def same_as_told(visitor: Visitor, table: str) -> None:
    """The screen shows what the server says, now or soon."""
    async with asyncio.timeout(HANG):
        while True:
            news = await visitor.news(table)
            assert news["seat"] == 0
            if await hand(visitor) == sorted(f"hand:{card}" for card in news["view"]["hand"]):
                return
            await asyncio.sleep(0.02)


async def test_a_reload_in_the_middle_of_a_game(browsers: Browsers) -> None:
    anna, boris = await browsers.visitor("Anna", size=PHONE), await browsers.visitor("Boris", language="ru")
    table = await browsers.gather("dobro", [anna, boris], 1)
    await click_together([anna, boris], 8)
    await anna.page.reload()
    await anna.page.wait_for_selector(".me .hand")
    await same_as_told(anna, table)
    await expect(anna.page.locator(".seats")).to_contain_text("Boris")


async def click_together(visitors: list[Visitor], clicks: int) -> None:
    """Click this many times, always as the visitor whose turn it is."""
    left = iter(range(clicks))

    async def play(visitor: Visitor) -> None:
        while next(left, None) is not None:
            await visitor.click()

    tasks = [asyncio.ensure_future(play(visitor)) for visitor in visitors]
    _, waiting = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in waiting:
        task.cancel()


async def test_a_lost_network_and_back(browsers: Browsers) -> None:
    anna = await browsers.visitor("Anna", size=PHONE)
    anna.expected += f"|{LOST}"
    table = await browsers.gather("tugriki", [anna], 2, patience=None, options=ONE_ROUND)
    await anna.click()
    await anna.context.set_offline(True)
    await expect(anna.page.locator(".log.bad")).to_be_visible()
    await expect(anna.page.locator(".me .btn:enabled")).to_have_count(0)
    await anna.context.set_offline(False)
    await expect(anna.page.locator(".log.bad")).to_have_count(0)
    await same_as_told(anna, table)
    await anna.play(by_hand=2)
    assert (await anna.news(table))["table"]["status"] == "over"


async def test_a_game_without_websockets(browsers: Browsers) -> None:
    anna, boris = await browsers.visitor("Anna"), await browsers.visitor("Boris")
    anna.expected += f"|{LOST}"
    closed = 0

    async def refuse(socket: WebSocketRoute) -> None:
        nonlocal closed
        closed += 1
        await socket.close()

    await anna.context.route_web_socket(re.compile("/socket"), refuse)
    table = await browsers.gather("no_thanks", [anna, boris], 1, options=SHORT)
    await asyncio.gather(anna.play(), boris.play())
    assert closed > 0
    assert (await anna.news(table))["table"]["status"] == "over"


async def test_the_same_seat_on_another_device(browsers: Browsers) -> None:
    anna, phone = await browsers.visitor("Anna"), await browsers.visitor("phone", size=PHONE, language="ru")
    table = await browsers.gather("tugriki", [anna], 2, options=ONE_ROUND)
    await anna.click()
    game = {"table": table, "seat": 0, "game": "tugriki", "names": ["Anna"], "status": "playing", "at": 1}
    link = (await anna.post("/api/seats/link", {"games": [game]}))["link"]
    await phone.page.goto(f"/t/{table}#{link.partition('#')[2]}")
    await phone.page.wait_for_selector(".me .hand")
    assert phone.page.url == f"{browsers.address}/t/{table}", "the code leaves the address"
    await same_as_told(phone, table)
    await phone.play(by_hand=3)
    await anna.page.wait_for_selector(".result")


async def test_whoever_only_watches_sees_no_hand(browsers: Browsers) -> None:
    anna, watcher = await browsers.visitor("Anna"), await browsers.visitor("watcher", language="ru", size=PHONE)
    table = await browsers.gather("dobro", [anna], 2)
    await watcher.page.goto(f"/t/{table}")
    await watcher.page.wait_for_selector(".me.watch")
    await anna.click()
    assert len(await hand(anna)) > 0
    assert await hand(watcher) == []
    assert await watcher.page.locator(".hand, .me .btn").count() == 0
    news = await watcher.news(table)
    assert (news["seat"], news["view"]["hand"], news["offer"]) == (None, None, None)


async def test_two_tabs_show_the_same(browsers: Browsers) -> None:
    anna = await browsers.visitor("Anna")
    table = await browsers.gather("no_thanks", [anna], 2, options=SHORT)
    second = await anna.context.new_page()
    anna.watch(second)
    await second.goto(f"/t/{table}")
    await second.wait_for_selector(".me")
    await anna.play(by_hand=3)
    await second.wait_for_selector(".result")
