"""Deals are unpredictable, but reproducible under test: only Python code that starts the server can do that."""

import inspect
import json
import secrets
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from koloda.cli.main import main
from koloda.cli.parser import Parser
from koloda.cli.settings import settings_of
from koloda.core.numbers import whole_number
from koloda.games import GAMES
from koloda.server import serve
from koloda.server.compose import make_registry
from koloda.server.messages import HandOver
from koloda.server.tables.identifiers import ALPHABET, ID_LENGTH, is_id, new_id
from koloda.table.dealer import commitment, derived
from tests.server.in_process_server import new_table
from tests.server.memory_store import MemoryStore
from tests.server.registry_harness import Person, StepTime, begun, over, quiet
from tests.server.simulation import simulate
from tests.server.test_serve import started


async def record(game: str, seed: int) -> str:
    """A game of three kinds of bots, as the server describes it afterwards."""
    registry = make_registry(MemoryStore(), pace=0, time=StepTime(), entropy=Random(seed).randbytes)
    person: Person
    (person,) = await begun(registry, game, players=4, seats=["random", "greedy", "rule"])
    await person.do(HandOver, id="away")
    await quiet(registry)
    assert over(person)
    text = (await registry.record(person.table)).text
    await registry.close()
    return text


@pytest.mark.parametrize("game", GAMES)
def test_the_same_entropy_gives_the_same_game(game: str) -> None:
    first, again, other = (simulate(record(game, seed)) for seed in (1, 1, 2))
    assert first == again
    assert first != other


@pytest.mark.parametrize("function", [make_registry, serve.start])
def test_where_nothing_is_said_the_system_draws(function: Callable[..., Any]) -> None:
    assert inspect.signature(function).parameters["entropy"].default is secrets.token_bytes


@pytest.mark.parametrize("way", ["typed", "environment", "file"])
def test_no_option_reaches_it(way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With every option of `koloda serve` given, the server is still started with nothing but its `ServeOptions`."""
    values = {"bot": "Guest=greedy", "log": "json", "public_url": "https://cards.example.org", "lang": "en"}
    asked: list[tuple[Any, Any]] = []

    def start(*given: Any, **named: Any) -> int:
        asked.append((given, named))
        return 0

    monkeypatch.setattr(serve, "start", start)
    settings = [each for each in settings_of(Parser("en").by_name)["serve"] if each.key != "password_file"]
    words: list[str] = []
    table: dict[str, Any] = {}
    for setting in settings:
        value = values.get(setting.key, "1")
        if way == "typed":
            words += [setting.option] if setting.is_flag else [setting.option, value]
        elif way == "environment":
            monkeypatch.setenv(setting.variable, value)
        elif setting.command:
            number = setting.action.type in (int, float, whole_number)
            table[setting.key] = True if setting.is_flag else [value] if setting.is_list else 1 if number else value
    if way == "file":
        lines = [f"{key} = {json.dumps(value)}" for key, value in table.items()]
        (tmp_path / "koloda.toml").write_text("\n".join(["[serve]", *lines]))
        words = ["--config", str(tmp_path / "koloda.toml"), "--lang", "en"]
    monkeypatch.setenv("KOLODA_ENTROPY", "1")
    monkeypatch.setenv("KOLODA_SEED", "1")
    assert main(["serve", *words]) == 0
    ((given, named),) = asked
    assert (type(given[0]), given[1:], named) == (serve.ServeOptions, ("en",), {})
    assert (given[0].pace, given[0].password, given[0].metrics_port) == (1, "1", 1), "they were read"
    assert not {"entropy", "thinking", "seed", "secret"} & {field.name for field in fields(serve.ServeOptions)}


def test_two_servers_with_the_same_words_and_environment_deal_differently(tmp_path: Path) -> None:
    found = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        with started(tmp_path / name, "--port", "0", "--host", "127.0.0.1") as (_, address):
            found.append(httpx.post(f"{address}/api/tables", json=new_table()).json())
    one, two = ({json.dumps(value) for value in seated.values()} for seated in found)
    assert one & two == {"0", "[0]"}, "nothing but the seat"


def test_ids_use_the_whole_alphabet_evenly() -> None:
    ids = [new_id(Random(number).randbytes) for number in range(2000)]
    assert all(map(is_id, ids))
    counted = {letter: "".join(ids).count(letter) for letter in ALPHABET}
    expected = len(ids) * ID_LENGTH / len(ALPHABET)
    assert all(0.8 * expected < number < 1.2 * expected for number in counted.values())


def test_what_is_derived_from_the_secret_tells_nothing_of_it() -> None:
    secret = bytes(range(32))
    made = [derived(secret, purpose) for purpose in ("nonce 0", "nonce 1", "bot 1 random")]
    assert len({*made, secret, bytes.fromhex(commitment(secret))}) == 5
    assert made[0] == derived(secret, "nonce 0") != derived(secret[::-1], "nonce 0")
