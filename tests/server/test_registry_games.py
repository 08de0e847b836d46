"""Whole games through the registry: what is stored tells the same story as what was played."""

import json
from random import Random

import pytest

from koloda.games import GAMES
from koloda.server.compose import make_registry
from koloda.server.messages import UndoMove
from koloda.server.tables.registry import TableRegistry
from koloda.table import record as records
from tests.server.entropy import of_this_test
from tests.server.memory_store import MemoryStore
from tests.server.registry_harness import Person, StepTime, begun, over, play_on, quiet
from tests.server.simulation import simulate


async def same_after_a_restart(store: MemoryStore, time: StepTime, people: list[Person]) -> None:
    """A server that reads the table from the store says the same to everybody, to the last number."""
    other = make_registry(store, address="http://koloda.test", pace=0, time=time, entropy=of_this_test())
    for person in people:
        again = Person(other, person.table, person.token)
        assert await again.told() == await person.told()
        assert (await again.told())["facts"] == person.facts


async def play(game: str, seed: int) -> None:
    store, time = MemoryStore(), StepTime()
    chance = Random(seed)
    registry = make_registry(store, address="http://koloda.test", pace=0, time=time, entropy=chance.randbytes)
    people = await begun(registry, game, people=2, players=4, bot=chance.choice(["rule", "random", "greedy"]))
    spectator = await Person(registry, people[0].table, None).join()
    everybody = [*people, spectator]
    undone = 0
    for number in range(10_000):
        if over(spectator):
            break
        await time.step(registry, chance.randrange(5000))
        await play_on(registry, people, chance, moves=1)
        for person in people:
            if person.news["undo"] and chance.random() < 0.3:
                undone += (await person.do(UndoMove)).failure is None
                await quiet(registry)
        if number % 25 == 0:
            await same_after_a_restart(store, time, everybody)
    await same_after_a_restart(store, time, everybody)
    assert undone or GAMES[game].simultaneous
    await check_the_end(registry, people[0].table, spectator)
    await registry.close()


async def check_the_end(registry: TableRegistry, table: str, spectator: Person) -> None:
    text = (await registry.record(table)).text
    record = records.read(text)
    records.verify(record)
    assert record.names == ["Anna", "Person 1", "Bot 3", "Bot 4"]
    assert sorted(record.bots) == [2, 3]
    deal = json.loads((await registry.deal(table)).plain)
    assert deal["secret"] in text
    assert len(deal["draws"]) == record.match.draws
    for seat in (None, 0, 1):
        steps = json.loads((await registry.replay(table, seat)).plain)["steps"]
        assert steps[0]["seat"] is None
        assert steps[-1]["view"]["over"]
        decisions = sum(step["seat"] is not None for step in steps)
        assert decisions == len(steps) - 1
    steps = json.loads((await registry.replay(table, None)).plain)["steps"]
    told = [fact["key"] for step in steps for fact in step["facts"]]
    kept = [key for key in spectator.keys if not key.startswith("server.")]
    assert told == kept or "server.taken_back" in spectator.keys


@pytest.mark.parametrize("game", GAMES)
def test_what_is_stored_is_what_was_played(game: str) -> None:
    simulate(play(game, 8))
