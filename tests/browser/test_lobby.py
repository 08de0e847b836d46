"""Coming back: the lobby knows the games of this device, and takes them to another one."""

import json
import re
from typing import Any

from playwright.async_api import Page, expect

from tests.browser.browsers import PHONE, Browsers, nonce
from tests.browser.conftest import HOME

SHORT = {"highest": "14", "removed": "2", "chips": "3"}
CUT = "(element) => element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight + 1"
LONG = "Безумные восьмёрки"
"""A title as long as they come, of a game of another package."""


async def test_the_lobby_on_a_phone_leads_back_to_the_game(browsers: Browsers) -> None:
    anna = await browsers.visitor("Анна", language="ru", size=PHONE)
    anna.expected += "|status of 404"
    page = anna.page
    table = await browsers.gather("no_thanks", [anna], 2)
    await page.wait_for_selector(".me.turn")
    lobby = await (await anna.context.request.get("/api/lobby")).json()
    another = {**lobby["games"][0], "name": "eights", "least": 2, "most": 12}
    shown = {**lobby, "games": [*lobby["games"], another], "docs": True}
    await page.route("**/api/lobby", lambda route: route.fulfill(json=shown))
    await page.route("**/api/texts/ru/eights", lambda route: route.fulfill(json={"title": LONG, "about": "Всё"}))
    await page.goto("/")
    row = page.locator(".mg .yt")
    await expect(row).to_contain_text("ваш ход")
    await expect(row).to_contain_text("2 бота")

    tiles = page.locator(".tile .nm b")
    await expect(tiles.last).to_have_text(LONG)
    titles = dict(
        zip(await tiles.all_inner_texts(), [await each.evaluate(CUT) for each in await tiles.all()], strict=True)
    )
    assert "Нет уж, спасибо!" in titles
    assert not any(titles.values()), titles
    await expect(page.locator(".lfoot a")).to_have_attribute("href", "/docs/")

    field = page.get_by_label("Ваше имя за столом")
    style = await field.evaluate("(field) => [getComputedStyle(field).borderTopWidth, field.offsetHeight]")
    assert style == ["2px", 48]
    await expect(page.locator("label", has_text="Ваше имя за столом")).to_be_visible()
    await field.fill("Аня")
    await page.keyboard.press("Enter")
    await expect(page.locator(".namebar [role=status]")).to_have_text("Имя сохранено")
    await page.locator(".tile").first.click()
    await expect(page.locator(".sheet .slist li").first).to_contain_text("Аня")
    small = """() => [...document.querySelectorAll(".sheet :is(button, select), .home :is(a, button, input)")]
        .filter((each) => each.checkVisibility() && each.getBoundingClientRect().height < 44)
        .map((each) => each.outerHTML)"""
    assert await page.evaluate(small) == []
    await page.keyboard.press("Escape")

    await row.locator("a").click()
    await page.wait_for_selector(".me.turn")
    assert page.url.endswith(f"/t/{table}")
    await page.go_back()
    await page.get_by_role("button", name="Выйти на главную").click()
    await expect(row).to_be_visible()

    nowhere = await page.goto("/nope")
    assert nowhere is not None
    assert nowhere.status == 404
    await expect(page.locator("h1")).to_have_text("По этому адресу ничего нет.")
    await page.get_by_role("link", name="На главную").click()
    await expect(row).to_be_visible()
    await page.goto("/replay/22222222")
    await expect(page.get_by_role("button")).to_have_text(["На главную"])
    await page.get_by_role("button").click()
    await expect(row).to_be_visible()


async def asked(page: Page, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
    """What the page gets for a request: its host is known only to the browser."""
    post = {"method": "POST", "headers": {"content-type": "application/json"}, "body": json.dumps(body)}
    script = "([path, how]) => fetch(path, how).then((answer) => answer.json())"
    found: dict[str, Any] = await page.evaluate(script, [path, {} if body is None else post])
    return found


async def test_games_move_to_another_device_and_this_one_forgets_them(browsers: Browsers) -> None:
    """Over plain HTTP, where browsers keep the clipboard and more from the page."""
    port = browsers.address.rsplit(":", 1)[1]
    anna = await browsers.visitor("Anna", address=f"http://{HOME}:{port}")
    page = anna.page
    await page.goto("/")
    wanted = {"game": "no_thanks", "players": 3, "name": "Anna", "nonce": nonce("Anna"), "options": SHORT}
    seated = await asked(page, "/api/tables", {**wanted, "seats": ["greedy", "greedy"], "start": True})
    table = seated["table"]
    await asked(page, f"/api/tables/{table}/do", {"do": "hand_over", "id": "away"})
    await page.goto(f"/t/{table}")
    await page.wait_for_selector(".result")
    await page.evaluate("localStorage.setItem('koloda.name', 'Anna')")
    await page.goto("/")
    row = page.locator(".mg li")
    await expect(row).to_contain_text(re.compile(r"today · [123](st|nd|rd) of 3"))
    await page.get_by_role("button", name="again").click()
    await page.wait_for_selector(".app .me")
    rematch = page.url.rsplit("/", 1)[1]
    assert rematch != table

    await page.goto("/games")
    await expect(page.locator(".hist li")).to_have_count(2)
    news = await asked(page, f"/api/tables/{table}/news")
    won = str(int(news["view"]["places"][0] == 1))
    await expect(page.locator(".kpi dd .sr")).to_have_text(["1", won, "1"])  # played, won, running
    await page.get_by_role("button", name="No Thanks!").click()
    await expect(page.locator("tbody td")).to_have_text(
        ["1", won, *[str(news["view"]["scores"][0]).replace("-", "−")] * 2]
    )
    await page.get_by_role("button", name="To another device").click()
    await page.get_by_role("button", name="Copy link").click()
    await expect(page.get_by_role("button", name="Copied")).to_be_visible()
    await expect(page.locator(".bigqr")).to_have_js_property("complete", True)
    kept = json.loads(await page.evaluate("localStorage.getItem('koloda.games')"))
    given = await asked(page, "/api/seats/link", {"games": kept})
    await page.keyboard.press("Escape")

    phone = await browsers.visitor("phone", language="ru", size=PHONE)
    phone.expected += "|status of 403"
    code = given["link"].partition("#")[2]
    await phone.page.goto(f"/#{code}")
    await expect(phone.page.get_by_role("status").first).to_contain_text("Перенесены 2 партии")
    await expect(phone.page.locator(".mg li")).to_have_count(2)
    assert "#" not in phone.page.url
    assert (await phone.news(rematch))["seat"] == (await asked(page, f"/api/tables/{rematch}/news"))["seat"]
    await phone.page.goto(f"/#{code}")
    await expect(phone.page.locator(".moved")).to_contain_text("Ссылка больше не действует")

    await page.get_by_role("button", name="Forget this device").click()
    await expect(page.locator(".lost")).to_contain_text("1 result")
    await page.get_by_role("button", name="Forget everything").click()
    await expect(page.locator(".mybox")).to_contain_text("Your games will be here.")
    await expect(page.get_by_label("Your name at the table", exact=True)).to_have_value("")
    assert [each for each in await anna.context.cookies() if each["name"].startswith("koloda")] == []
    assert (await phone.news(rematch))["seat"] is not None, "the other device plays on"
