"""A shared screen shows what a spectator may see, even in the browser of a player."""

import asyncio
from typing import Any

import httpx
import pytest

from koloda.games import GAMES
from tests.server.in_process_server import NONCE, another, go, opened, seated
from tests.server.test_websocket import at_a_table, do, hear, sit


def without_who_is_here(news: dict[str, Any]) -> dict[str, Any]:
    """Only the time and who is connected may differ from one moment to the next."""
    table = {**news["table"], "seats": [{**seat, "here": None} for seat in news["table"]["seats"]]}
    return {**news, "now": None, "table": {**table, "watching": None, "screens": None}}


async def two_people(host: httpx.AsyncClient, guest: httpx.AsyncClient, table: str) -> None:
    """Somebody joins the host, and the game begins: then nothing happens until one of them acts."""
    async with guest:
        await guest.post(f"/api/tables/{table}/sit", json={"name": "Boris", "nonce": NONCE})
    begun = await host.post(f"/api/tables/{table}/do", json={"do": "start", "id": "1", "bot": "greedy"})
    assert begun.json()["failure"] is None


@pytest.mark.parametrize("game", GAMES)
def test_a_screen_in_a_players_browser_shows_no_hand(game: str) -> None:
    async def look() -> None:
        async with at_a_table(game=game, players=2, seats=[]) as (url, cookie, host, _):
            await two_people(host, httpx.AsyncClient(base_url=host.base_url), url.split("/")[-2])
            async with sit(url, cookie) as player, sit(f"{url}?screen=1", cookie) as screen, sit(url) as spectator:
                mine, shown, watched = [await hear(each, "news") for each in (player, screen, spectator)]
                assert mine["seat"] == 0
                assert (shown["seat"], shown["offer"], shown["undo"]) == (None, None, False)
                assert without_who_is_here(shown) == without_who_is_here(watched)
                assert shown["table"]["screens"] == 1
                refused = await do(screen, do="hand_over", id="2")
                assert refused["failure"]["code"] == "no_seat"

    go(look)


@pytest.mark.parametrize("wait", [0, 20])
def test_a_screen_that_polls_shows_no_hand(wait: int) -> None:
    async def look() -> None:
        async with opened() as (app, _), another(app) as player, another(app) as spectator:
            table = await seated(player, game="dobro", players=2, seats=[])

            async def news(client: httpx.AsyncClient, **query: Any) -> Any:
                return (await client.get(f"/api/tables/{table}/news", params=query)).json()

            known = await news(player)
            waiting = asyncio.ensure_future(news(player, since=known["seq"], wait=wait, screen=1))
            if wait:
                while (await news(spectator))["table"]["screens"] == 0:
                    await asyncio.sleep(0)
            await two_people(player, another(app), table)
            mine, shown, watched = await news(player), await news(player, screen=1), await news(spectator)
            assert mine["view"]["hand"]
            assert (await waiting)["seat"] is None
            assert shown["view"]["hand"] is None
            assert without_who_is_here(shown) == without_who_is_here(watched)

    go(look)


def test_a_players_browser_that_only_shows_the_screen_is_not_the_player() -> None:
    """Otherwise no bot would play for somebody whose television is on."""

    async def look() -> None:
        async with at_a_table(seats=["greedy", ""]) as (url, cookie, client, _):
            table = url.split("/")[-2]
            async with sit(f"{url}?screen=1", cookie) as screen:
                await hear(screen, "news")
                news = (await client.get(f"/api/tables/{table}/news", params={"screen": "1"})).json()
                assert [seat["here"] for seat in news["table"]["seats"]] == [False, False, False]

    go(look)
