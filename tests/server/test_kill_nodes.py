"""Workers and nodes that are killed again and again lose nothing that was acknowledged, and do nothing twice."""

import asyncio
import os
import random
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest

from koloda.server.storage.postgres import PostgresStore
from koloda.server.storage.sqlite import SqliteStore
from koloda.server.storage.store import Store
from tests.server.postgres import Postgres
from tests.server.processes import Life, Servers
from tests.server.random_clients import Person
from tests.server.stored_commands import check
from tests.server.test_kill import catch_up, sit_down, some_commands
from tests.soak import SEED, TIMES

KILLS = max(2, TIMES // 4)
SOME = 60
"""Commands between two kills."""

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="servers are forked")


class AnyNode(Servers):
    """Where clients go: to any node."""

    def __init__(self, nodes: list[Servers], chance: random.Random) -> None:
        self._nodes = nodes
        self._chance = chance

    @property
    def address(self) -> str:  # type: ignore[override]
        return self._chance.choice(self._nodes).address


async def campaign(nodes: list[Servers], kill: Callable[[], Awaitable[None]]) -> list[Person]:
    """People play while something is killed every now and then. Then they hear everything that they have missed."""
    chance, up = random.Random(SEED), asyncio.Event()
    up.set()
    people = await sit_down(nodes[0].address)
    async with asyncio.TaskGroup() as together:
        playing = [together.create_task(person.play(AnyNode(nodes, chance), up)) for person in people]
        for _ in range(KILLS):
            await some_commands(people, SOME)
            await kill()
        await some_commands(people, SOME)
        for task in playing:
            task.cancel()
    await catch_up(people, nodes[-1].address)
    return people


def pages_in(folder: Path) -> str:
    (folder / "index.html").write_text("<!doctype html><title>Koloda</title>")
    return str(folder)


@asynccontextmanager
async def started(*lives: Life) -> AsyncIterator[list[Servers]]:
    async with AsyncExitStack() as stack:
        nodes = [await stack.enter_async_context(Servers()) for _ in lives]
        for node, life in zip(nodes, lives, strict=True):
            await node.begin(life)
        yield nodes
        for node in nodes:
            await node.stop()


async def checked(store: Store, people: list[Person]) -> None:
    assert await check(store, people) > KILLS
    await store.close()


def test_killed_workers_lose_nothing_and_do_nothing_twice(tmp_path: Path) -> None:
    path, chance = tmp_path / "koloda.db", random.Random(SEED)

    async def test() -> None:
        life = Life(database=str(path), pages=pages_in(tmp_path), seed=str(SEED), workers=2)
        async with started(life) as nodes:

            async def kill() -> None:
                os.kill(chance.choice(nodes[0].workers), signal.SIGKILL)

            people = await campaign(nodes, kill)
        await checked(SqliteStore(path), people)

    asyncio.run(test())


def test_killed_nodes_lose_nothing_and_do_nothing_twice(tmp_path: Path, database_server: Postgres) -> None:
    address = database_server.fresh()
    chance = random.Random(SEED)

    async def test() -> None:
        pages = pages_in(tmp_path)
        lives = [Life(database=address, pages=pages, seed=f"{SEED} {number}") for number in range(2)]
        async with started(*lives) as nodes:

            async def kill() -> None:
                killed = chance.choice(nodes)
                await killed.kill()
                await some_time_later(killed, lives[nodes.index(killed)])

            people = await campaign(nodes, kill)
        await checked(await PostgresStore.open(address), people)

    asyncio.run(test())


async def some_time_later(node: Servers, life: Life) -> None:
    """A node comes back under another port; meanwhile its clients try the others."""
    await node.begin(life)


def test_a_database_that_restarts_loses_nothing(tmp_path: Path, database_server: Postgres) -> None:
    address = database_server.fresh()

    async def test() -> None:
        life = Life(database=address, pages=pages_in(tmp_path), seed=str(SEED), log=str(tmp_path / "log"))
        async with started(life) as nodes:

            async def restart() -> None:
                await asyncio.to_thread(database_server.kill)
                await asyncio.to_thread(database_server.start)

            people = await campaign(nodes, restart)
        await checked(await PostgresStore.open(address), people)

    asyncio.run(test())
