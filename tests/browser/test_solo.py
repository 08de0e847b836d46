"""Alone against bots: a hint, and a pace that this device keeps. Together on one phone: nobody sees others' hands."""

import json
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.async_api import Page, WebSocket, expect

from tests.browser.boxes import RESTED
from tests.browser.browsers import PHONE, Browsers
from tests.browser.visitor import LIT, PLAYER, Visitor
from tests.timeouts import HANG

LIFTS = ".cur .bt .btn:enabled"
AT_ONCE = """(() => {
  const later = window.setTimeout
  window.setTimeout = (what, wait, ...more) => later(what, wait === 400 ? 0 : wait, ...more)
  window.own = []
  window.WebSocket = class extends WebSocket {
    constructor(address) {
      super(address)
      if (address.includes("person=")) window.own.push(this)
    }
  }
})()"""
"""A curtain can be lifted as soon as it has fallen: these fingers never tap twice. Notes the connections of people."""
WATCH = """() => {
  window.peeks = []
  const look = () => {
    if (document.querySelector(".cur:not([inert], [aria-busy=true])") === null) return
    const hand = document.querySelector(".me, .hand, .app")
    if (hand) window.peeks.push(hand.outerHTML)
    window.peeks.push(...window.own.filter((wire) => wire.readyState < 2).map((wire) => wire.url))
  }
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
}"""
"""Notes whatever could show a hand while the curtain is down: elements of the table, and connections of a person."""


class Wires:
    """All connections of a page, and what came over those that are nobody's."""

    def __init__(self, page: Page) -> None:
        self.people: set[str] = set()
        """Who has looked, by their numbers."""
        self.shared: list[dict[str, Any]] = []
        page.on("websocket", self._opened)

    def _opened(self, socket: WebSocket) -> None:
        person = parse_qs(urlsplit(socket.url).query).get("person")
        if person:
            self.people.update(person)
        else:
            socket.on("framereceived", lambda frame: self.shared.append(json.loads(frame)))

    def reveal_nothing(self) -> None:
        """The table's own connection has never shown a hand or an offer."""
        news = [frame for frame in self.shared if frame["say"] == "news" and frame["view"]]
        assert news
        assert not any(frame["offer"] or frame["seat"] is not None for frame in news)
        assert all(frame["view"]["seat"] is None for frame in news)
        assert all(frame["view"].get("hand") is None for frame in news if frame["table"]["status"] == "playing")


async def settings(visitor: Visitor) -> None:
    """Open the settings from the table's menu."""
    await visitor.page.locator('.bar button:has(use[href="#u-menu"])').click()
    await visitor.page.locator('.menuline:has(use[href="#u-gear"])').click()
    await visitor.page.wait_for_selector(".speeds")


async def boxes(page: Page) -> Any:
    """Where the own panel and what is in it are."""
    return await page.evaluate(
        """[...document.querySelectorAll('.me, .me .acts .btn')]
          .map((each) => JSON.stringify(each.getBoundingClientRect()))"""
    )


async def test_a_hint_and_settings_that_stay(browsers: Browsers) -> None:
    anna = await browsers.visitor(language="ru", size=PHONE)
    page, sockets = anna.page, list[str]()
    page.on("websocket", lambda socket: sockets.append(socket.url))
    table = await browsers.table(anna, "no_thanks", 3, seats=["rule", "rule"], start=True)
    await page.goto(f"/t/{table}")
    await page.wait_for_selector(".me.turn .acts .btn:enabled")
    await page.evaluate("document.fonts.ready")
    await page.evaluate(RESTED)
    before = await boxes(page)
    await page.get_by_role("button", name="Подсказка").click()
    await page.wait_for_selector(".hint .cmp .best")
    assert await boxes(page) == before, "the hand and the buttons stay where they are"
    panel = page.get_by_role("region", name="Подсказка")
    news = await anna.news(table)
    await expect(panel.locator("li")).to_have_count(len(news["offer"]["moves"]))
    await expect(panel.get_by_role("status").first).to_contain_text("Сильнейший бот")
    await expect(panel.locator("li.best")).to_contain_text("лучший")
    await panel.get_by_role("button", name="Убрать подсказку").click()
    await page.wait_for_selector(".hint", state="detached")
    await page.keyboard.press("h")
    await page.wait_for_selector(".hint .cmp .best")

    await settings(anna)
    assert [await switch.is_checked() for switch in await page.get_by_role("switch").all()] == [True, False, False]
    await page.get_by_text("Быстро").click()
    for switch in await page.get_by_role("switch").all():
        await switch.click()
    await page.reload()
    await page.wait_for_selector(".me.turn")
    assert await page.evaluate(
        "[document.documentElement.dataset.speed, 'still' in document.documentElement.dataset]"
    ) == [
        "fast",
        True,
    ]
    assert "pace=normal" in sockets[0]
    assert all("pace=fast" in url for url in sockets[1:])
    await settings(anna)
    assert await page.get_by_role("radio", name="Быстро").is_checked()
    assert [await switch.is_checked() for switch in await page.get_by_role("switch").all()] == [False, True, True]


