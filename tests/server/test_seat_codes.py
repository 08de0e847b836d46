"""The token of a seat stays in its cookie; a code brings one seat, or all of them, to another device."""

import asyncio
import json
from typing import Any

import httpx
import pytest

from koloda.server.web import seat_codes
from koloda.server.web.endpoints import COOKIE_AGE, MOST_LUGGAGE, MOST_TABLES
from koloda.server.web.rate_limits import TokenBuckets
from koloda.server.web.seat_codes import VALID, SeatCodes
from koloda.server.web.settings import Limits, Settings
from tests.server.entropy import of_this_test
from tests.server.in_process_server import HASTY, NONCE, StandingClock, another, go, opened, seated
from tests.server.memory_store import MemoryStore
from tests.server.registry_harness import StepTime


def noted(table: str, **more: Any) -> dict[str, Any]:
    """A game as a device notes it."""
    return {"table": table, "seat": 0, "game": "dobro", "names": ["Anna", ""], "status": "playing", "at": 1, **more}


async def linked(client: httpx.AsyncClient, *games: dict[str, Any]) -> dict[str, Any]:
    answer = await client.post("/api/seats/link", json={"games": list(games)})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def code_of(link: dict[str, Any]) -> str:
    return str(link["link"].partition("#")[2])


def test_no_answer_tells_the_token_of_a_seat_that_is_taken() -> None:
    async def ask() -> None:
        async with opened() as (app, _), another(app) as anna, another(app) as phone:
            table = await seated(anna)
            token = anna.cookies[f"koloda_{table}"]
            path = f"/api/tables/{table}"
            link = await anna.post("/api/seats/link", json={"games": [noted(table)]})
            answers = [
                await anna.get(f"{path}/seat"),
                await anna.post(f"{path}/sit", json={"name": "Anna", "nonce": NONCE}),
                await anna.post(f"{path}/seat", json={"code": token}),
                link,
                await anna.get("/api/seats"),
                await phone.post(f"{path}/seat", json={"code": code_of(link.json())}),
            ]
            assert [answer.status_code for answer in answers] == [200] * len(answers)
            assert not any(token in answer.text for answer in answers)
            assert phone.cookies[f"koloda_{table}"] == token
            assert (await phone.get(f"{path}/news")).json()["seat"] == 0

    go(ask)


def test_a_link_to_one_seat_leads_to_its_table_and_works_once() -> None:
    async def ask() -> None:
        async with opened() as (app, _), another(app) as anna, another(app) as phone:
            table, other = await seated(anna), await seated(anna)
            link = await linked(anna, noted(table))
            assert link["link"].startswith(f"http://localhost:8080/t/{table}#")
            assert link["qr"].startswith("<svg")
            wrong = await phone.post(f"/api/tables/{other}/seat", json={"code": code_of(link)})
            assert (wrong.status_code, wrong.json()["code"]) == (403, "no_seat")
            answers = [await phone.post(f"/api/tables/{table}/seat", json={"code": code_of(link)}) for _ in range(2)]
            assert [answer.status_code for answer in answers] == [200, 403]

    go(ask)


def test_all_seats_and_games_move_to_another_device_once() -> None:
    """The first device keeps its seats: both may play, as with the link to one seat."""

    async def ask() -> None:
        async with opened() as (app, _), another(app) as anna, another(app) as phone, another(app) as thief:
            tables = [await seated(anna) for _ in range(3)]
            past = noted("22222222", status="over", names=["Анна", "Борис", ""], place=2, score=-31, lowest_wins=True)
            link = await linked(anna, *map(noted, tables), past)
            assert link["link"].startswith("http://localhost:8080/#")
            assert link["seconds"] == VALID
            moved = await phone.post("/api/seats", json={"code": code_of(link)})
            games = moved.json()["games"]
            assert [game["table"] for game in games] == [*tables, "22222222"]
            assert (games[-1]["names"], games[-1]["place"], games[-1]["score"]) == (["Анна", "Борис", ""], 2, -31)
            assert dict(phone.cookies) == dict(anna.cookies)
            assert all("HttpOnly" in cookie for cookie in moved.headers.get_list("set-cookie"))
            for device in (anna, phone):
                here = (await device.get("/api/seats", params={"tables": ",".join(tables)})).json()
                assert [game["table"] for game in here["games"]] == tables
            again = await thief.post("/api/seats", json={"code": code_of(link)})
            assert (again.status_code, again.json()["code"]) == (403, "no_seat")
            assert again.json()["detail"]["key"] == "http.code_used"
            assert not thief.cookies

    go(ask)


