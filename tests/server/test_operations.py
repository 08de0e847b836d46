"""What docs/operations.md says works."""

import asyncio
import configparser
import re
import shlex
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from koloda.cli.main import main
from koloda.cli.parser import Parser
from koloda.server.compose import make_registry
from koloda.server.messages import NewTable
from koloda.server.storage.sqlite import SqliteStore
from tests.server.entropy import of_this_test
from tests.server.in_process_server import NONCE, go
from tests.test_docs import blocks, table, text

PAGE = text("docs/operations.md")


def test_a_table_is_deleted_as_described(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "tables.db"
    monkeypatch.setenv("KOLODA_DATABASE", str(file))

    async def open_two() -> list[str]:
        store = SqliteStore(file)
        registry = make_registry(store, pace=0, entropy=of_this_test())
        await registry.start()
        wanted = NewTable(game="no_thanks", players=3, name="Anna", nonce=NONCE, seats=["greedy", "greedy"], start=True)
        opened = [(await registry.open(wanted)).table for _ in range(2)]
        await registry.close()
        await store.close()
        return opened

    async def look() -> None:
        store = SqliteStore(file)
        assert await store.events(tables[0]) == []
        assert await store.events(tables[1]) != []
        await store.close()

    tables: list[str] = []

    async def delete_one() -> None:
        tables.extend(await open_two())
        (described,) = re.findall(r"^koloda (admin delete .+)$", PAGE, re.MULTILINE)
        (example,) = set(re.findall(r"\b\w{8}\b", described))
        assert await asyncio.to_thread(main, described.replace(example, tables[0]).split()) == 0
        with closing(apsw.Connection(str(file))) as database:
            assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        await look()

    go(delete_one)


def test_every_command_of_the_operator_is_described() -> None:
    parser = Parser("en").commands.choices["admin"]
    (commands,) = [action.choices for action in parser._actions if action.dest == "admin"]
    assert commands is not None
    assert [row[0].strip("`").split()[2] for row in table(PAGE, "admin")] == list(commands)


def test_the_service_starts_what_there_is() -> None:
    (unit,) = blocks(PAGE, "ini")
    read = configparser.ConfigParser(interpolation=None, strict=False)
    read.read_string(unit.replace("\\\n", " "))
    program, *arguments = shlex.split(read["Service"]["ExecStart"])
    assert program.endswith("/koloda")
    assert Parser("en").parse_args(arguments).run is not None


def test_the_proxies_ask_where_the_service_listens() -> None:
    (unit,) = blocks(PAGE, "ini")
    found = re.search(r"--host (\S+) --port (\d+)", unit)
    assert found
    proxies = [block for block in [*blocks(PAGE, "text"), *blocks(PAGE, "nginx")] if "proxy" in block]
    assert len(proxies) == 4, "Caddy and nginx, with and without a path"
    for proxy in proxies:
        assert f"{found[1]}:{found[2]}" in proxy
