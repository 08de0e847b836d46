"""Bots at a table: paced for people, harmless when they fail, ignored when the table has changed."""

import json
from collections.abc import Callable, Coroutine
from pathlib import Path
from random import Random
from typing import Any

import pytest

from koloda.bots.levels import LEVELS, levels
from koloda.games import GAMES
from koloda.server.compose import make_registry
from koloda.server.messages import HandOver, Start, UndoMove
from koloda.server.tables.registry import TableRegistry
from tests.server.entropy import of_this_test
from tests.server.memory_store import MemoryStore
from tests.server.registry_harness import Person, StepTime, begun, opened, over, play_on, quiet
from tests.server.simulation import simulate

CLASSES = Path(__file__).parents[1] / "bots" / "bot_classes.py"
PACE = 900

Test = Callable[[TableRegistry, StepTime], Coroutine[Any, Any, None]]


def in_registry(pace: int = 0, bots: dict[str, str] | None = None) -> Callable[[Test], Callable[[], None]]:
    def decorate(test: Test) -> Callable[[], None]:
        async def inside() -> None:
            time = StepTime()
            registry = make_registry(MemoryStore(), pace=pace, time=time, bots=bots, entropy=Random(1).randbytes)
            try:
                await test(registry, time)
            finally:
                await registry.close()

        return lambda: simulate(inside())

    return decorate


async def until_they_must(registry: TableRegistry, time: StepTime, person: Person) -> None:
    while not person.must:
        await time.step(registry, PACE)
        await quiet(registry)


@in_registry(PACE)
async def test_bots_let_people_look(registry: TableRegistry, time: StepTime) -> None:
    (person,) = await begun(registry, players=3)
    await until_they_must(registry, time, person)
    await person.act("pass")
    for _ in range(2):
        await quiet(registry)
        seq = person.news["seq"]
        await time.step(registry, PACE - 1)
        assert person.news["seq"] == seq
        await time.step(registry, 1)
        await quiet(registry)
        assert person.news["seq"] == seq + 1
        if person.must:
            return


@in_registry(PACE)
async def test_a_choice_that_was_overtaken_is_thrown_away(registry: TableRegistry, time: StepTime) -> None:
    (person,) = await begun(registry, players=3)
    await until_they_must(registry, time, person)
    while "pass" not in person.moves:
        await person.act("take")
        await until_they_must(registry, time, person)
    await person.act("pass")
    await time.step(registry, PACE // 2)
    assert (await person.do(UndoMove)).failure is None
    seq = person.news["seq"]
    await time.step(registry, 10 * PACE)
    assert person.news["seq"] == seq
    assert person.must


@in_registry(PACE)
async def test_where_all_choose_at_once_bots_do_not_wait(registry: TableRegistry, time: StepTime) -> None:
    (person,) = await begun(registry, "mind_up", players=4)
    assert person.must
    assert len(person.news["view"]["chosen"]) == 3


@in_registry(PACE)
async def test_whoever_could_call_gets_a_chance(registry: TableRegistry, time: StepTime) -> None:
    """TG-27: bots wait longer while a person may step in."""
    (person,) = await begun(registry, "tugriki", players=3, options={"attention": "on"}, bot="random")
    chance = Random(5)
    for _ in range(3000):
        if person.moves and not person.must:
            break
        if person.must:
            await person.act(chance.choice(person.moves))
            await quiet(registry)
        else:
            await time.step(registry, PACE)
            await quiet(registry)
    assert person.moves == ["call"]
    seq = person.news["seq"]
    await time.step(registry, 2 * PACE)
    assert person.news["seq"] == seq
    assert (await person.act("call")).failure is None
    assert person.keys[-1] == "tugriki.called"


@in_registry(PACE)
async def test_bots_alone_need_no_pauses(registry: TableRegistry, time: StepTime) -> None:
    (person,) = await begun(registry, players=3)
    await person.do(HandOver)
    person.leave()
    await time.step(registry, PACE)
    await quiet(registry)
    await person.join()
    assert over(person)


@pytest.mark.parametrize("bot", ["Crashing", "Odd", "Last", "Nobody", "Leaving"])
@pytest.mark.parametrize("game", ["no_thanks", "mind_up"])
def test_whatever_a_bot_does_the_game_goes_on(bot: str, game: str, caplog: pytest.LogCaptureFixture) -> None:
    """Whoever runs the server finds in the log why a bot failed, with its last lines; players do not see it."""

    @in_registry(bots={"guest": f"{CLASSES}:{bot}"})
    async def play(registry: TableRegistry, time: StepTime) -> None:
        (person,) = await begun(registry, game, players=3, bot="guest")
        await play_on(registry, [person], Random(4))
        assert [seat["bot"] for seat in person.news["table"]["seats"]] == ["", "guest", "guest"]
        assert "no way out" not in json.dumps(person.news)

    play()
    logged = [(entry.getMessage(), entry.__dict__["more"]) for entry in caplog.records]
    if bot == "Last":
        assert logged == []
    elif bot == "Nobody":
        assert [event for event, _ in logged] == ["bot guest cannot play"] * 2
        assert "has no class Nobody" in logged[0][1]["reason"]
    else:
        assert {event for event, _ in logged} == {"bot guest failed"}
    if bot == "Crashing":
        assert logged[0][1]["code"] == "crashed"
        assert logged[0][1]["last_lines"][-1] == "ZeroDivisionError: no way out"


def test_a_bot_that_the_server_no_longer_offers(caplog: pytest.LogCaptureFixture) -> None:
    async def play() -> None:
        store, time = MemoryStore(), StepTime()
        registry = make_registry(
            store, pace=0, time=time, bots={"guest": f"{CLASSES}:Last"}, entropy=Random(1).randbytes
        )
        (person,) = await begun(registry, players=3, bot="guest")
        await registry.close()
        again = make_registry(store, pace=0, time=time, entropy=of_this_test())
        back = await Person(again, person.table, person.token).join()
        await play_on(again, [back], Random(4))
        assert over(back)
        await again.close()

    simulate(play())


@in_registry()
async def test_searching_bots_are_offered(registry: TableRegistry, time: StepTime) -> None:
    (person,) = await opened(registry, players=3, seats=["search", "rule"])
    lobby = await registry.lobby()
    assert all(set(game.bots) == {LEVELS[level] for level in levels(GAMES[game.name])} for game in lobby.games)
    assert person.news["table"]["seats"][1]["bot"] == "search"
    assert (await person.do(Start, bot="search:1")).failure is not None
