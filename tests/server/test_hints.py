"""Hints at a table: only for somebody who plays against bots alone, only on their turn, one at a time."""

import asyncio
from typing import Any

import pytest

from koloda.bots import hint as hints
from koloda.bots.comparer import Comparer
from koloda.bots.engine import Engine
from koloda.bots.hint import HintMove
from koloda.games import GAMES
from koloda.server.messages import HandOver
from koloda.server.metrics import Metrics
from koloda.server.tables.hints import AT_ONCE
from koloda.server.tables.refusals import Refused
from koloda.server.tables.registry import TableRegistry
from koloda.server.web.admission import Admission
from koloda.server.web.rate_limits import LONG_BURST, RateLimits
from koloda.server.web.settings import REQUESTS_PER_DOCUMENT, Limits
from tests.server import registry_harness
from tests.server.in_process_server import StandingClock, another, go, news_on_turn, opened, seated
from tests.server.memory_store import MemoryStore
from tests.server.registry_harness import Person, StepTime, begun, quiet, registry_test


@pytest.fixture(autouse=True)
def compiled() -> None:
    GAMES["no_thanks"].once(Engine).load()
    GAMES["no_thanks"].once(Comparer).load()


async def why_not(person: Person, token: str | None = None) -> str:
    """The text of the refusal."""
    with pytest.raises(Refused) as refusal:
        await person.registry.hint(person.table, token if token is not None else person.token)
    return refusal.value.failure.detail.key.removeprefix("server.")


async def on_turn(registry: TableRegistry, person: Person) -> None:
    while not person.must:
        await quiet(registry)


@registry_test
async def test_the_moves_of_the_offer_are_compared(registry: TableRegistry, time: StepTime, store: MemoryStore) -> None:
    (person,) = await begun(registry)
    await on_turn(registry, person)
    found = await registry.hint(person.table, person.token)
    assert found.offer == person.news["offer"]["number"]
    assert sorted(str(each.move) for each in found.moves) == sorted(person.moves)
    assert (found.moves[0].loss, found.moves[0].equal) == (0, True)
    assert await registry.hint(person.table, person.token) == found, "the same decision, the same hint"


@registry_test
async def test_nobody_else_may_play_there(registry: TableRegistry, time: StepTime, store: MemoryStore) -> None:
    everybody = await begun(registry, people=2)
    for person in everybody:
        assert await why_not(person) == "hint_people"
    await everybody[1].do(HandOver)
    assert await why_not(everybody[0]) == "hint_people", "a bot plays, but the seat is somebody's"


@registry_test
async def test_a_spectator_and_a_bot_get_none(registry: TableRegistry, time: StepTime, store: MemoryStore) -> None:
    (person,) = await begun(registry)
    assert await why_not(person, "") == "no_seat"
    async with registry._reading(person.table) as history:
        tokens = [each.token for each in history.state.seats.by_seat if each.bot]
    assert [await why_not(person, token) for token in tokens] == ["no_seat", "no_seat"]


@registry_test
async def test_only_about_a_decision_that_is_yours(registry: TableRegistry, time: StepTime, store: MemoryStore) -> None:
    (waiting,) = await registry_harness.opened(registry)
    assert await why_not(waiting) == "not_begun"
    (person,) = await begun(registry)
    await on_turn(registry, person)
    await person.do(HandOver)
    assert await why_not(person) == "bot_plays"


def test_a_game_without_a_search_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    @registry_test
    async def ask(registry: TableRegistry, time: StepTime, store: MemoryStore) -> None:
        (person,) = await begun(registry)
        await on_turn(registry, person)
        monkeypatch.setattr(hints, "levels", lambda game: (0,))
        assert await why_not(person) == "hint_no_search"

    ask()


def test_a_search_that_is_not_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    @registry_test
    async def ask(registry: TableRegistry, time: StepTime, store: MemoryStore) -> None:
        (person,) = await begun(registry)
        await on_turn(registry, person)
        monkeypatch.setattr(Engine, "load_aside", lambda engine, tell: None)
        assert await why_not(person) == "hint_soon"
        monkeypatch.setattr(GAMES["no_thanks"].once(Engine), "problem", "no compiler")
        assert await why_not(person) == "hint_failed"

    ask()


@registry_test
async def test_one_at_a_time(registry: TableRegistry, time: StepTime, store: MemoryStore) -> None:
    """Who asks the same again waits for the same answer; too many tables at once have to wait."""
    people = [(await begun(registry))[0] for _ in range(AT_ONCE + 1)]
    for person in people:
        await on_turn(registry, person)
    thinking: asyncio.Future[list[HintMove]] = asyncio.get_running_loop().create_future()
    asked: list[Any] = []

    async def think(knowledge: Any) -> list[HintMove]:
        asked.append(knowledge)
        return await thinking

    registry._bots.hint = think  # type: ignore[method-assign]
    first = [asyncio.create_task(registry.hint(person.table, person.token)) for person in people[:AT_ONCE]]
    again = asyncio.create_task(registry.hint(people[0].table, people[0].token))
    for _ in range(50):
        await asyncio.sleep(0)
    assert len(asked) == AT_ONCE
    assert await why_not(people[-1]) == "hint_soon"
    thinking.set_result([HintMove(action, 0.0, 0.0) for action in asked[0].legal])
    assert await again == await first[0]
    assert len(asked) == AT_ONCE
    await first[1]
    await registry.hint(people[-1].table, people[-1].token)


def test_over_http() -> None:
    """A hint for whoever has the cookie of the seat, unless the server is overloaded."""

    async def ask() -> None:
        async with opened() as (app, _), another(app) as anna, another(app, "192.0.2.8") as stranger:
            table = await seated(anna, start=True)
            path = f"/api/tables/{table}"
            news = await news_on_turn(anna, table)
            answer = await anna.post(f"{path}/hint")
            assert answer.status_code == 200, answer.text
            assert answer.json()["offer"] == news["offer"]["number"]
            assert (await stranger.post(f"{path}/hint")).json()["code"] == "no_seat"
            app.metrics.overload._overloaded = True
            refused = await anna.post(f"{path}/hint")
            assert (refused.status_code, refused.json()["code"]) == (503, "busy")

    go(ask)


def test_an_address_may_not_have_the_bots_think_all_the_time() -> None:
    limits = RateLimits(Limits(requests=REQUESTS_PER_DOCUMENT / LONG_BURST), StandingClock())
    admission = Admission(limits, Metrics())
    admission.hint("192.0.2.7")
    with pytest.raises(Refused) as refusal:
        admission.hint("192.0.2.7")
    assert refusal.value.failure.code == "too_fast"
    admission.hint("192.0.2.8")