def test_only_seats_whose_cookies_come_along_are_moved() -> None:
    async def ask() -> None:
        async with opened() as (app, _), another(app) as anna, another(app) as boris, another(app) as phone:
            table, others = await seated(anna), await seated(boris)
            link = await linked(anna, noted(table), noted(others))
            await phone.post("/api/seats", json={"code": code_of(link)})
            assert list(phone.cookies) == [f"koloda_{table}"]
            nothing = await anna.post("/api/seats/link", json={"games": []})
            assert (nothing.status_code, nothing.json()["code"]) == (403, "no_seat")

    go(ask)


@pytest.mark.parametrize(
    "wrong",
    [
        noted("../../etc"),
        noted("22222222", names="Anna"),
        noted("22222222", names=["x" * 257]),
        noted("22222222", game="<script>"),
        noted("22222222", place=0),
        noted("22222222", score=2**40),
        noted("22222222", status="won"),
        noted("22222222", more=1),
    ],
)
def test_what_goes_along_is_checked(wrong: dict[str, Any]) -> None:
    async def ask() -> None:
        async with opened() as (app, _), another(app) as anna:
            answer = await anna.post("/api/seats/link", json={"games": [wrong]})
            assert (answer.status_code, answer.json()["code"]) == (400, "bad_message")

    go(ask)


def test_how_much_may_go_along() -> None:
    async def ask() -> None:
        async with opened() as (app, _), another(app) as anna:
            many = [noted("22222222", names=["Ж" * 24] * 4, status="over", place=1, score=1)] * 400
            assert 100_000 < len(json.dumps({"games": many}, ensure_ascii=False).encode()) <= MOST_LUGGAGE
            content = json.dumps({"games": many}, ensure_ascii=False).encode()
            headers = {"content-type": "application/json"}
            assert (await anna.post("/api/seats/link", content=content, headers=headers)).status_code == 200
            too_many = await anna.post("/api/seats/link", json={"games": [noted("22222222")] * 401})
            assert (too_many.status_code, too_many.json()["code"]) == (400, "bad_message")
            large = await anna.post("/api/seats/link", content=b" " * (MOST_LUGGAGE + 1), headers=headers)
            assert (large.status_code, large.json()["code"]) == (413, "too_large")

    go(ask)


def test_links_are_rationed() -> None:
    async def ask() -> None:
        limits = Limits(commands=10_000, requests=10_000, tables=2, sockets=10_000)
        async with opened(Settings(limits=limits)) as (app, _), another(app) as anna:
            answers = [await anna.post("/api/seats/link", json={"games": [noted("22222222")]}) for _ in range(3)]
            assert [answer.status_code for answer in answers] == [200, 200, 429]

    go(ask)


def test_the_rematch_knows_the_cookie_of_the_game_before() -> None:
    async def ask() -> None:
        async with opened() as (app, registry), another(app) as anna, another(app) as stranger:
            table = await seated(anna, start=True)
            token = anna.cookies[f"koloda_{table}"]
            async with registry._reading(table) as history:
                next_table = await registry._open_rematch(history.state, 0)
            back = await anna.post(f"/api/tables/{next_table}/seat", json={"played_at": table})
            assert (back.status_code, token in back.text) == (200, False)
            assert anna.cookies[f"koloda_{next_table}"] == token
            for played_at in (table, "", "none"):
                refused = await stranger.post(f"/api/tables/{next_table}/seat", json={"played_at": played_at})
                assert (refused.status_code, refused.json()["code"]) == (403, "no_seat")

    go(ask)


