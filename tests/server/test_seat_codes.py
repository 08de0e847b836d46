"""The token of a seat stays in its cookie; codes bring the seat to another device."""

from koloda.server.web.seat_codes import MOST, VALID, SeatCodes
from tests.server.entropy import of_this_test
from tests.server.in_process_server import NONCE, StandingClock, another, go, opened, seated


def test_no_answer_tells_the_token_of_a_seat_that_is_taken() -> None:
    async def ask() -> None:
        async with opened() as (app, _), another(app) as anna, another(app) as phone:
            table = await seated(anna)
            token = anna.cookies[f"koloda_{table}"]
            path = f"/api/tables/{table}"
            link = await anna.post(f"{path}/link")
            answers = [
                await anna.get(f"{path}/seat"),
                await anna.post(f"{path}/sit", json={"name": "Anna", "nonce": NONCE}),
                await anna.post(f"{path}/seat", json={"code": token}),
                link,
                await anna.get(f"{path}/qr.svg?own=1"),
                await phone.post(f"{path}/seat", json={"code": link.json()["link"].partition("#")[2]}),
            ]
            assert [answer.status_code for answer in answers] == [200] * len(answers)
            assert not any(token in answer.text for answer in answers)
            assert phone.cookies[f"koloda_{table}"] == token
            assert (await phone.get(f"{path}/news")).json()["seat"] == 0

    go(ask)


def test_a_link_needs_a_seat() -> None:
    async def ask() -> None:
        async with opened() as (app, _), another(app) as anna, another(app) as stranger:
            table = await seated(anna)
            refused = await stranger.post(f"/api/tables/{table}/link")
            assert (refused.status_code, refused.json()["code"]) == (403, "no_seat")
            code = (await anna.post(f"/api/tables/{table}/link")).json()["link"].partition("#")[2]
            other = await seated(anna)
            wrong_table = await stranger.post(f"/api/tables/{other}/seat", json={"code": code})
            assert (wrong_table.status_code, wrong_table.json()["code"]) == (403, "no_seat")

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


def test_a_code_ends() -> None:
    clock = StandingClock()
    codes = SeatCodes(of_this_test(), clock)
    code = codes.issue("table", "token")
    assert codes.token("table", code) == codes.token("table", code) == "token"
    assert codes.token("other", code) is None
    assert codes.token("table", "") is None
    clock.now += VALID
    assert codes.token("table", code) is None


def test_codes_do_not_pile_up() -> None:
    codes = SeatCodes(of_this_test(), StandingClock())
    first, *_, last = [codes.issue("table", str(n)) for n in range(MOST + 1)]
    assert codes.token("table", first) is None
    assert codes.token("table", last) == str(MOST)
    assert len(codes._issued) <= MOST
