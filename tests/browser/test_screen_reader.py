"""No mouse and no screen: from the lobby to the result with keys and what a screen reader says."""

import re
from functools import partial

from koloda.core.text import texts
from koloda.games import GAMES
from tests.browser.browsers import PHONE, Browsers
from tests.browser.scenes import scenes_of
from tests.browser.screen_reader import Node, ScreenReader, your_turn

FAIR = texts("en")["web_pages.fair"]
PLACES = ("First", "Second", "Third", "Fourth", "Fifth", "Sixth")


async def test_a_game_of_each(browsers: Browsers) -> None:
    anna = await browsers.visitor("Anna", size=PHONE)
    reader = await ScreenReader.at(anna.page)
    for game in GAMES:
        players, options = scenes_of(game).SHORTEST
        bots = ["rule"] * (players - 1)
        table = await browsers.table(anna, game, players, seats=bots, options=options, start=True)
        await anna.page.goto(f"/t/{table}")
        result = await reader.play()
        view = (await anna.news(table))["view"]
        place = "You win" if view["winners"] == [0] else PLACES[view["places"][0] - 1]
        assert result.startswith(place), (result, view["places"])
        assert reader.heard[-2].startswith(your_turn())

    await reader.tab_to("button", "Verify the deal")
    await anna.page.keyboard.press("Enter")
    await reader.until(lambda page: any(each.role == "status" and FAIR in each.text for each in page))
    await reader.tab_to("button", "Picture")
    await anna.page.keyboard.press("Enter")
    await reader.find("dialog", "")
    await anna.page.keyboard.press("Escape")
    picture = await reader.find("button", "Picture")
    assert picture.states.get("focused"), "the focus comes back"


async def test_from_the_lobby_to_a_move(browsers: Browsers) -> None:
    """With keys alone; letters make moves."""
    anna = await browsers.visitor("Anna")
    reader, keyboard = await ScreenReader.at(anna.page), anna.page.keyboard
    await anna.page.goto("/")
    await reader.tab_to("button", "No Thanks!")
    await keyboard.press("Enter")
    await reader.tab_to("button", "Start")
    await keyboard.press("Enter")
    for key, told in (("n", r"You\s*: no thanks"), ("t", r"You\s+take")):
        await reader.until(lambda page: reader.heard[-1:] and reader.heard[-1].startswith(your_turn()))
        reader.heard.clear()
        await keyboard.press(key)
        await reader.until(partial(logged, told))


def logged(told: str, page: Node) -> bool:
    return any(each.role == "log" and re.search(told, each.text) for each in page)
