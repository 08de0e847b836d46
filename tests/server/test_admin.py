"""`koloda admin`: on the database alone, and through the control channel of a running server."""

import asyncio
import contextlib
import json
import os
import re
import sys
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import closing
from ipaddress import ip_network
from pathlib import Path
from random import Random
from typing import Any

import apsw
import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from koloda.cli.main import main
from koloda.core.facts import Fact
from koloda.core.text import LANGUAGES, say
from koloda.server import control
from koloda.server.administration import (
    PAGE,
    AnyRequest,
    BanNetwork,
    BanSeat,
    CloseTable,
    DeleteTable,
    HideTable,
    ListBans,
    ListTables,
    PurgeTables,
    Reply,
    ShowTable,
    Unban,
    perform,
)
from koloda.server.compose import make_registry
from koloda.server.control import Address, ControlServer, address_file
from koloda.server.messages import Start
from koloda.server.storage.sqlite import SqliteStore
from koloda.server.storage.store import Ban
from koloda.server.tables.bans import LOOPBACK
from koloda.server.tables.refusals import Refused
from koloda.server.tables.registry import TableRegistry
from koloda.server.web.settings import Settings
from koloda.server.web.websocket import TABLE_GONE
from tests.server.entropy import of_this_test
from tests.server.in_process_server import HASTY, another, client_of, go, new_table, seated, served
from tests.server.in_process_server import opened as opened_app
from tests.server.memory_store import MemoryStore
from tests.server.registry_harness import Person, StepTime, begun, opened, over, play_on, quiet, registry_test, stored
from tests.server.registry_harness import new_table as new_table_of
from tests.server.simulation import simulate
from tests.timeouts import HANG

DAY = 24 * 3600 * 1000


async def found(registry: TableRegistry, **asked: Any) -> list[str]:
    return [table.id for table in (await perform(registry, ListTables(**asked))).tables]


async def later(registry: TableRegistry, time: StepTime, milliseconds: int) -> None:
    """Let much time pass without a heartbeat every two seconds."""
    time.set(time.now() + milliseconds)
    await time.step(registry, 0)


@registry_test
async def test_tables_are_listed_with_who_is_there(registry: TableRegistry, time: StepTime, store: MemoryStore) -> None:
    people = await begun(registry, people=2, players=3)
    await Person(registry, people[0].table, None).join()
    await Person(registry, people[0].table, None).join(screen=True)
    people[1].leave()
    opened_at = time.now()
    await time.step(registry, 60_000)
    (host,) = await opened(registry, "dobro", public=True)
    reply = await perform(registry, ListTables())
    assert [table.id for table in reply.tables] == [host.table, people[0].table], "the newest first, private ones too"
    table = reply.tables[1]
    assert (table.game, table.status, table.public) == ("no_thanks", "playing", False)
    assert (table.names, table.players, table.open) == (["Anna", "Person 1"], 3, 0)
    assert (table.created, table.active) == (opened_at, opened_at)
    assert (table.people, table.spectators, table.screens) == (1, 1, 1)
    assert await found(registry, game="dobro") == [host.table]
    assert await found(registry, name="person") == [people[0].table]
    assert await found(registry, name="ANNA") == [host.table, people[0].table]
    assert await found(registry, name="ANNA", most=1) == [host.table]
    assert await found(registry, name="Vera") == []
    assert await found(registry, status="playing") == [people[0].table]
    assert await found(registry, most=1) == [host.table]
    await later(registry, time, DAY - 1000)
    assert await found(registry, idle_days=1) == [people[0].table]


