"""A game of another package on the server: in the lobby, with its texts and its rulebook, played to its end."""

import pytest

from koloda.core.text import texts_of
from tests import plugin
from tests.server.test_http import play_out
from tests.server.visitors import NONCE, go, visitor


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    plugin.install(monkeypatch)


def test_its_texts_and_its_rulebook() -> None:
    async def ask() -> None:
        async with visitor() as client:
            lobby = (await client.get("/api/lobby")).json()
            assert lobby["games"][-1]["name"] == "pay"
            answer = await client.get("/api/texts/ru/pay")
            assert answer.json()["title"] == "Плати или бери"
            assert answer.json()["by_score"] == "Счёт", "it has no text of its own for that"
            assert answer.headers["cache-control"] == "max-age=600"
            assert (await client.get("/api/texts/en/pay")).json() == texts_of("pay", "en")
            assert "PT-1" in (await client.get("/api/rules/en/pay")).text
            for path in ("/api/texts/de/pay", "/api/texts/en/chess"):
                assert (await client.get(path)).status_code == 404

    go(ask)


def test_a_whole_game() -> None:
    async def play() -> None:
        async with visitor() as client:
            options = {"removed": "22"}
            wish = {"game": "pay", "players": 3, "name": "Anna", "nonce": NONCE, "options": options}
            table = (await client.post("/api/tables", json=wish)).json()["table"]
            start = {"do": "start", "id": "start", "bot": "random"}
            assert (await client.post(f"/api/tables/{table}/do", json=start)).json()["failure"] is None
            over = await play_out(client, table)
            assert over["view"]["game"] == "pay"
            assert over["view"]["ranking"]["criteria"][0]["name"] == "pay.by_score"
            replay = (await client.get(f"/api/tables/{table}/replay", params={"seat": 0})).json()
            assert replay["steps"][-1]["view"] == over["view"]

    go(play)
