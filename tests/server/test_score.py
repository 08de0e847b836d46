"""Score sheets of real tables, counted by the server: POST /api/score/{game}."""

from typing import Any

import httpx
import pytest

from koloda.server.web.settings import Limits, Settings
from tests import plugin
from tests.server.in_process_server import go, visitor

NAMES = ["Анна", "", "Vera", "Gleb"]
ROUND = {"piles": [3, 20, 6, 10]}


async def post(client: httpx.AsyncClient, game: str, **sheet: Any) -> httpx.Response:
    return await client.post(f"/api/score/{game}", json={"names": NAMES, **sheet})


def test_a_sheet_is_counted_and_not_kept() -> None:
    async def ask() -> None:
        async with visitor() as client:
            answer = await post(client, "dobro", entries=[ROUND], draft=[{"piles": [18, 12, 12, 8]}], language="ru")
            assert answer.status_code == 200
            found = answer.json()
            assert found["names"] == ["Анна", "Игрок 2", "Vera", "Gleb"]
            assert (found["totals"], found["drafted"], found["forgot"]) == ([5, 3, 5, 6], 1, [None, None])
            assert answer.headers["cache-control"] == "no-store"
            assert (await post(client, "dobro")).json()["totals"] == [0, 0, 0, 0]

    go(ask)


@pytest.mark.parametrize(
    ("game", "sheet", "status", "code"),
    [
        ("chess", {}, 404, "no_page"),
        ("dobro", {"names": []}, 400, "bad_message"),
        ("dobro", {"names": ["A"] * 17}, 400, "bad_message"),
        ("dobro", {"names": ["Anna", "anna"]}, 400, "not_understood"),
        ("dobro", {"names": ["Anna", "7"]}, 400, "not_understood"),
        ("dobro", {"names": ["Anna, Boris", "C"]}, 400, "not_understood"),
        ("dobro", {"names": ["A"] + [""] * 11}, 422, "unknown_option"),
        ("dobro", {"options": {"rounds": "9"}}, 422, "unknown_option"),
        ("dobro", {"entries": [{"piles": [1]}]}, 409, "not_legal"),
        ("dobro", {"entries": [{"piles": [10**7]}]}, 400, "bad_message"),
        ("dobro", {"entries": [{"piles": {}}]}, 400, "bad_message"),
        ("dobro", {"entries": [{}] * 1501}, 400, "bad_message"),
        ("dobro", {"draft": [{}] * 21}, 400, "bad_message"),
        ("dobro", {"entries": [ROUND] * 4}, 409, "not_legal"),
        ("dobro", {"moves": []}, 400, "bad_message"),
        ("dobro", {"entries": [{"line": "x" * 200}] * 330}, 413, "too_large"),
    ],
)
def test_what_is_refused(game: str, sheet: dict[str, Any], status: int, code: str) -> None:
    async def ask() -> None:
        async with visitor() as client:
            answer = await post(client, game, **sheet)
            assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text

    go(ask)


def test_a_long_evening() -> None:
    """As many events as a sheet may have."""

    async def ask() -> None:
        async with visitor() as client:
            paid = [{"do": "pay", "seat": n % 4, "tugriks": 0} for n in range(1499)]
            answer = await post(client, "tugriki", entries=[{"do": "start", "seat": 0}, *paid])
            assert answer.json()["totals"] == [29, 29, 29, 29]

    go(ask)


def test_a_household_may_ask_only_so_often() -> None:
    async def ask() -> None:
        async with visitor(Settings(limits=Limits(requests=1))) as client:
            answers = [await post(client, "dobro") for _ in range(4)]
            assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
            assert (answers[-1].json()["code"], int(answers[-1].headers["retry-after"]) >= 1) == ("too_fast", True)

    go(ask)


def test_a_shared_sheet_needs_no_password() -> None:
    async def ask() -> None:
        for settings in (Settings(password="x"), Settings(invite_only=True)):
            async with visitor(settings) as client:
                assert (await post(client, "dobro")).status_code == 200

    go(ask)


def test_a_game_of_another_package(monkeypatch: pytest.MonkeyPatch) -> None:
    """It describes a form, from which the browser draws a pad."""
    plugin.install(monkeypatch)

    async def ask() -> None:
        async with visitor() as client:
            lobby = (await client.get("/api/lobby")).json()
            assert [game["name"] for game in lobby["games"] if game["score_sheet"]][-1] == "pay"
            found = (await post(client, "pay", entries=[{"points": 12}], draft=[{"points": 3}])).json()
            assert (found["totals"], found["complete"]) == ([12, 3, None, None], True)
            assert found["form"]["fields"][0]["kind"] == "number"
            typed = (await post(client, "pay", entries=[{"line": "12"}], draft=[{"line": "x"}])).json()
            assert (typed["totals"], typed["problem"]["key"]) == ([12, None, None, None], "score.no_number")

    go(ask)
