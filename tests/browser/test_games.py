"""People with their own browsers play whole games, with each other and with bots."""

import asyncio
from typing import Any

import pytest
from playwright.async_api import expect

from koloda.core.facts import Fact, fact
from koloda.core.text import Language, say
from koloda.games import GAMES
from tests.browser.browsers import DESK, PHONE, Browsers
from tests.browser.scenes import scenes_of
from tests.browser.shifts import shifts, watch_shifts

NAMES = ["Anna", "Борис", "Chloé", "Даша", "Émile", "Фёдор"]


@pytest.mark.parametrize("game", GAMES)
async def test_a_whole_game(browsers: Browsers, game: str) -> None:
    language, people, bots, options, jumps = scenes_of(game).WHOLE_GAME
    visitors = [
        await browsers.visitor(name, language=language if seat else "en", size=DESK if seat % 2 else PHONE)
        for seat, name in enumerate(NAMES[:people])
    ]
    for visitor in visitors:
        await watch_shifts(visitor.context)
    table = await browsers.gather(game, visitors, bots, options=options)
    await asyncio.gather(*[visitor.play() for visitor in visitors])

    jumped = [await shifts(visitor.page) for visitor in visitors]
    assert max(each.total for each in jumped) <= jumps, jumped
    news = await visitors[0].news(table)
    assert news["table"]["status"] == "over"
    for seat, visitor in enumerate(visitors):
        reads: Language = "ru" if await visitor.page.evaluate("document.documentElement.lang") == "ru" else "en"
        await expect(visitor.page.locator(".youare h1")).to_have_text(say(expected_title(news["view"], seat), reads))
        won = visitor.page.locator(".scores tbody tr.win th [dir]")
        await expect(won).to_have_count(len(news["view"]["winners"]))
        winners = await won.all_inner_texts()
        if seat not in news["view"]["winners"]:
            assert ", ".join(winners) in await visitor.page.locator(".youare p").last.inner_text()
        await expect(visitor.page.locator(".scores tbody tr")).to_have_count(people + bots)


def expected_title(view: dict[str, Any], seat: int) -> Fact:
    """What the page of the result says of your place; web/tests/course.test.ts has the words."""
    place, sharing = view["places"][seat], view["places"].count(view["places"][seat])
    nth, shared = fact("web_pages.nth", n=place), fact("web_pages.shared_by", n=sharing)
    if sharing > 1:
        more = fact("web_pages.own_place_shared", nth=nth, shared=shared)
        return fact("web_pages.own_win_shared", shared=shared) if place == 1 else more
    if place == 1:
        return fact("web_pages.won.you")
    return fact("web_pages.own_place", nth=nth, many=fact("web_pages.of_many", n=view["players"]))