@registry_test
async def test_a_table_is_shown_without_cards_secrets_or_tokens(
    registry: TableRegistry, time: StepTime, store: MemoryStore
) -> None:
    (person,) = await begun(registry, "dobro", bot="greedy", players=3)
    reply = await perform(registry, ShowTable(table=person.table))
    details = reply.tables[0].details
    assert details is not None
    assert (details.seats[0].who, details.seats[0].name) == ("person", "Anna")
    assert [seat.bot for seat in details.seats] == ["", "greedy", "greedy"]
    assert details.events == person.news["seq"]
    told = msgspec.json.encode(reply).decode()
    events = " ".join(line.decode() for line in await store.events(person.table))
    secrets = re.findall(r'"(?:secret|nonce|token)":"(\w+)"', events)
    assert len(secrets) >= 3
    assert not any(secret in told for secret in [*secrets, str(person.token)])
    assert not {"hand", "cards", "view", "entries"} & set(re.findall(r'"(\w+)":', told))


@registry_test
async def test_what_is_not_there(registry: TableRegistry, time: StepTime, store: MemoryStore) -> None:
    for request in (ShowTable, HideTable, CloseTable, DeleteTable):
        for table in ("k3mz8w2p", "no id", ""):
            reply = await perform(registry, request(table=table))
            assert reply.failure is not None
            assert reply.failure.key == "server.no_table"
    store.broken = True
    (reply,) = [await perform(registry, PurgeTables(days=1))]
    assert reply == Reply()


@pytest.mark.parametrize("why", ["", "Please choose other names."])
def test_a_table_is_closed_and_its_people_read_why(why: str) -> None:
    @registry_test
    async def close(registry: TableRegistry, time: StepTime, store: MemoryStore) -> None:
        people = await begun(registry, people=3, public=True, clock={"move": 30})
        table = people[0].table
        watcher = await Person(registry, table, None).join()
        poll = asyncio.create_task(registry.wait(table, None, watcher.news["seq"], 20))
        await quiet(registry)
        reply = await perform(registry, CloseTable(table=table, why=why))
        assert reply.tables[0].status == "closed"
        expected = f"The operator has closed this table: {why}" if why else "The operator has closed this table."
        for person in (*people, watcher):
            assert person.ended is not None
            assert say(person.ended.detail) == expected
        with pytest.raises(Refused) as refused:
            await poll
        assert refused.value.failure.code == "closed"
        events = len(await stored(store, table))
        await later(registry, time, 10 * DAY)
        assert len(await stored(store, table)) == events, "no clock runs, and no bot plays"
        assert (await registry.lobby()).tables == []
        answer = await people[0].act("pass")
        assert answer.failure is not None
        assert answer.failure.code == "closed"
        asked: list[Coroutine[Any, Any, object]] = [
            registry.news(table, people[0].token),
            registry.record(table),
            Person(registry, table, people[0].token).join(),
        ]
        for each in asked:
            with pytest.raises(Refused) as refused:
                await each
            assert refused.value.failure.code == "closed"
        again = await perform(registry, CloseTable(table=table))
        assert again.failure is not None
        details = (await perform(registry, ShowTable(table=table))).tables[0].details
        assert details is not None
        assert details.closed == why

    close()


@registry_test
async def test_a_table_is_closed_before_its_game_begins_but_not_after_its_end(
    registry: TableRegistry, time: StepTime, store: MemoryStore
) -> None:
    (host,) = await opened(registry)
    assert (await perform(registry, CloseTable(table=host.table))).tables[0].status == "closed"
    (person,) = await begun(registry)
    await play_on(registry, [person], Random(1))
    assert over(person)
    refused = await perform(registry, CloseTable(table=person.table))
    assert refused.failure is not None
    assert say(refused.failure) == "The game is over."
    for why in ("x" * 201, "two\nlines"):
        refused = await perform(registry, CloseTable(table=host.table, why=why))
        assert refused.failure is not None
        assert refused.failure.key == "admin.reason"


