"""What docs/operations.md says works."""

import configparser
import re
import shlex
from contextlib import closing
from pathlib import Path

import apsw

from koloda.cli.parser import Parser
from koloda.server.compose import make_registry
from koloda.server.messages import NewTable
from koloda.server.storage.sqlite import SqliteStore
from tests.server.entropy import of_this_test
from tests.server.in_process_server import NONCE, go
from tests.test_docs import blocks, text

PAGE = text("docs/operations.md")


def test_a_table_is_deleted_as_described(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"

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
        (described,) = blocks(PAGE, "sql")
        (example,) = set(re.findall(r"'(\w{8})'", described))
        with closing(apsw.Connection(str(file))) as database:
            database.execute(described.replace(example, tables[0]))
            assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        await look()

    go(delete_one)


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
    for proxy in [*blocks(PAGE, "text"), *blocks(PAGE, "nginx")]:
        assert f"{found[1]}:{found[2]}" in proxy
