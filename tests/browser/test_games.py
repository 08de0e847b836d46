"""People with their own browsers play whole games, with each other and with bots."""

import asyncio
from typing import Any

import pytest

from koloda.games import GAMES
from tests.browser.browsers import DESK, PHONE, Browsers
from tests.browser.scenes import scenes_of
from tests.browser.shifts import shifts, watch_shifts
from tests.browser.visitor import Visitor

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
        assert await titles(visitor) == await expected_titles(visitor, news, seat)
        shown = await visitor.page.locator(".scores tbody tr").count()
        assert shown == people + bots


async def titles(visitor: Visitor) -> str:
    return (await visitor.page.locator(".winner h1").inner_text()).replace("\u00a0", " ")


async def expected_titles(visitor: Visitor, news: dict[str, Any], seat: int) -> str:
    russian = await visitor.page.evaluate("document.documentElement.lang") == "ru"
    winners = news["view"]["winners"]
    shown = await visitor.page.locator(".scores tbody tr.win th").all_inner_texts()
    names = [name.strip() for name in shown]
    assert len(names) == len(winners)
    if winners == [seat]:
        return "Вы победили" if russian else "You win"
    if len(winners) == 1:
        return f"Победа: {names[0]}" if russian else f"{names[0]} wins"
    together = ", ".join(names)
    return f"Победу делят: {together}" if russian else f"{together} share the win"