@pytest.mark.parametrize("request_of", [CloseTable, DeleteTable])
def test_the_bots_of_a_table_that_is_gone_stop(request_of: type[Any], caplog: pytest.LogCaptureFixture) -> None:
    """They wait before their move, so that people can follow."""

    async def close() -> None:
        store, time = MemoryStore(), StepTime()
        registry = make_registry(store, pace=1000, time=time, entropy=of_this_test())
        await registry.start()
        (person,) = await begun(registry, bot="greedy")
        while person.must:
            await person.act(person.moves[0])
            await quiet(registry)
        others = len(registry.services.tasks)
        assert (await perform(registry, request_of(table=person.table))).failure is None
        await quiet(registry)
        assert len(registry.services.tasks) == others - 1, "the bots' task has ended"
        await time.step(registry, 10_000)
        await registry.close()

    simulate(close())
    assert caplog.records == []


@registry_test
async def test_a_hidden_table_goes_on_outside_the_lobby(
    registry: TableRegistry, time: StepTime, store: MemoryStore
) -> None:
    (host,) = await opened(registry, public=True)
    reply = await perform(registry, HideTable(table=host.table))
    assert not reply.tables[0].public
    assert (await registry.lobby()).tables == []
    assert (await host.do(Start, bot="random")).failure is None
    await quiet(registry)
    await play_on(registry, [host], Random(1))
    assert over(host)
    assert host.ended is None
    hidden = await perform(registry, HideTable(table=host.table))
    assert hidden.failure is None, "twice is as good as once"


@registry_test
async def test_a_deleted_table_is_gone_for_everybody(
    registry: TableRegistry, time: StepTime, store: MemoryStore
) -> None:
    people = await begun(registry, people=2, players=3, clock={"move": 30})
    (other,) = await begun(registry)
    table = people[0].table
    reply = await perform(registry, DeleteTable(table=table))
    assert [each.id for each in reply.tables] == [table]
    assert all(person.ended is not None and person.ended.code == "no_table" for person in people)
    assert await found(registry) == [other.table]
    await time.step(registry, 120_000)
    assert await store.events(table) == []
    with pytest.raises(Refused) as refused:
        await people[0].act("pass")
    assert refused.value.failure.code == "no_table"
    assert other.ended is None


@registry_test
async def test_a_table_that_sleeps_is_deleted_too(registry: TableRegistry, time: StepTime, store: MemoryStore) -> None:
    people = await begun(registry, people=3, patience=None, clock={"move": 3600})
    for person in people:
        person.leave()
    await time.step(registry, 600_000)
    assert registry.tables_in_memory == 0
    assert (await perform(registry, DeleteTable(table=people[0].table))).failure is None
    await later(registry, time, 3_600_000)
    assert await store.events(people[0].table) == []


@registry_test
async def test_old_tables_are_purged_unless_somebody_is_there(
    registry: TableRegistry, time: StepTime, store: MemoryStore
) -> None:
    (here,) = await opened(registry)
    (gone,) = await opened(registry)
    gone.leave()
    (finished,) = await begun(registry)
    await play_on(registry, [finished], Random(1))
    finished.leave()
    await later(registry, time, 10 * DAY)
    (recent,) = await opened(registry)
    recent.leave()
    await later(registry, time, 10 * DAY)

    async def purged(**asked: Any) -> set[str]:
        return {table.id for table in (await perform(registry, PurgeTables(**asked))).tables}

    assert await purged(days=15, dry_run=True) == {gone.table, finished.table}
    assert len(await found(registry)) == 4
    assert await purged(days=15, status="waiting") == {gone.table}
    assert await purged(days=15) == {finished.table}
    assert await purged(days=15) == set()
    assert await found(registry) == [recent.table, here.table]
    here.leave()
    await time.step(registry, 600_000)
    assert await purged(days=15) == {here.table}


# On the command line


@contextlib.asynccontextmanager
async def at_work(database: Path) -> AsyncIterator[TableRegistry]:
    """The tables of a server, with its control channel."""
    store = SqliteStore(database)
    registry = make_registry(store, pace=0, entropy=of_this_test())
    await registry.start()
    channel = ControlServer(database, registry)
    await channel.start()
    try:
        yield registry
    finally:
        channel.close()
        await registry.close()
        await store.close()


