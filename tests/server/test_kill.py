"""A server that is killed again and again loses nothing that it has acknowledged, and does nothing twice."""

import asyncio
import os
import random
from collections.abc import Sequence
from itertools import count, cycle
from pathlib import Path

import pytest

from koloda.games import GAMES
from koloda.server.storage.sqlite import SqliteStore
from koloda.table.record import read, verify
from tests.server.in_process_server import client_of
from tests.server.processes import Life, Servers
from tests.server.random_clients import Caller, Listener, Person, Story
from tests.server.stored_commands import check
from tests.soak import SEED, TIMES
from tests.timeouts import HANG

KILLS = max(50, 10 * TIMES)

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="servers are forked")

TABLES = dict(zip(GAMES, cycle([(3, [""], "random"), (3, ["", ""], ""), (4, ["", ""], "random")]), strict=False))
"""How many sit there, the seats that are open, and who sits in the last."""


async def sit_down(address: str) -> list[Person]:
    """People at a table of every game; half of them use WebSockets, half plain HTTP."""
    everybody: list[Person] = []
    for game, (players, open_seats, bot) in TABLES.items():
        kinds = [Caller, Listener, Caller, Listener] if len(everybody) % 2 else [Listener, Caller, Listener, Caller]
        names = [f"{game} {seat}" for seat in range(1 + len(open_seats))]
        host, *guests = (kind(name, random.Random(f"{SEED} {name}")) for name, kind in zip(names, kinds, strict=False))
        seats = [*open_seats, *([bot] if bot else [])]
        wanted = {"game": game, "players": players, "seats": seats, "patience": None, "public": True}
        await host.open(address, wanted)
        for guest in guests:
            await guest.sit(address, host.table)
        host.pending = {"do": "start", "bot": "random", "id": f"{game} begins"}
        everybody += [host, *guests]
    return everybody


async def campaign(path: Path, pages: Path, kills: int) -> list[Person]:
    """Play through this many kills, then undisturbed until every command is answered and everybody is up to date."""
    chance = random.Random(SEED)
    lives = (Life(database=str(path), pages=str(pages), seed=f"{SEED} {number}") for number in count())
    async with Servers() as servers:
        up = asyncio.Event()
        await servers.begin(next(lives))
        people = await sit_down(servers.address)
        async with asyncio.TaskGroup() as together:
            playing = [together.create_task(person.play(servers, up)) for person in people]
            for _ in range(kills):
                up.set()
                await some_commands(people, chance.randrange(12))
                await asyncio.sleep(chance.random() * 0.01)
                up.clear()
                await servers.kill()
                await servers.begin(next(lives))
            up.set()
            await some_commands(people, 40)
            for task in playing:
                task.cancel()
        await catch_up(people, servers.address)
        await servers.kill()
    return people


async def some_commands(people: Sequence[Person], number: int) -> None:
    """Wait until this many more commands are accepted."""
    wanted = sum(len(person.done) for person in people) + number
    async with asyncio.timeout(HANG):
        while sum(len(person.done) for person in people) < wanted:
            await asyncio.sleep(0.001)


async def catch_up(people: Sequence[Person], address: str) -> None:
    async with client_of(address) as client:

        async def finish(person: Person) -> None:
            if person.pending is not None:
                url = f"/api/tables/{person.table}/do"
                answer = await client.post(url, headers=person.cookie(person.table), json=person.pending)
                person.accept(answer.json())

        async def listen(person: Person) -> None:
            for table, story in person.stories.items():
                url, headers = f"/api/tables/{table}/news", person.cookie(table)
                whole = Story()
                whole.hear((await client.get(url, headers=headers)).json())
                while story.seq < whole.seq:
                    story.hear((await client.get(url, headers=headers, params={"since": story.seq})).json())
                told = story.facts[: len(whole.facts)]  # bots may have gone on meanwhile
                assert told == whole.facts, "told piece by piece it is another story"
                if whole.news is not None and whole.news["table"]["status"] == "over":
                    record = read((await client.get(f"/api/tables/{table}/record")).text)
                    verify(record)

        for person in people:
            await finish(person)
        for person in people:
            await listen(person)


async def check_file(path: Path, people: Sequence[Person]) -> int:
    store = SqliteStore(path)
    moves = await check(store, people)
    await store.close()
    return moves


def test_kill_after_kill_nothing_is_lost_and_nothing_done_twice(tmp_path: Path) -> None:
    pages = tmp_path / "pages"
    pages.mkdir()
    (pages / "index.html").write_text("<!doctype html><title>Koloda</title>")
    path = tmp_path / "koloda.db"
    people = asyncio.run(campaign(path, pages, KILLS))
    moves = asyncio.run(check_file(path, people))
    assert moves > 2 * KILLS
