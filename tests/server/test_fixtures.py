"""Databases and records of earlier versions: they open, they say what they said, and the games go on."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from koloda.games import GAMES
from koloda.server.compose import make_registry
from koloda.server.messages import Start, TakeOver
from koloda.server.storage import sqlite
from koloda.server.storage.sqlite import SqliteStore
from koloda.table import record as records
from tests.server.fixtures.make import EXPECTED, START_ID, copied, look, record_of
from tests.server.registry_harness import Person, StepTime, over, play_on, quiet
from tests.server.simulation import LoopWriter, simulate

KNOWN: dict[str, Any] = json.loads(EXPECTED.read_text("utf-8"))
RUNNING = [name for name in KNOWN["tables"] if name.startswith(("running", "rematch"))]

NEWER = [("wilds", "any")]
"""Options that were added after that version, with their defaults."""


@pytest.fixture(autouse=True)
def _loop_writer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "Writer", LoopWriter)


def test_a_server_says_what_the_one_that_wrote_it_would_say(tmp_path: Path) -> None:
    found = simulate(look(copied(tmp_path), KNOWN))
    for said in (said for table in found.values() for said in table if isinstance(said, dict)):
        said["options"] = {name: value for name, value in said["options"].items() if (name, value) not in NEWER}
    assert found == KNOWN["expected"]


@pytest.mark.parametrize("name", ["lobby", *RUNNING])
def test_the_game_goes_on(name: str, tmp_path: Path) -> None:
    async def play() -> None:
        store, time = SqliteStore(copied(tmp_path)), StepTime(KNOWN["now"])
        registry = make_registry(store, pace=0, time=time, entropy=Random(15).randbytes)
        await registry.start()
        table, tokens = KNOWN["tables"][name]["table"], KNOWN["tables"][name]["tokens"]
        people = [await Person(registry, table, token).join() for token in tokens]
        if name == "lobby":
            assert (await people[0].do(Start, id=START_ID, bot="random")).failure is None
        elif name.startswith("running"):
            before = people[0].news["seq"]
            again = await people[0].do(Start, id=START_ID, bot="random")
            assert again.failure is None, "a repeat gets the first answer"
            assert again.seq < before
        for person in people:
            if person.news["table"]["seats"][person.news["seat"]]["away"]:
                assert (await person.do(TakeOver)).failure is None
        await quiet(registry)
        await play_on(registry, people, Random(16))
        assert over(people[0])
        records.verify(records.read((await registry.record(table)).text))
        await registry.close()
        await store.close()

    simulate(play())


def as_of_then(record: str) -> list[str]:
    """The lines of a record without newer options and the checksum."""
    newer = {f"option {name}: {value}" for name, value in NEWER}
    return [line for line in record.splitlines() if line not in newer and not line.startswith("checksum: ")]


@pytest.mark.parametrize("game", GAMES)
def test_the_record_of_a_finished_game(game: str, tmp_path: Path) -> None:
    text = record_of(game).read_text("utf-8")
    records.verify(records.read(text))
    assert as_of_then(records.write(records.read(text))) == as_of_then(text)

    async def ask() -> None:
        store = SqliteStore(copied(tmp_path))
        registry = make_registry(store, pace=0, time=StepTime(KNOWN["now"]), entropy=Random(15).randbytes)
        await registry.start()
        table = KNOWN["tables"][f"finished {game}"]["table"]
        assert as_of_then((await registry.record(table)).text) == as_of_then(text)
        assert json.loads((await registry.deal(table)).plain)["secret"] in text
        assert json.loads((await registry.replay(table, 0)).plain)["steps"][-1]["view"]["over"]
        await registry.close()
        await store.close()

    simulate(ask())
