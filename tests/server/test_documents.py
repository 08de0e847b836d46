"""Replays, records and proofs are computed off the event loop, once, and kept."""

import asyncio
import contextlib
import json
import pickle
import threading
from collections.abc import AsyncIterator, Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from functools import partial
from random import Random
from typing import Any
from unittest.mock import Mock

import pytest

from koloda.games import GAMES
from koloda.server.compose import make_registry
from koloda.server.tables import background, replay
from koloda.server.tables.background import Documents, one_process, one_thread
from koloda.server.tables.refusals import Refused, admitted, refused
from koloda.server.tables.registry import TableRegistry
from koloda.server.tables.replay import Document, FinishedGame
from koloda.server.web import app as server_app
from koloda.server.web.app import make_app
from koloda.server.web.rate_limits import LONG_BURST, RateLimits
from koloda.server.web.settings import Limits, Settings
from koloda.table.record import Record
from tests.server.entropy import of_this_test
from tests.server.in_process_server import StandingClock, another, go
from tests.server.memory_store import MemoryStore
from tests.server.registry_harness import begun, play_on

DOCUMENT = Document(b"plain", b"gzipped")


class ByHand(Executor):
    """Does nothing until the test says so."""

    def __init__(self) -> None:
        self.asked: list[tuple[Future[Any], Callable[[], Any]]] = []

    def submit(self, work: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.asked.append((future, partial(work, *args, **kwargs)))
        return future

    def finish(self) -> None:
        for future, work in self.asked:
            future.set_result(work())


async def finished_game(registry: TableRegistry, game: str = "no_thanks") -> str:
    people = await begun(registry, game, people=1)
    await play_on(registry, people, Random(1))
    return people[0].table


@contextlib.asynccontextmanager
async def started(executor: Callable[[], Executor]) -> AsyncIterator[TableRegistry]:
    registry = make_registry(MemoryStore(), pace=0, entropy=of_this_test(), executor=executor)
    await registry.start()
    try:
        yield registry
    finally:
        await registry.close()


def test_the_event_loop_computes_no_replay(monkeypatch: pytest.MonkeyPatch) -> None:
    where: list[int] = []
    real = replay.full_record

    def noted(game: FinishedGame) -> Record:
        where.append(threading.get_ident())
        return real(game)

    monkeypatch.setattr(replay, "full_record", noted)

    async def ask() -> None:
        async with started(one_thread) as registry:
            table = await finished_game(registry)
            await registry.replay(table, None)
            await registry.record(table)
            await registry.deal(table)
            course = json.loads((await registry.course(table)).plain)
            assert len(where) == 4
            assert threading.get_ident() not in where
            assert course["points"][0]["at"] == 0
            assert {len(point["scores"]) for point in course["points"]} == {3}

    go(ask)


def test_those_who_ask_for_the_same_share_the_work() -> None:
    async def ask() -> None:
        executor = ByHand()
        documents = Documents(lambda: executor)
        computed: list[str] = []

        def compute(what: str) -> Document:
            computed.append(what)
            return DOCUMENT

        first = [asyncio.create_task(documents.get("a", admitted, compute, "a")) for _ in range(5)]
        other = asyncio.create_task(documents.get("b", admitted, compute, "b"))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        first[0].cancel()
        await asyncio.sleep(0)
        executor.finish()
        assert await asyncio.gather(*first[1:], other) == [DOCUMENT] * 5
        assert computed == ["a", "b"], "and whoever goes away does not take it from the others"
        assert await documents.get("a", never, compute, "a") == DOCUMENT, "what is known costs nothing"

    go(ask)


def never() -> None:
    raise refused("too_fast", "stale")


def test_what_is_refused_is_not_computed() -> None:
    async def ask() -> None:
        executor = ByHand()
        with pytest.raises(Refused):
            await Documents(lambda: executor).get("a", never, lambda: DOCUMENT)
        assert not executor.asked

    go(ask)


def test_documents_are_kept_within_a_bound() -> None:
    async def ask() -> None:
        documents = Documents(one_thread, kept=2 * DOCUMENT.size)
        computed: list[str] = []

        def compute(key: str) -> Document:
            computed.append(key)
            return DOCUMENT

        for key in ("a", "b", "a", "c", "a", "b"):
            await documents.get(key, admitted, compute, key)
        assert computed == ["a", "b", "c", "b"], "the one that was used least recently goes"
        documents.close()

    go(ask)


def test_a_process_that_was_killed_is_replaced() -> None:
    class Broken(ByHand):
        def submit(self, work: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            raise BrokenExecutor

    async def ask() -> None:
        executors = iter((Broken(), one_thread()))
        documents = Documents(lambda: next(executors))
        assert await documents.get("a", admitted, lambda: DOCUMENT) == DOCUMENT
        documents.close()

    go(ask)


@pytest.mark.parametrize("game", GAMES)
def test_a_finished_game_can_be_sent_to_another_process(game: str) -> None:
    """tests/server/test_plugin.py has a server with the process itself."""
    sent: list[Document] = []

    class Elsewhere(ByHand):
        def submit(self, work: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            done: Future[Any] = Future()
            there, given = pickle.loads(pickle.dumps((work, args)))
            sent.append(pickle.loads(pickle.dumps(there(*given))))
            done.set_result(work(*args))
            return done

    async def ask() -> None:
        async with started(Elsewhere) as registry:
            table = await finished_game(registry, game)
            found = [await registry.record(table), await registry.deal(table), await registry.replay(table, 0)]
            assert found == sent

    go(ask)


def test_the_process_is_not_started_before_it_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    pool = Mock()
    monkeypatch.setattr(background, "ProcessPoolExecutor", pool)

    async def ask() -> None:
        async with started(one_process) as registry:
            table = await finished_game(registry)
            assert not pool.called
            pool.side_effect = ZeroDivisionError
            with pytest.raises(ZeroDivisionError):
                await registry.record(table)

    go(ask)


def test_an_address_has_so_many_documents_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_app, "RateLimits", partial(RateLimits, now=StandingClock()))

    async def ask() -> None:
        async with started(one_thread) as registry:
            app = make_app(registry, Settings(limits=Limits(requests=25 * 2 / LONG_BURST)))
            table = await finished_game(registry)
            async with another(app, "192.0.2.7") as one, another(app, "192.0.2.8") as other:
                paths = [f"/api/tables/{table}/{what}" for what in ("record", "deal", "replay", "record")]
                assert [(await one.get(path)).status_code for path in paths] == [200, 200, 429, 200]
                assert (await other.get(paths[2])).status_code == 200, "others still can"
                assert (await one.get(paths[2])).status_code == 200, "and what is known is for everybody"

    go(ask)


def test_documents_are_compressed_for_those_who_want_it() -> None:
    async def ask() -> None:
        async with started(one_thread) as registry, another(make_app(registry, Settings())) as client:
            path = f"/api/tables/{await finished_game(registry)}/replay"
            plain = await client.get(path, headers={"accept-encoding": "identity"})
            packed = await client.get(path, headers={"accept-encoding": "gzip"})
            assert ("content-encoding" in plain.headers, packed.headers["content-encoding"]) == (False, "gzip")
            assert plain.json() == packed.json()
            assert int(packed.headers["content-length"]) < len(plain.content) / 2
            assert plain.headers["vary"] == packed.headers["vary"] == "accept-encoding"

    go(ask)
