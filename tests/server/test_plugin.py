"""A game of another package on the server: in the lobby, with its texts and its rulebook, played to the end."""

import json
import subprocess

import msgspec
import pytest

from koloda.core.text import Language, texts, texts_of
from koloda.core.view import View
from koloda.games import GAMES
from koloda.terminal.generic import Card, Cards, Figure, figures
from tests import plugin
from tests.server.built_pages import WEB, node
from tests.server.in_process_server import NONCE, go, visitor
from tests.server.test_http import play_out
from tests.table.games import opened, play_on


class OddView(View, frozen=True, kw_only=True):
    """A bit of everything that a view may contain."""

    hand: list[str]
    dealer: int
    passed: list[int]
    open_hands: bool
    last: str | None
    piles: dict[str, list[int]]
    runs: list[list[str]]
    held: list[list[str] | None]


ODD = OddView(
    game="pay",
    seat=0,
    players=3,
    actors=[1],
    over=False,
    hand=["K", "8♠"],
    dealer=1,
    passed=[0, 1, 2],
    open_hands=True,
    last=None,
    piles={"left": [1, 2], "far_right": []},
    runs=[["two words", "K"], [], ["x"]],
    held=[["K", "2♥"], ["10♦"], None],
)


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    plugin.install(monkeypatch)


def test_its_lesson() -> None:
    """In the language that it has. A game without one has none in the lobby either."""

    async def ask() -> None:
        async with visitor() as client:
            games = {game["name"]: game["lesson"] for game in (await client.get("/api/lobby")).json()["games"]}
            assert games["pay"]
            answer = await client.get("/api/lessons/pay")
            (step,) = answer.json()["steps"]
            assert step["tasks"][0]["places"] == ["move:pass"]
            assert [*step["texts"]] == ["en"]
            assert step["after"][-1]["view"]["game"] == "pay"
            assert answer.headers["cache-control"] == "no-cache"
            assert (await client.get("/api/lessons/nothing")).status_code == 404

    go(ask)


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
            wanted = {"game": "pay", "players": 3, "name": "Anna", "nonce": NONCE, "options": options}
            table = (await client.post("/api/tables", json=wanted)).json()["table"]
            start = {"do": "start", "id": "start", "bot": "random"}
            assert (await client.post(f"/api/tables/{table}/do", json=start)).json()["failure"] is None
            over = await play_out(client, table)
            assert over["view"]["game"] == "pay"
            assert over["view"]["ranking"]["criteria"][0]["name"] == "pay.by_score"
            replay = (await client.get(f"/api/tables/{table}/replay", params={"seat": 0})).json()
            assert replay["steps"][-1]["view"] == over["view"]

    go(play)


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_browser_shows_the_same_figures_as_the_terminal(language: Language) -> None:
    """Of views of all games, whether they have a table of their own or not."""
    views = [play_on(opened(name, "shown"), decisions).view(0) for name in GAMES for decisions in (0, 9, 1 << 20)]
    names = ["Анна", "Boris"]
    texts(language).update(
        {"pay.card_hand": "Hand", "pay.value_K": "king", "pay.player_dealer": "Dealer", "pay.player_passed": "Out"}
        | {"pay.hand_held": "Yours", "pay.seat_held": "holds"}
    )
    views.append(ODD)
    given = json.dumps({"views": msgspec.to_builtins(views), "texts": texts(language), "names": names})
    command = [node(), "--import", "./tests/typescript.js", "tests/figures.js"]
    run = subprocess.run(command, cwd=WEB, input=given, capture_output=True, text=True, encoding="utf-8", check=False)
    assert run.returncode == 0, run.stderr
    right = [figures(view, language, names) for view in views]
    assert right[-1].cards == [
        Cards("Hand", [Card("K", "king"), Card("8", "♠")]),
        Cards("Yours", [Card("K", "king"), Card("2", "♥")]),
    ]
    assert right[-1].by_seat == [[], [Figure("holds", "10♦")], []]
    third = {"en": "Player 3", "ru": "Игрок 3"}[language]
    assert right[-1].facts[:2] == [Figure("Dealer", "Boris"), Figure("Out", f"Анна, Boris, {third}")]
    assert json.loads(run.stdout) == [
        {
            "cards": msgspec.to_builtins(each.cards),
            "facts": msgspec.to_builtins(each.facts),
            "bySeat": msgspec.to_builtins(each.by_seat),
        }
        for each in right
    ]
