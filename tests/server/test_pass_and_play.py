"""Pass-and-play: several people share one device, and it shows the hand of whoever looks, or of nobody."""

from typing import Any

import httpx
import pytest

from koloda.server.tables.subscribers import GRACE
from tests.server.in_process_server import NONCE, another, go, opened
from tests.server.registry_harness import Person, StepTime, new_table, registry_test

NAMES = ["Anna", "Boris", "Vera"]


def shared(game: str = "mind_up", bots: int = 0, **more: Any) -> dict[str, Any]:
    wanted = {"game": game, "players": 3 + bots, "name": NAMES[0], "people": NAMES[1:], "nonce": NONCE}
    return {**wanted, "seats": ["rule"] * bots, "patience": None, **more}


async def begun(client: httpx.AsyncClient, **more: Any) -> str:
    """A game that three people play on one device; returns the path of its table."""
    answer = await client.post("/api/tables", json=shared(**more))
    assert answer.status_code == 200, answer.text
    path = f"/api/tables/{answer.json()['table']}"
    started = await client.post(f"{path}/do?person=0", json={"do": "start", "id": "1", "bot": "rule"})
    assert started.json()["failure"] is None
    return path


def test_each_person_has_a_seat_and_a_token() -> None:
    async def ask() -> None:
        async with opened() as (app, _), another(app) as device:
            answer = (await device.post("/api/tables", json=shared(bots=1))).json()
            assert answer["seats"] == [0, 1, 2]
            tokens = answer["token"].split(".")
            assert len(set(tokens)) == 3
            assert device.cookies[f"koloda_{answer['table']}"] == answer["token"]
            path = f"/api/tables/{answer['table']}"
            again = (await device.get(f"{path}/seat")).json()
            assert (again["seats"], again["token"]) == ([0, 1, 2], "")
            news = (await device.get(f"{path}/news")).json()
            assert [seat["name"] for seat in news["table"]["seats"]][:3] == NAMES
            assert news["table"]["pass_and_play"]

    go(ask)


def test_who_looks_sees_their_own_hand_and_no_other() -> None:
    async def ask() -> None:
        async with opened() as (app, _), another(app) as device, another(app) as stranger:
            path = await begun(device)
            hands = []
            for person in range(3):
                news = (await device.get(f"{path}/news?person={person}")).json()
                assert news["seat"] == news["view"]["seat"] == person
                assert news["offer"]["must"]
                hands.append(news["view"]["hand"])
            assert all(hands)
            assert len({str(hand) for hand in hands}) == 3
            for nobody in ("", "?person=3", "?person=-1", "?person=x", "?person=%C2%B2", "?screen=1&person=0"):
                news = (await device.get(f"{path}/news{nobody}")).json()
                assert (news["seat"], news["view"]["hand"], news["offer"]) == (None, None, None)
            watched = (await stranger.get(f"{path}/news?person=1")).json()
            assert (watched["seat"], watched["view"]["hand"]) == (None, None)

    go(ask)


def test_a_command_is_that_of_the_person_who_gives_it() -> None:
    async def ask() -> None:
        async with opened() as (app, _), another(app) as device:
            path = await begun(device)
            for person in (2, 0):
                news = (await device.get(f"{path}/news?person={person}")).json()
                move = {"do": "act", "id": f"m{person}", "offer": news["offer"]["number"]}
                move["move"] = news["offer"]["moves"][0]["move"]
                nobody = (await device.post(f"{path}/do", json=move)).json()
                assert nobody["failure"]["code"] == "no_seat"
                assert (await device.post(f"{path}/do?person={person}", json=move)).json()["failure"] is None
            assert sorted((await device.get(f"{path}/news")).json()["view"]["chosen"]) == [0, 2]

    go(ask)


def test_all_are_there_while_the_device_is() -> None:
    @registry_test
    async def look(registry: Any, time: StepTime, store: Any) -> None:
        own = await registry.open(new_table("no_thanks", 3, people=NAMES[1:]))
        device = Person(registry, own.table, None)
        device.subscription = await registry.subscribe(own.table, None, device, device=own.tokens)
        assert [seat["here"] for seat in device.news["table"]["seats"]] == [True] * 3
        assert device.news["table"]["watching"] == 0
        watcher = await Person(registry, own.table, None).join()
        device.leave()
        await time.step(registry, GRACE)
        assert [seat["here"] for seat in watcher.news["table"]["seats"]] == [False] * 3

    look()


def test_everybody_comes_along_to_the_rematch() -> None:
    async def ask() -> None:
        async with opened() as (app, registry), another(app) as device:
            path = await begun(device)
            table = path.rpartition("/")[2]
            async with registry._reading(table) as history:
                following = await registry._open_rematch(history.state, 0)
            back = await device.post(f"/api/tables/{following}/seat", json={"played_at": table})
            assert back.json()["seats"] == [2, 0, 1]
            assert device.cookies[f"koloda_{following}"] == device.cookies[f"koloda_{table}"]
            news = (await device.get(f"/api/tables/{following}/news?person=1")).json()
            assert (news["seat"], news["table"]["pass_and_play"]) == (0, True)

    go(ask)


def test_the_lobby_leads_back_and_all_move_to_another_device_together() -> None:
    async def ask() -> None:
        async with opened() as (app, _), another(app) as device, another(app) as phone:
            path = await begun(device, game="no_thanks")
            table = path.rpartition("/")[2]
            games = (await device.get("/api/seats")).json()["games"]
            assert [game["table"] for game in games] == [table]
            assert [games[0]["seat"]] == games[0]["due"], "whoever has to decide"
            link = (await device.post("/api/seats/link", json={"games": games})).json()["link"]
            await phone.post("/api/seats", json={"code": link.partition("#")[2]})
            assert phone.cookies[f"koloda_{table}"] == device.cookies[f"koloda_{table}"]
            looks = [(await phone.get(f"{path}/news?person={person}")).json()["seat"] for person in range(3)]
            assert looks == [0, 1, 2]
            own = await device.post("/api/seats/link", json={"games": games})
            code = own.json()["link"].partition("#")[2]
            back = await phone.post(f"{path}/seat", json={"code": code})
            assert back.json()["seats"] == [0, 1, 2]

    go(ask)


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ({"people": ["Boris"]}, "not_legal"),
        ({"people": ["Boris", "Vera", "Gleb"]}, "unknown_option"),
        ({"people": ["Boris", "\u3164"]}, "unknown_option"),
        ({"people": ["Boris", ""]}, "unknown_option"),
    ],
    ids=["an open seat", "too many", "invisible name", "no name"],
)
def test_what_cannot_be_asked_for(wanted: dict[str, Any], code: str) -> None:
    async def ask() -> None:
        async with opened() as (app, _), another(app) as device:
            answer = await device.post("/api/tables", json={**shared(), **wanted})
            assert answer.json()["code"] == code
            assert not device.cookies

    go(ask)


def test_bystanders_can_act_only_where_the_options_let_them() -> None:
    """Pass-and-play begins with the options of `in_turn`, so that nobody needs the phone during another's turn."""

    async def ask() -> None:
        async with opened() as (app, _), another(app) as device:
            lobby = (await device.get("/api/lobby")).json()
            for game in lobby["games"]:
                path = await begun(device, game=game["name"], options=game["in_turn"])
                assert not (await device.get(f"{path}/news")).json()["table"]["bystanders"]
            path = await begun(device, game="tugriki")
            assert (await device.get(f"{path}/news")).json()["table"]["bystanders"]

    go(ask)