def test_what_a_device_learns_of_its_tables() -> None:
    async def ask() -> None:
        async with opened() as (app, _), another(app) as anna, another(app) as boris:
            waiting = await seated(anna, players=3, seats=["random"])
            await boris.post(f"/api/tables/{waiting}/sit", json={"name": "Борис", "nonce": NONCE})
            running = await seated(anna, game="no_thanks", players=3, seats=["", "random"])
            await boris.post(f"/api/tables/{running}/sit", json={"name": "Борис", "nonce": NONCE})
            started = {"do": "start", "id": "1", "bot": "random"}
            assert (await anna.post(f"/api/tables/{running}/do", json=started)).json()["failure"] is None
            strangers = await seated(boris)
            asked = ",".join([waiting, running, strangers, "22222222", "nonsense", waiting])
            found = (await anna.get("/api/seats", params={"tables": asked})).json()
            first, second = found["games"]
            assert (first["table"], first["status"], first["names"]) == (waiting, "waiting", ["Anna", "", "Борис"])
            assert (second["table"], second["seat"], second["lowest_wins"]) == (running, 0, True)
            assert found["gone"] == [strangers, "22222222", "nonsense"]
            everything = (await anna.get("/api/seats")).json()
            assert {game["table"] for game in everything["games"]} == {waiting, running}
            news = (await boris.get(f"/api/tables/{running}/news")).json()
            assert not news["table"]["seats"][0]["here"], "whoever looks from the lobby is not at the table"
            assert second["due"] == news["view"]["actors"]
            for person in (anna, boris):
                away = {"do": "hand_over", "id": "2"}
                assert (await person.post(f"/api/tables/{running}/do", json=away)).json()["failure"] is None
            news = {"seq": 0, "table": {"status": ""}}
            while news["table"]["status"] != "over":
                since = {"since": news["seq"], "wait": 20}
                news = (await boris.get(f"/api/tables/{running}/news", params=since)).json()
            (over,) = (await anna.get("/api/seats", params={"tables": running})).json()["games"]
            view = (await anna.get(f"/api/tables/{running}/news")).json()["view"]
            assert (over["place"], over["score"], over["due"]) == (view["places"][0], view["scores"][0], [])

    go(ask)


def test_each_table_that_a_device_asks_about_counts_as_a_request() -> None:
    async def ask() -> None:
        settings = Settings(limits=Limits(commands=10_000, requests=5, tables=600_000, sockets=10_000))
        async with opened(settings) as (app, _), another(app) as anna:
            app.limits.requests = TokenBuckets(5, 20, StandingClock())
            asked = {"tables": ",".join(f"2222222{n}" for n in range(2, 10))}
            answers = [await anna.get("/api/seats", params=asked) for _ in range(3)]
            assert [answer.status_code for answer in answers] == [200, 200, 429]
            app.limits.requests = TokenBuckets(HASTY.requests, HASTY.requests)
            many = {"tables": ",".join(f"222222{n}" for n in range(22, 99))}
            assert len((await anna.get("/api/seats", params=many)).json()["gone"]) == MOST_TABLES

    go(ask)


def test_a_device_forgets_its_seats() -> None:
    """Scripts cannot read the cookies, so the server takes them back."""

    async def ask() -> None:
        async with opened() as (app, _), another(app) as anna:
            first, second = await seated(anna), await seated(anna)
            anna.cookies.set("other", "kept")
            assert (await anna.post("/api/seats/forget", json={"tables": [first]})).status_code == 200
            assert set(anna.cookies) == {f"koloda_{second}", "other"}
            await anna.post("/api/seats/forget", json={})
            assert set(anna.cookies) == {"other"}
            assert (await anna.get(f"/api/tables/{second}/seat")).status_code == 403

    go(ask)


def test_a_code_ends() -> None:
    async def test() -> None:
        time = StepTime()
        codes = SeatCodes(MemoryStore(), of_this_test(), time.now)
        code, late = await codes.issue({"table": "token"}), await codes.issue({"table": "token"})
        assert await codes.redeem(code, "other") is None
        assert await codes.redeem("") is None
        found = await codes.redeem(code, "table")
        assert found is not None
        assert (found.tokens, found.games) == ({"table": "token"}, b"[]")
        assert await codes.redeem(code) is None, "it works once"
        time.set(time.now() + VALID * 1000)
        assert await codes.redeem(late) is None

    asyncio.run(test())
    assert COOKIE_AGE > VALID


def test_codes_do_not_pile_up_and_the_store_cannot_read_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seat_codes, "MOST", 3)

    async def test() -> None:
        store = MemoryStore()
        codes = SeatCodes(store, of_this_test(), StepTime().now)
        first, *_, last = [await codes.issue({"table": f"token {n}"}, b"[1]") for n in range(4)]
        assert await codes.redeem(first) is None
        assert len(store._codes) == 3
        assert not any(secret in repr(store._codes) for secret in (last, "token", "[1]"))
        found = await codes.redeem(last)
        assert found is not None
        assert found.tokens == {"table": "token 3"}

    asyncio.run(test())


def test_another_node_redeems_a_code() -> None:
    async def test() -> None:
        store, time = MemoryStore(shared=True), StepTime()
        code = await SeatCodes(store, of_this_test(), time.now).issue({"table": "token"})
        others = [SeatCodes(store, of_this_test(), time.now) for _ in range(3)]
        found = await asyncio.gather(*(each.redeem(code, "table") for each in others))
        assert sorted(each is None for each in found) == [False, True, True]

    asyncio.run(test())