Shell = Callable[..., str]


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "tables.db"


@pytest.fixture
def koloda_admin(database: Path, capsys: pytest.CaptureFixture[str]) -> Shell:
    """`koloda admin …`: what it prints."""

    def run(*words: str, status: int = 0, lang: str = "en") -> str:
        assert main(["admin", words[0], "--database", str(database), *words[1:], "--lang", lang]) == status
        printed = capsys.readouterr()
        return printed.out + printed.err

    return run


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_command_has_help_with_an_example(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("list", "show", "hide", "close", "delete", "purge", "notices", "backup", "restore", "check"):
        with pytest.raises(SystemExit):
            main(["admin", command, "--help", "--lang", lang])
        assert capsys.readouterr().out.count(f"koloda admin {command}") >= 2, "the usage and an example"


@registry_test
async def test_more_tables_than_are_looked_at_in_one_go(
    registry: TableRegistry, time: StepTime, store: MemoryStore
) -> None:
    tables = [(await registry.open(new_table_of("no_thanks"))).table for _ in range(2 * PAGE + 5)]
    assert await found(registry) == tables[::-1]
    assert await found(registry, most=PAGE + 1) == tables[: -PAGE - 2 : -1]
    await later(registry, time, 2 * DAY)
    purged = await perform(registry, PurgeTables(days=1))
    assert len(purged.tables) == len(tables)
    assert await found(registry) == []


def everything(koloda_admin: Shell, tables: list[str], folder: Path) -> None:
    """One of each command, whether a server runs or not."""
    listed = koloda_admin("list")
    assert re.search(rf"^{tables[0]}  no_thanks  playing  .*Anna", listed, re.MULTILINE)
    assert re.search(rf"^{tables[1]}  no_thanks  waiting  .*Anna", listed, re.MULTILINE)
    assert {each["id"] for each in json.loads(koloda_admin("list", "--json"))} == set(tables)
    assert koloda_admin("list", "--game", "dobro") == "No tables.\n"
    newest = koloda_admin("list", "--most", "1")
    assert tables[1] in newest
    assert tables[0] not in newest
    assert newest.endswith("At most 1 table is shown: --most N shows more.\n")
    shown = koloda_admin("show", tables[0])
    assert "1. person: Anna" in shown
    assert "2. bot: random" in shown
    assert "OPTIONS" in shown
    assert "НАСТРОЙКИ" in koloda_admin("show", tables[0], lang="ru")
    assert koloda_admin("hide", tables[1]) == f"{tables[1]} is no longer in the lobby.\n"
    assert koloda_admin("close", tables[0], "--reason", "Enough.") == f"{tables[0]} is closed.\n"
    assert "CLOSED BECAUSE  Enough." in koloda_admin("show", tables[0])
    assert re.fullmatch(r"All is well: 2 tables, \d+ events\.\n", koloda_admin("check"))
    assert "has been copied to" in koloda_admin("backup", str(folder / "copy.db"))
    assert "--replace" in koloda_admin("backup", str(folder / "copy.db"), status=2)
    assert "has been copied to" in koloda_admin("backup", str(folder / "copy.db"), "--replace")
    assert "--yes" in koloda_admin("notices", "--renew-key", status=2), "nobody can be asked"
    assert koloda_admin("notices", "--renew-key", "--yes").startswith("There is a new key. 0 devices were forgotten")
    key = json.loads(koloda_admin("notices", "--json"))["key"]
    assert koloda_admin("notices") == f"Key: {key}\nDevices that get notices: 0\n"
    assert "--yes" in koloda_admin("delete", tables[0], status=2), "nobody can be asked"
    assert koloda_admin("delete", tables[0], "--yes") == f"{tables[0]} is deleted.\n"
    assert koloda_admin("show", tables[0], status=2).startswith(f'There is no table "{tables[0]}"')
    assert koloda_admin("purge", "--older-than", "1", "--dry-run").startswith("0 tables")
    assert tables[1] in koloda_admin("purge", "--older-than", "0.000000001", "--dry-run")
    assert koloda_admin("purge", "--older-than", "0.000000001", "--yes").startswith("1 table without")
    assert koloda_admin("list") == "No tables.\n"


async def two_tables(registry: TableRegistry) -> list[str]:
    (playing,) = await begun(registry)
    (waiting,) = await opened(registry, public=True)
    for person in (playing, waiting):
        person.leave()
    return [playing.table, waiting.table]


def test_every_command_without_a_server(database: Path, koloda_admin: Shell, tmp_path: Path) -> None:
    async def play() -> list[str]:
        async with at_work(database) as registry:
            return await two_tables(registry)

    everything(koloda_admin, asyncio.run(play()), tmp_path)
    remains = database.read_bytes()
    assert b"Anna" not in remains, "what is deleted is overwritten"
    assert b"no_thanks" not in remains


def test_every_command_while_the_server_runs(database: Path, koloda_admin: Shell, tmp_path: Path) -> None:
    async def ask() -> None:
        async with at_work(database) as registry:
            tables = await two_tables(registry)
            await asyncio.to_thread(everything, koloda_admin, tables, tmp_path)
            assert "in use by another server" in await asyncio.to_thread(
                koloda_admin, "restore", str(tmp_path / "copy.db"), "--yes", status=2
            )

    go(ask)


def test_the_file_of_the_channel_is_private_and_goes_with_the_server(database: Path) -> None:
    async def look() -> None:
        async with at_work(database):
            file = address_file(database)
            assert os.name != "posix" or file.stat().st_mode & 0o777 == 0o600
        assert not file.exists()

    go(look)


@pytest.mark.parametrize(
    "line",
    [
        b'{"token":"wrong","request":{"do":"list"}}\n',
        b'{"request":{"do":"list"}}\n',
        b'{"token":"\xd0\xbf","request":{"do":"list"}}\n',
        b'{"token":"TOKEN","request":{"do":"dance"}}\n',
        b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"x" * (control.LONGEST_LINE + 10),
        b"\n",
        b"",
    ],
)
def test_strangers_get_no_answer(database: Path, line: bytes) -> None:
    async def ask() -> None:
        async with at_work(database) as registry:
            await opened(registry)
            address = msgspec.json.decode(address_file(database).read_bytes(), type=Address)
            reader, writer = await asyncio.open_connection("127.0.0.1", address.port)
            writer.write(line.replace(b"TOKEN", address.token.encode()))
            if writer.can_write_eof():
                writer.write_eof()
            with contextlib.suppress(ConnectionResetError):
                assert await asyncio.wait_for(reader.read(), HANG) == b""
            writer.close()

    go(ask)


def test_a_server_that_does_not_answer(database: Path, koloda_admin: Shell) -> None:
    async def ask() -> None:
        store = SqliteStore(database)  # as if it ran in a container: the lock is held, the port is elsewhere
        said = await asyncio.to_thread(koloda_admin, "list", status=2)
        assert "is in use by a server that does not answer" in said
        assert "не отвечает" in await asyncio.to_thread(koloda_admin, "list", status=2, lang="ru")
        await store.close()

    go(ask)


def test_what_is_refused(database: Path, koloda_admin: Shell, tmp_path: Path) -> None:
    assert koloda_admin("list", status=2).startswith(f"There is no database {database}.")
    assert not database.exists()
    assert "no such file" in koloda_admin("restore", str(tmp_path / "none.db"), "--yes", status=2)
    asyncio.run(SqliteStore(database).close())
    assert "more than 0" in koloda_admin("purge", "--older-than", "0", status=2)
    assert "more than 0" in koloda_admin("list", "--idle", "nan", status=2)
    assert "at least 1" in koloda_admin("list", "--most", "0", status=2)
    (tmp_path / "letter.txt").write_text("Dear all, " * 500)
    before = database.read_bytes()
    assert "cannot be restored" in koloda_admin("restore", str(tmp_path / "letter.txt"), "--yes", status=2)
    assert database.read_bytes() == before
    assert "cannot be read" in koloda_admin("check", "--database", str(tmp_path / "letter.txt"), status=2)


@pytest.mark.parametrize(("typed", "status"), [("y", 0), ("да", 0), ("", 1), ("n", 1)])
def test_before_something_is_lost_it_asks(
    database: Path, koloda_admin: Shell, monkeypatch: pytest.MonkeyPatch, typed: str, status: int
) -> None:
    async def open_one() -> str:
        async with at_work(database) as registry:
            return (await two_tables(registry))[0]

    table = asyncio.run(open_one())
    questions: list[str] = []

    def answer(question: str) -> str:
        questions.append(question)
        return typed

    monkeypatch.setattr("builtins.input", answer)
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    said = koloda_admin("delete", table, status=status)
    assert questions == [f"Delete table {table} with everything about it, for good? [y/N] "]
    assert said == (f"{table} is deleted.\n" if status == 0 else "Nothing was changed.\n")
    assert len(json.loads(koloda_admin("list", "--json"))) == 1 + status


@pytest.mark.parametrize("where", ["environment", "file"])
def test_the_database_that_the_server_is_set_to_use(
    where: str, database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asyncio.run(SqliteStore(database).close())
    if where == "environment":
        monkeypatch.setenv("KOLODA_DATABASE", str(database))
    else:
        (tmp_path / "koloda.toml").write_text(f"[serve]\ndatabase = {json.dumps(str(database))}\n", "utf-8")
        monkeypatch.setenv("KOLODA_CONFIG", str(tmp_path / "koloda.toml"))
    assert main(["admin", "list", "--lang", "en"]) == 0
    assert capsys.readouterr().out == "No tables.\n"


def test_damage_is_found_and_named(database: Path, koloda_admin: Shell) -> None:
    async def play() -> list[str]:
        async with at_work(database) as registry:
            return [*await two_tables(registry), *await two_tables(registry)]

    cut, changed, lied, well = asyncio.run(play())
    with closing(apsw.Connection(str(database))) as connection:
        connection.execute("DROP TRIGGER events_stay; DROP TRIGGER events_stay_as_they_are")
        connection.execute("DELETE FROM events WHERE table_id = ? AND number = 2", (cut,))
        connection.execute("UPDATE events SET body = x'7b7d' WHERE table_id = ? AND number = 2", (changed,))
        connection.execute("UPDATE tables SET status = 'over' WHERE id = ?", (lied,))
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute("INSERT INTO answers VALUES ('nowhere', 'a', 'b', x'00')")
    said = koloda_admin("check", status=1)
    assert f"Table {cut}: events are missing." in said
    assert f"Table {changed} cannot be replayed: " in said
    assert f"Table {lied} is noted as no_thanks, over, but its events say no_thanks, playing." in said
    assert "The file is damaged: 1 rows belong to no table" in said
    assert well not in said
    assert "4 problems in 4 tables" in said
    found = json.loads(koloda_admin("check", "--json", status=1))
    assert {problem["table"] for problem in found["problems"]} == {cut, changed, lied, None}


def test_a_damaged_file_is_found(database: Path, koloda_admin: Shell) -> None:
    async def play() -> None:
        async with at_work(database) as registry:
            await two_tables(registry)

    asyncio.run(play())
    content = bytearray(database.read_bytes())
    page = int.from_bytes(content[16:18], "big")
    for number in range(2, len(content) // page):
        content[number * page : number * page + 8] = b"\xff" * 8
    database.write_bytes(content)
    assert "The file is damaged: " in koloda_admin("check", status=1)


def test_a_copy_is_restored_and_the_old_database_kept(database: Path, koloda_admin: Shell, tmp_path: Path) -> None:
    async def play() -> list[str]:
        async with at_work(database) as registry:
            return await two_tables(registry)

    tables = asyncio.run(play())
    koloda_admin("backup", str(tmp_path / "copy.db"))
    koloda_admin("delete", tables[0], "--yes")
    said = koloda_admin("restore", str(tmp_path / "copy.db"), "--yes")
    (kept,) = tmp_path.glob("tables.db.before-*")
    assert f"What was there before is in {kept}" in said
    assert {each["id"] for each in json.loads(koloda_admin("list", "--json"))} == set(tables)
    assert len(json.loads(koloda_admin("list", "--json", "--database", str(kept)))) == 1
    database.write_bytes(b"not even a database any more")
    kept.unlink()
    koloda_admin("restore", str(tmp_path / "copy.db"), "--yes")
    assert {each["id"] for each in json.loads(koloda_admin("list", "--json"))} == set(tables)


# What browsers see


def test_a_browser_is_disconnected_and_learns_why() -> None:
    async def close() -> None:
        async with served() as (address, app), another(app) as client:
            table = await seated(client, public=True)
            cookie = client.cookies[f"koloda_{table}"]
            url = f"ws://{address}/api/tables/{table}/socket"
            headers = {"cookie": f"koloda_{table}={cookie}"}
            async with connect(url, additional_headers=headers) as socket:
                await socket.recv()
                await perform(app._registry, CloseTable(table=table, why="It is late."))
                await asyncio.wait_for(socket.wait_closed(), HANG)
                assert socket.close_code == 4410
            for path in ("news", "seat", "record", "replay", "deal"):
                answer = await client.get(f"/api/tables/{table}/{path}")
                assert (answer.status_code, answer.json()["code"]) == (410, "closed")
                assert answer.json()["detail"]["args"] == {"why": "It is late."}

    go(close)


def test_a_table_that_is_deleted_is_not_there() -> None:
    async def delete() -> None:
        async with opened_app() as (app, registry), another(app) as client:
            table = (await client.post("/api/tables", json=new_table(start=True))).json()["table"]
            await perform(registry, DeleteTable(table=table))
            assert (await client.get(f"/api/tables/{table}/news")).status_code == 404

    go(delete)


def test_a_banned_person_is_disconnected_and_refused() -> None:
    async def test() -> None:
        async with served(Settings(limits=HASTY, proxies=(ip_network("127.0.0.0/8"),))) as (address, app):
            registry = app._registry
            headers = {"x-forwarded-for": "203.0.113.7"}
            async with client_of(address) as client:
                client.headers.update(headers)
                table = await seated(client)
                cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
                uri = f"ws://{address}/api/tables/{table}/socket"
                async with connect(uri, additional_headers={**headers, "cookie": cookie}) as socket:
                    await socket.recv()
                    reply = await perform(registry, BanSeat(table=table, seat=0, days=2, why="Play fair."))
                    assert [ban.network for ban in reply.bans] == ["203.0.113.7/32"]
                    assert reply.bans[0].until - reply.bans[0].since == 2 * DAY
                    await socket.wait_closed()
                    assert socket.close_code == TABLE_GONE
                for path in ("/api/lobby", f"/api/tables/{table}/news"):
                    refused = await client.get(path)
                    assert refused.status_code == 403
                    assert refused.json()["code"] == "banned"
                    assert say(msgspec.convert(refused.json()["detail"], Fact), "en").endswith(": Play fair.")
                with pytest.raises(InvalidStatus):
                    await connect(uri, additional_headers={**headers, "cookie": cookie})
                client.headers["x-forwarded-for"] = "203.0.113.8"
                assert (await client.get("/api/lobby")).status_code == 200
                client.headers.update(headers)
                await perform(registry, Unban(network="203.0.113.7"))
                assert (await client.get("/api/lobby")).status_code == 200

    go(test)


@registry_test
async def test_bans_end_by_themselves_and_outlive_a_restart(
    registry: TableRegistry, time: StepTime, store: MemoryStore
) -> None:
    await perform(registry, BanNetwork(network="2001:db8:1:2:3::4", days=1))
    await perform(registry, BanNetwork(network="198.51.100.0/24", days=3))
    next_life = make_registry(store, time=time)
    await next_life.bans.load()
    for bans in (registry.bans, next_life.bans):
        assert bans.failure("2001:db8:1:2::/64") is not None
        assert bans.failure("198.51.100.9") is not None
        assert bans.failure("2001:db8:1:3::/64") is None
        assert bans.failure("") is None
    time.set(time.now() + 2 * DAY)
    assert [ban.network for ban in (await perform(registry, ListBans())).bans] == ["198.51.100.0/24"]
    assert registry.bans.failure("2001:db8:1:2::/64") is None
    assert registry.bans.failure("198.51.100.9") is not None
    await next_life.close()


@registry_test
async def test_what_cannot_be_banned(registry: TableRegistry, time: StepTime, store: MemoryStore) -> None:
    (host,) = await opened(registry)
    registry.bans.protected = (*LOOPBACK, ip_network("10.0.0.0/8"))
    wrong: dict[AnyRequest, str] = {
        BanNetwork(network="me", days=1): "no_address",
        BanNetwork(network="127.0.0.1", days=1): "protected",
        BanNetwork(network="0.0.0.0/0", days=1): "protected",
        BanNetwork(network="10.1.2.3", days=1): "protected",
        BanNetwork(network="192.0.2.1", days=1, why="x" * 201): "reason",
        BanSeat(table=host.table, seat=1, days=1): "nobody",
        Unban(network="192.0.2.1"): "not_banned",
    }
    for request, key in wrong.items():
        reply = await perform(registry, request)
        assert reply.failure is not None
        assert reply.failure.key == f"admin.{key}"
    assert (await perform(registry, ListBans())).bans == []


@registry_test
async def test_a_proxy_is_not_banned_by_who_does_not_know_it(
    registry: TableRegistry, time: StepTime, store: MemoryStore
) -> None:
    """With PostgreSQL, the operator's command runs beside the nodes and does not know whom they trust."""
    registry.bans.protected = (*LOOPBACK, ip_network("10.0.0.1/32"))
    await store.ban(Ban(network="10.0.0.0/8", since=time.now(), until=time.now() + DAY))
    await registry.bans.load()
    assert registry.bans.failure("10.0.0.1") is None
    assert registry.bans.failure("10.0.0.2") is not None


def test_bans_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = tmp_path / "tables.db"
    asyncio.run(SqliteStore(database).close())

    def admin(*words: str) -> tuple[int, str]:
        status = main(["admin", *words, "--database", str(database), "--lang", "en"])
        shown = capsys.readouterr()
        return status, shown.out + shown.err

    assert admin("bans") == (0, "Nobody is banned.\n")
    status, said = admin("ban", "203.0.113.7", "--days", "7", "--reason", "Play fair.")
    assert status == 0
    assert said.startswith("203.0.113.7 is banned until ")
    status, said = admin("bans")
    assert re.match(r"ADDRESS +SINCE +UNTIL +REASON\n203.0.113.7  .* Play fair.\n$", said)
    assert json.loads(admin("bans", "--json")[1])[0]["network"] == "203.0.113.7/32"
    assert admin("unban", "203.0.113.7") == (0, "203.0.113.7 is no longer banned.\n")
    assert admin("unban", "203.0.113.7") == (2, "203.0.113.7 is not banned.\n")
    for wrong in (["ban", "me"], ["ban", "203.0.113.7", "--days", "0"], ["ban", "k3mz8w2p", "--seat", "0"]):
        assert admin(*wrong)[0] == 2
