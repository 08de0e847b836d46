"""Reviews of finished games: off the event loop, one after another, once for everybody."""

import asyncio
import json
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

import pytest

from koloda.server.compose import make_registry
from koloda.server.metrics import Metrics
from koloda.server.tables import reviews
from koloda.server.tables.background import Stopped, new_progress, note_progress, one_process, one_thread
from koloda.server.tables.refusals import Refused
from koloda.server.tables.registry import TableRegistry
from koloda.server.tables.replay import Document, FinishedGame, packed
from koloda.server.web.admission import Admission
from koloda.server.web.app import make_app
from koloda.server.web.rate_limits import REVIEW_BURST, RateLimits
from koloda.server.web.settings import REQUESTS_PER_REVIEW, Limits, Settings
from tests.server.entropy import of_this_test
from tests.server.in_process_server import StandingClock, another, go
from tests.server.memory_store import MemoryStore
from tests.server.nodes import Nodes, nodes_test
from tests.server.registry_harness import begun
from tests.server.test_documents import ByHand, finished_game, started

DOCUMENT = Document(b"{}", b"gzipped")


async def reviewed(registry: TableRegistry, table: str) -> dict[str, Any]:
    """Wait for a review."""
    progress = await registry.begin_review(table)
    while not progress.ready:
        await asyncio.gather(*registry._reviews._asked.values())
        progress = await registry.begin_review(table)
    return dict(json.loads((await registry.review(table)).plain))


def test_what_a_review_tells(monkeypatch: pytest.MonkeyPatch) -> None:
    """It fits the replay, adds up, and lets mistakes be tried again."""
    where: list[int] = []
    monkeypatch.setattr(reviews, "ACCURACY", 0.1)
    real = reviews.reviewed

    def noted(game: FinishedGame) -> Document:
        where.append(threading.get_ident())
        return real(game)

    monkeypatch.setattr(reviews, "reviewed", noted)

    async def ask() -> None:
        async with started(one_thread) as registry:
            table = await finished_game(registry)
            found = await reviewed(registry, table)
            assert where != []
            assert threading.get_ident() not in where, "not in the event loop"
            assert await reviewed(registry, table) == found
            assert len(where) == 1, "computed once"
            replay = json.loads((await registry.replay(table, 0)).plain)
            steps = replay["steps"]
            assert len(found["chances"]) == len(steps)
            assert all(sum(chances) == pytest.approx(1, abs=0.001) for chances in found["chances"])
            winners = steps[-1]["view"]["winners"]
            assert found["chances"][-1] == [round((seat in winners) / len(winners), 4) for seat in range(3)]
            for seat, told in enumerate(found["seats"]):
                parts = [told[part] for part in ("even_share", "cards", "own", "others")]
                for measure in ("wins", "points"):
                    assert sum(part[measure] for part in parts) == pytest.approx(told["result"][measure])
                assert told["result"]["points"] == -steps[-1]["view"]["scores"][seat], "the lowest score wins"
                own = [each for each in found["decisions"] if each["seat"] == seat]
                assert told["judged"] == len(own)
                assert told["mistakes"] == sum(each["verdict"] == "mistake" for each in own)
                assert told["lost"] == pytest.approx(sum(each["loss"] for each in own), abs=0.001)
            mistakes = [each for each in found["decisions"] if each["verdict"] == "mistake"]
            assert mistakes
            for each in found["decisions"]:
                assert steps[each["step"]]["seat"] == each["seat"]
                assert each["moves"][0]["move"] == each["best"]["move"]
                assert (each["offer"] is not None) == (each["verdict"] == "mistake")
                assert each["verdict"] != "fine" or each["reason"] == []
            assert any(each["reason"] for each in mistakes)
            for each in mistakes:
                offered = [move["move"] for move in each["offer"]["moves"]]
                assert sorted(offered) == sorted(move["move"] for move in each["moves"])
                assert each["difference"] - 3 * each["error"] >= found["worth"] - 0.001
                assert not each["equal"]

    go(ask)


def test_a_game_that_is_not_over_or_has_no_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask() -> None:
        async with started(one_thread) as registry, another(make_app(registry, Settings())) as client:
            (person,) = await begun(registry)
            for method in ("GET", "POST"):
                refused = await client.request(method, f"/api/tables/{person.table}/review")
                assert (refused.status_code, refused.json()["code"]) == (409, "not_over")
            table = await finished_game(registry)
            early = await client.get(f"/api/tables/{table}/review")
            assert (early.status_code, early.json()["code"]) == (409, "not_ready")
            monkeypatch.setattr(reviews, "levels", lambda game: (0,))
            refused = await client.post(f"/api/tables/{table}/review")
            assert (refused.status_code, refused.json()["code"]) == (409, "no_review")
            assert refused.json()["detail"]["key"] == "server.no_review"

    go(ask)


