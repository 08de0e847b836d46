"""The restore drill of docs/operations.md: back up during play, restore elsewhere, play on to the end."""

import asyncio
import json
import os
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from koloda.cli.main import main
from koloda.server.messages import NewTable
from koloda.table.record import read, verify
from tests.server.in_process_server import NONCE, client_of, go
from tests.server.processes import Life, Servers

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="servers are forked")

GAMES = ("no_thanks", "dobro")


class Pace:
    """Lets people make some moves, and then wait for more: no game may be over before the copy is made."""

    def __init__(self) -> None:
        self.made = 0
        self._most = 0
        self._changed = asyncio.Condition()

    async def until(self, moves: int, then: int) -> None:
        """Wait until this many moves were made by all people together; afterwards they may go on up to `then`."""
        await self._allow(max(self._most, moves))
        async with self._changed:
            await self._changed.wait_for(lambda: self.made >= moves)
        await self._allow(then)

    async def _allow(self, most: int) -> None:
        async with self._changed:
            self._most = most
            self._changed.notify_all()

    async def may_move(self) -> None:
        async with self._changed:
            await self._changed.wait_for(lambda: self.made < self._most)

    async def moved(self) -> None:
        async with self._changed:
            self.made += 1
            self._changed.notify_all()


class Seat:
    """A person at a table, who plays by plain HTTP."""

    def __init__(self, table: str, token: str, chance: Random) -> None:
        self.address = f"/api/tables/{table}"
        self.headers = {"cookie": f"koloda_{table}={token}"}
        self.chance = chance

    async def news(self, client: httpx.AsyncClient, since: int = 0) -> dict[str, Any]:
        """What happened since an event, as soon as there is something."""
        asked = {"since": since, "wait": 20 if since else 0}
        answer = await client.get(f"{self.address}/news", headers=self.headers, params=asked)
        assert answer.status_code == 200, answer.text
        news: dict[str, Any] = answer.json()
        assert news["seat"] is not None, "the token is valid"
        return news

    async def play(self, client: httpx.AsyncClient, pace: Pace) -> None:
        """Play random moves until the game is over."""
        news = await self.news(client)
        while news["table"]["status"] != "over":
            await self.move(client, news, pace)
            news = await self.news(client, news["seq"])

    async def move(self, client: httpx.AsyncClient, news: dict[str, Any], pace: Pace) -> None:
        """Play if it is this seat's turn."""
        offer = news["offer"]
        if offer is not None and offer["must"]:
            await pace.may_move()
            move = self.chance.choice(offer["moves"])["move"]
            command = {
                "do": "act",
                "id": f"{news['seq']} {self.chance.random()}",
                "offer": offer["number"],
                "move": move,
            }
            answer = await client.post(f"{self.address}/do", headers=self.headers, json=command)
            if answer.json()["failure"] is None:
                await pace.moved()


async def sit_down(client: httpx.AsyncClient, game: str) -> list[Seat]:
    """Two people and a bot."""
    wanted = NewTable(game=game, players=3, name="Anna", nonce=NONCE, seats=["", "random"], patience=None)
    fields = {name: getattr(wanted, name) for name in ("game", "players", "name", "nonce", "seats", "patience")}
    host = (await client.post("/api/tables", json=fields)).json()
    client.cookies.clear()  # or else the guest would be the host
    guest = (await client.post(f"/api/tables/{host['table']}/sit", json={"name": "Boris", "nonce": NONCE})).json()
    seats = [Seat(host["table"], each["token"], Random(f"{game} {each['seat']}")) for each in (host, guest)]
    begin = {"do": "start", "id": "begin", "bot": "random"}
    answer = await client.post(f"{seats[0].address}/do", headers=seats[0].headers, json=begin)
    assert answer.json()["failure"] is None
    return seats


def test_back_up_during_play_restore_elsewhere_and_play_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pages, database, elsewhere = tmp_path / "pages", tmp_path / "tables.db", tmp_path / "other" / "tables.db"
    pages.mkdir()
    (pages / "index.html").write_text("<!doctype html><title>Koloda</title>")
    copy = tmp_path / "copy.db"

    async def admin(*words: str) -> None:
        assert await asyncio.to_thread(main, ["admin", *words, "--lang", "en"]) == 0

    async def drill() -> None:
        async with Servers() as servers:
            await servers.begin(Life(database=str(database), pages=str(pages), seed="drill"))
            async with client_of(servers.address) as client:
                seats = [seat for game in GAMES for seat in await sit_down(client, game)]
                client.cookies.clear()
                pace = Pace()
                async with asyncio.TaskGroup() as together:
                    playing = [together.create_task(seat.play(client, pace)) for seat in seats]
                    await pace.until(6, then=12)
                    await admin("backup", str(copy), "--database", str(database))
                    await pace.until(18, then=18)
                    for task in playing:
                        task.cancel()
            await servers.kill()

            await admin("restore", str(copy), "--database", str(elsewhere), "--yes")
            await servers.begin(Life(database=str(elsewhere), pages=str(pages), seed="elsewhere"))
            async with client_of(servers.address) as client:
                statuses = [(await seat.news(client))["table"]["status"] for seat in seats]
                assert statuses == ["playing"] * len(seats), "the copy was made during play"
                await asyncio.gather(pace.until(1, then=1 << 20), *(seat.play(client, pace) for seat in seats))
                for seat in seats:
                    verify(read((await client.get(f"{seat.address}/record")).text))
            capsys.readouterr()
            await admin("list", "--json", "--database", str(elsewhere))
            listed = json.loads(capsys.readouterr().out)
            assert [table["status"] for table in listed] == ["over"] * len(GAMES)
            await admin("check", "--database", str(elsewhere))
            await servers.stop()
        await admin("check", "--database", str(elsewhere))

    go(drill)