async def test_no_hints_beside_other_people(browsers: Browsers) -> None:
    anna, boris = await browsers.visitor(), await browsers.visitor("Boris")
    await browsers.gather("no_thanks", [anna, boris], bots=1)
    await anna.page.wait_for_selector(".app .me")
    assert await anna.page.get_by_role("button", name="Hint").count() == 0


@pytest.mark.parametrize(
    ("game", "people", "options"),
    [("no_thanks", ["Аня", "Борис", "Вера"], {"removed": "28", "chips": "3"}), ("mind_up", ["Аня", "Борис"], {})],
    ids=["no_thanks", "mind_up"],
)
async def test_a_whole_game_on_one_phone(
    browsers: Browsers, game: str, people: list[str], options: dict[str, str]
) -> None:
    visitor = await browsers.visitor(language="ru", size=PHONE)
    page, wires = visitor.page, Wires(visitor.page)
    kept = json.dumps({"game": game, "options": {game: options}})
    await visitor.context.add_init_script(AT_ONCE)
    keep = f"localStorage.setItem('koloda.pass.setup', {json.dumps(kept)})"
    await visitor.context.add_init_script(f"if (location.protocol !== 'about:') {keep}")
    await page.goto("/pass")
    await page.wait_for_selector(".slist input")
    for number, name in enumerate(people):
        if number > 1:
            await page.get_by_role("button", name="Ещё человек").click()
        await page.get_by_label(f"Имя игрока {number + 1}").fill(name)
    await page.get_by_role("button", name="Начать").click()

    await page.wait_for_selector(LIFTS)
    await page.reload()
    await page.wait_for_selector(LIFTS)
    wires.reveal_nothing()
    first = await page.locator(".cur h1").inner_text()
    (name,) = [name for name in people if name in first]
    assert await page.locator(LIFTS).inner_text() == f"Я {name}, показать карты"
    await page.evaluate(WATCH)
    await page.locator(LIFTS).click()
    await page.wait_for_selector(".me.turn")
    assert len(wires.people) == 1
    await page.get_by_role("button", name="Спрятать карты").click()
    await page.wait_for_selector(LIFTS)
    assert await page.locator(".cur h1").inner_text() == first
    wires.reveal_nothing()

    await page.evaluate(f"({PLAYER}).play", [f"{LIT}, {LIFTS}", 0])
    await page.wait_for_selector(".result", timeout=1000 * HANG)
    assert await page.evaluate("window.peeks") == []
    assert wires.people == {str(number) for number in range(len(people))}, "everybody has had the phone"
    wires.reveal_nothing()
    names = page.locator(".scores tbody th [dir]")
    await expect(names).to_have_count(len(people))
    assert sorted(name.strip() for name in await names.all_inner_texts()) == sorted(people)
    await page.locator(".racts .btn.pri").click()
    await page.wait_for_selector(LIFTS)


async def test_a_move_can_be_undone_before_the_phone_is_handed_on(browsers: Browsers) -> None:
    visitor = await browsers.visitor(size=PHONE)
    page, wires = visitor.page, Wires(visitor.page)
    await visitor.context.add_init_script(AT_ONCE)
    table = await browsers.table(visitor, "no_thanks", 2, people=["Boris"], patience=None)
    await visitor.post(f"/api/tables/{table}/do?person=0", {"do": "start", "id": "start", "bot": "rule"})
    await page.goto(f"/t/{table}")
    await page.wait_for_selector(LIFTS)
    first, *_ = (await visitor.news(table))["view"]["actors"]
    names = ["Anna", "Boris"]
    await page.evaluate("Date.now = () => 1_700_000_000_000")  # its five seconds do not pass
    await page.locator(LIFTS).click()
    await page.locator(".me.turn .acts .btn").first.click()
    await page.wait_for_selector(f'.cur h1:has-text("{names[1 - first]}")')
    wires.reveal_nothing()
    await page.get_by_role("button", name=f"Undo {names[first]}’s move · 5 s").click()
    await page.wait_for_selector(f'.cur h1:has-text("{names[first]}")')
    assert (await visitor.news(table))["view"]["actors"] == [first]
    wires.reveal_nothing()
