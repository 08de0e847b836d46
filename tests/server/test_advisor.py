"""The advisor for real tables: POST /api/advisor/{game}."""

import asyncio
from typing import Any

import httpx
import pytest

from koloda.bots.comparer import Comparer
from koloda.bots.engine import Engine
from koloda.bots.hint import hint
from koloda.games import GAMES
from koloda.server.web.settings import Limits, Settings
from koloda.table.followed_game import FollowedGame
from tests.server.in_process_server import another, go, opened, visitor

NAMES = ["Анна", "", "Vera"]
TURN = ["first 1", "card 27", "pass", "pass"]


async def post(client: httpx.AsyncClient, game: str, **table: Any) -> httpx.Response:
    return await client.post(f"/api/advisor/{game}", json={"names": NAMES, "seat": 2, **table})


def test_a_table_is_followed_and_not_kept() -> None:
    async def ask() -> None:
        async with visitor() as client:
            answer = await post(client, "no_thanks", entries=TURN)
            assert answer.status_code == 200
            assert answer.headers["cache-control"] == "no-store"
            found = answer.json()
            assert (found["view"]["card"], found["view"]["pot"], found["view"]["seat"]) == (27, 2, 2)
            assert (found["turn"], found["asked"], found["hint"], found["can_advise"]) == (2, None, None, True)
            assert [move["move"] for move in found["moves"]] == ["pass", "take"]
            assert [told["line"] for told in found["told"]] == TURN
            assert [told["seat"] for told in found["told"]] == [None, None, 0, 1]
            assert found["told"][2]["facts"][0]["key"] == "no_thanks.passed"
            asked = (await post(client, "no_thanks")).json()["asked"]
            assert (asked["word"], asked["kind"], asked["count"]) == ("first", "seat", 1)
            assert asked["values"] == [{"value": str(seat), "left": 1} for seat in (1, 2, 3)]

    go(ask)


def test_the_advice_is_the_hint_of_what_was_entered() -> None:
    game = GAMES["no_thanks"]
    game.once(Engine).load()
    game.once(Comparer).load()
    follow = FollowedGame(game, 2, 3)
    for line in TURN:
        follow.enter(line)

    async def ask() -> None:
        async with visitor() as client:
            found = (await post(client, "no_thanks", entries=TURN, advice=True)).json()["hint"]
            assert found["offer"] == len(TURN)
            right = [
                {
                    "move": game.notation.write_action(follow.match.state, each.action or 0),
                    "loss": round(each.loss, 4),
                    "error": round(each.error, 4),
                    "equal": each.equal,
                }
                for each in hint(follow.knowledge())
            ]
            assert found["moves"] == right
            not_yours = (await post(client, "no_thanks", entries=TURN[:3], advice=True)).json()
            assert (not_yours["hint"], not_yours["can_advise"]) == (None, False)

    go(ask)


def test_nothing_that_the_seat_did_not_see_is_in_the_answer() -> None:
    """The other hands are only supposed, but even so nobody must take them for known."""

    async def ask() -> None:
        async with visitor() as client:
            entries = ["hand 4 6 6 9 11 J", "first 2", "5"]
            found = (await post(client, "dobro", seat=0, entries=entries)).json()
            assert found["view"]["hand"] == ["4", "6", "6", "9", "11", "J"]
            assert found["corrections"] == [{"seat": 1, "move": "end", "title": {"key": "dobro.move_end"}}]
            assert len(found["moves"]) > 30, "whatever can be played with cards that were not seen"

    go(ask)


@pytest.mark.parametrize(
    ("game", "table", "status", "code"),
    [
        ("chess", {}, 404, "no_page"),
        ("tugriki", {}, 404, "no_page"),
        ("no_thanks", {"names": []}, 400, "bad_message"),
        ("no_thanks", {"names": ["A"] * 17}, 400, "bad_message"),
        ("no_thanks", {"names": ["Anna", "anna", "C"]}, 400, "not_understood"),
        ("no_thanks", {"seat": -1}, 400, "bad_message"),
        ("no_thanks", {"seat": 3}, 422, "unknown_option"),
        ("no_thanks", {"options": {"chips": "many"}}, 422, "unknown_option"),
        ("no_thanks", {"entries": ["first 4"]}, 400, "not_understood"),
        ("no_thanks", {"entries": ["first 1", "card 27", "take", "card 27"]}, 409, "not_legal"),
        ("no_thanks", {"entries": ["x" * 201]}, 400, "bad_message"),
        ("no_thanks", {"entries": [""] * 1501}, 400, "bad_message"),
        ("no_thanks", {"moves": []}, 400, "bad_message"),
        ("no_thanks", {"entries": ["x" * 200] * 400}, 413, "too_large"),
    ],
)
def test_what_is_refused(game: str, table: dict[str, Any], status: int, code: str) -> None:
    async def ask() -> None:
        async with visitor() as client:
            answer = await post(client, game, **table)
            assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text

    go(ask)


def test_a_household_may_ask_only_so_often() -> None:
    async def ask() -> None:
        async with visitor(Settings(limits=Limits(requests=1))) as client:
            answers = [await post(client, "no_thanks") for _ in range(4)]
            assert [answer.status_code for answer in answers] == [200, 200, 200, 429]

    go(ask)


def test_advice_is_limited_like_hints_and_comes_after_them() -> None:
    GAMES["no_thanks"].once(Engine).load()
    GAMES["no_thanks"].once(Comparer).load()

    async def ask() -> None:
        async with opened() as (app, registry), another(app) as client:
            thinking: Any = asyncio.get_running_loop().create_future()
            registry._hints._thinking["another table"] = ((0, 0), thinking)
            busy = await post(client, "no_thanks", entries=TURN, advice=True)
            assert (busy.status_code, busy.json()["code"]) == (503, "busy")
            registry._hints._thinking.clear()
            app.metrics.overload._overloaded = True
            busy = await post(client, "no_thanks", entries=TURN, advice=True)
            assert (busy.status_code, busy.json()["code"]) == (503, "busy")
            assert (await post(client, "no_thanks", entries=TURN)).status_code == 200, "without advice it goes on"

    go(ask)


def test_the_lobby_says_which_games_can_be_followed() -> None:
    async def ask() -> None:
        async with visitor() as client:
            games = (await client.get("/api/lobby")).json()["games"]
            assert {game["name"] for game in games if game["advisor"]} >= {"dobro", "no_thanks"}

    go(ask)