def test_one_after_another_and_not_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who asks again learns how far it is; the next one is told how many come first; too many have to wait."""
    executor = ByHand()
    monkeypatch.setattr(reviews, "reviewed", lambda game: DOCUMENT)
    monkeypatch.setattr(reviews, "MOST", 2)

    async def ask() -> None:
        registry = make_registry(MemoryStore(), pace=0, entropy=of_this_test(), executor=lambda progress=None: executor)
        await registry.start()
        one, two, three = [await finished_game(registry) for _ in range(3)]
        first, second = await registry.begin_review(one), await registry.begin_review(two)
        assert (first.ready, first.of, first.ahead, second.ready, second.ahead) == (False, 0, 0, False, 1)
        with pytest.raises(Refused) as refusal:
            await registry.begin_review(three)
        assert (refusal.value.failure.code, refusal.value.failure.retry_after) == ("busy", 2 * reviews.EACH)
        registry._reviews._progress[0], registry._reviews._progress[1] = 3, 10
        again = await registry.begin_review(one)
        assert (again.done, again.of) == (3, 10)
        assert (await registry.begin_review(two)).done == 0, "its turn has not come"
        for _ in range(50):
            await asyncio.sleep(0)
        assert len(executor.asked) == 2
        waiting = list(registry._reviews._asked.values())
        executor.finish()
        await asyncio.gather(*waiting)
        assert (await registry.begin_review(one)).ready
        assert await registry.review(two) == DOCUMENT
        assert not (await registry.begin_review(three)).ready, "now there is room"
        await registry.close()

    go(ask)


def test_a_review_that_fails_is_not_tried_for_ever(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(game: FinishedGame) -> Document:
        raise ZeroDivisionError

    monkeypatch.setattr(reviews, "reviewed", fail)

    async def ask() -> None:
        async with started(one_thread) as registry:
            table = await finished_game(registry)
            await registry.begin_review(table)
            await asyncio.gather(*registry._reviews._asked.values())
            with pytest.raises(Refused) as refusal:
                await registry.begin_review(table)
            assert refusal.value.failure.detail.key == "server.review_failed"

    go(ask)
    assert "a game could not be reviewed" in caplog.text


def test_a_review_outlives_the_server(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    """It is computed once, unless it could not be stored or another version has made it."""
    store, made = MemoryStore(), [0]

    def review(game: FinishedGame) -> Document:
        made[0] += 1
        return packed(b'{"number":%d}' % made[0])

    monkeypatch.setattr(reviews, "reviewed", review)

    async def a_life(table: str | None, number: int, broken: bool = False) -> str:
        registry = make_registry(store, pace=0, entropy=of_this_test(), executor=one_thread)
        await registry.start()
        store.broken = broken
        table = table or await finished_game(registry)
        assert await reviewed(registry, table) == {"number": number}
        store.broken = False
        await registry.close()
        return table

    async def lives() -> None:
        table = await a_life(None, 1)
        await a_life(table, 1)
        monkeypatch.setattr(reviews, "__version__", "another")
        await a_life(table, 2, broken=True)
        assert "a review could not be stored" in caplog.text
        await a_life(table, 3)
        await a_life(table, 3)

    go(lives)


def unasked() -> None:
    raise AssertionError("it costs nothing to ask how far a review is")


def test_a_review_is_computed_by_one_node_and_read_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "reviewed", lambda game: packed(b'{"number":1}'))

    async def test(nodes: Nodes) -> None:
        one, two = nodes.all
        here, there = [Computing(registry, monkeypatch) for registry in nodes.all]
        table = await finished_game(one)
        first = await one.begin_review(table)
        await asyncio.sleep(0.1)
        assert await two.begin_review(table, unasked) == first
        one._reviews._progress[0], one._reviews._progress[1] = 3, 10
        await asyncio.sleep(reviews.TOLD)
        second = await two.begin_review(table, unasked)
        assert (second.ready, second.done, second.of) == (False, 3, 10)
        here.finish.set()
        await asyncio.sleep(0.1)
        assert (await two.begin_review(table, unasked)).ready
        assert (await two.review(table)).plain == b'{"number":1}'
        assert (here.asked, there.asked) == (1, 0)

    nodes_test(test)


def test_another_node_reviews_a_game_if_the_first_one_dies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "reviewed", lambda game: packed(b'{"number":1}'))

    async def test(nodes: Nodes) -> None:
        one, two = nodes.all
        _, there = [Computing(registry, monkeypatch) for registry in nodes.all]
        table = await finished_game(one)
        await one.begin_review(table)
        await asyncio.sleep(3 * reviews.BELIEVED)
        assert not (await two.begin_review(table, unasked)).ready, "it is told again and again"
        await nodes.kill(one)
        one._reviews.close()
        await asyncio.sleep(reviews.BELIEVED)
        await two.begin_review(table)
        await asyncio.sleep(0.1)
        there.finish.set()
        await asyncio.sleep(0.1)
        assert (await two.begin_review(table)).ready

    nodes_test(test)


class Computing:
    """Makes the reviews of a node when the test says so."""

    def __init__(self, registry: TableRegistry, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked = 0
        self.finish = asyncio.Event()
        monkeypatch.setattr(registry._reviews._documents, "_run", self._run)

    async def _run(self, compute: Callable[..., Document], *args: Any) -> Document:
        self.asked += 1
        await self.finish.wait()
        return compute(*args)


@pytest.mark.parametrize("kind", [one_thread, one_process])
def test_progress_reaches_the_event_loop(kind: Callable[..., Executor]) -> None:
    progress = new_progress()
    executor = kind(progress)
    work: Future[None] = executor.submit(note_progress, 3, 10)
    work.result()
    assert list(progress) == [3, 10, 0]
    note_progress(1, 1)
    assert list(progress) == [3, 10, 0], "only from there"
    progress[2] = 1
    with pytest.raises(Stopped):
        executor.submit(note_progress, 4, 10).result()
    executor.shutdown()


def test_an_address_may_not_have_everything_reviewed() -> None:
    limits = RateLimits(Limits(requests=REQUESTS_PER_REVIEW / REVIEW_BURST), StandingClock())
    metrics = Metrics()
    admission = Admission(limits, metrics)
    admission.review("192.0.2.7")
    with pytest.raises(Refused) as refusal:
        admission.review("192.0.2.7")
    assert refusal.value.failure.code == "too_fast"
    admission.review("192.0.2.8")
    metrics.overload._overloaded = True
    with pytest.raises(Refused) as refusal:
        admission.review("192.0.2.9")
    assert refusal.value.failure.code == "busy"
