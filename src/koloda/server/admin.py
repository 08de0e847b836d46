"""`koloda admin`: what an operator does with the tables of a server, whether it runs or not."""

import asyncio
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from ipaddress import ip_network
from pathlib import Path

import msgspec

from koloda.core.database import Database, PostgresAddress
from koloda.core.database import shown as shown_database
from koloda.core.errors import UnknownOption
from koloda.core.facts import Arg, fact
from koloda.core.text import Language, say
from koloda.drawing.console import progress_bar
from koloda.server import control, integrity
from koloda.server.administration import (
    AdminTable,
    AnyRequest,
    ListBans,
    ListTables,
    PurgeTables,
    Reply,
    ShowNotices,
    Unban,
    perform,
)
from koloda.server.compose import make_registry
from koloda.server.databases import open_database
from koloda.server.serve import usual_database
from koloda.server.storage import sqlite
from koloda.server.storage.sqlite import InUse, SqliteStore
from koloda.server.storage.store import Ban, StorageError, problem_with
from koloda.server.tables.bans import shown

YES = ("y", "yes", "д", "да")


class Admin:
    """The commands of `koloda admin` for one database. Each prints what it did and returns the exit status."""

    def __init__(self, database: Database | None, language: Language, as_json: bool = False, yes: bool = False) -> None:
        self._database = database or usual_database()
        self._language = language
        self._as_json = as_json
        self._yes = yes

    def tables(self, request: AnyRequest) -> int:
        """List or show tables."""
        tables = self._ask(request).tables
        if self._as_json:
            self._print_json(tables)
        elif len(tables) == 1 and tables[0].details is not None:
            self._print_details(tables[0])
        elif tables:
            self._print_table([self._row(table) for table in tables])
            if isinstance(request, ListTables) and request.most == len(tables):
                self._tell("only_newest", count=len(tables), option="--most")
        else:
            self._tell("no_tables")
        return 0

    def change(self, request: AnyRequest, done: str) -> int:
        """Change one table; `done` is the key of what to print."""
        tables = self._ask(request).tables
        if self._as_json:
            self._print_json(tables)
        else:
            for table in tables:
                self._tell(done, table=table.id, game=table.game)
        return 0

    def delete(self, request: AnyRequest, table: str) -> int:
        return self.change(request, "deleted") if self._sure("delete", table=table) else 1

    def purge(self, request: PurgeTables) -> int:
        found = self._ask(msgspec.structs.replace(request, dry_run=True)).tables
        if not request.dry_run and found:
            if not self._sure("purge", count=len(found), days=_number(request.days)):
                return 1
            found = self._ask(request).tables
        if self._as_json:
            self._print_json(found)
            return 0
        if found and request.dry_run:
            self._print_table([self._row(table) for table in found])
        self._tell("would_purge" if request.dry_run else "purged", count=len(found), days=_number(request.days))
        return 0

    def ban(self, request: AnyRequest) -> int:
        bans = self._ask(request).bans
        if self._as_json:
            self._print_json(bans)
        for ban in () if self._as_json else bans:
            self._tell("banned", network=_network(ban), until=_time(ban.until))
        return 0

    def unban(self, network: str) -> int:
        self._ask(Unban(network=network))
        if self._as_json:
            self._print_json([])
        else:
            self._tell("unbanned", network=network)
        return 0

    def bans(self) -> int:
        bans = self._ask(ListBans()).bans
        if self._as_json:
            self._print_json(bans)
        elif bans:
            self._print_table(
                [
                    {"network": _network(ban), "since": _time(ban.since), "until": _time(ban.until), "why": ban.why}
                    for ban in bans
                ]
            )
        else:
            self._tell("no_bans")
        return 0

    def notices(self, request: ShowNotices) -> int:
        if request.renew_key and not self._sure("renew_key"):
            return 1
        found = self._ask(request).notices
        assert found is not None
        if self._as_json:
            self._print_json(found)
            return 0
        if request.renew_key:
            self._tell("renewed_key", count=found.forgotten)
        self._tell("notices", public=found.key, count=found.devices)
        return 0

    def backup(self, target: Path, replace: bool) -> int:
        if target.exists() and not replace:
            raise UnknownOption.of("admin.exists", file=str(target), option="--replace")
        try:
            sqlite.backup(self._file(), target)
        except StorageError as error:
            raise self._problem(error) from None
        self._tell("backed_up", source=str(self._database), file=str(target))
        return 0

    def restore(self, source: Path) -> int:
        """Replace the database by a copy. No server may use it."""
        database = self._path()
        if not self._sure("restore", file=str(source), database=str(database)):
            return 1
        try:
            database.parent.mkdir(parents=True, exist_ok=True)
            kept = sqlite.restore(source, database.resolve())
        except (OSError, StorageError) as error:
            raise self._problem(error) from None
        self._tell("restored", source=str(source), file=str(self._database))
        if kept is not None:
            self._tell("kept", file=str(kept))
        return 0

    def copy(self, source: Database, target: Database) -> int:
        """Copy everything into an empty database."""
        from koloda.server.storage.copying import copy_database

        if isinstance(source, Path) and not source.is_file():
            raise UnknownOption.of("admin.no_source", file=str(source))
        working = self._text("copying")
        with ExitStack() as shown_until:

            def progress(events: int) -> Callable[[int], None]:
                return shown_until.enter_context(progress_bar(working, working, events))

            try:
                if isinstance(target, Path):
                    target.parent.mkdir(parents=True, exist_ok=True)
                found = asyncio.run(copy_database(source, target, progress))
            except (OSError, StorageError) as error:
                raise self._problem(error) from None
        told = {"source": shown_database(source), "target": shown_database(target)}
        if self._as_json:
            self._print_json({**told, **found._asdict()})
            return 0
        self._tell("copied", **told, tables=found.tables, events=found.events)
        if found.in_use:
            self._tell("source_in_use", source=told["source"])
        return 0

    def check(self) -> int:
        """Exit status 1 if something is damaged."""
        try:
            found = integrity.check(self._file())
        except StorageError as error:
            raise self._problem(error) from None
        if self._as_json:
            problems = [{"table": each.table, "problem": say(each.detail, self._language)} for each in found.problems]
            self._print_json({"tables": found.tables, "events": found.events, "problems": problems})
        else:
            for problem in found.problems:
                print(say(problem.detail, self._language))
            self._tell(
                "damaged" if found.problems else "well",
                count=len(found.problems),
                tables=found.tables,
                events=found.events,
            )
        return 1 if found.problems else 0

    # How it is done

    def _ask(self, request: AnyRequest) -> Reply:
        """Ask the server that uses the database; if none does, open it. PostgreSQL is open to all."""
        try:
            if isinstance(self._database, PostgresAddress):
                reply = asyncio.run(_perform_as_node(self._database, request))
            else:
                reply = self._ask_server(self._file(), request)
        except StorageError as error:
            raise self._problem(error) from None
        if reply.failure is not None:
            raise UnknownOption(reply.failure)
        return reply

    def _ask_server(self, database: Path, request: AnyRequest) -> Reply:
        try:
            store = SqliteStore(database)
        except InUse:
            return control.ask(database, request)
        return asyncio.run(_perform_alone(store, request))

    def _file(self) -> Path:
        """The database, which must be a file that exists."""
        if not self._path().is_file():
            raise UnknownOption.of("admin.no_database", file=str(self._database), option="--database")
        return self._path().resolve()

    def _path(self) -> Path:
        """The database, which must be a file."""
        if isinstance(self._database, PostgresAddress):
            raise UnknownOption.of("admin.only_files")
        return self._database

    def _problem(self, error: Exception) -> UnknownOption:
        return UnknownOption.of("admin.storage", problem=problem_with(error, self._language))

    def _sure(self, what: str, **args: Arg) -> bool:
        """Ask whether to do something that cannot be undone."""
        if self._yes:
            return True
        question = say(fact(f"admin.sure_{what}", **args), self._language)
        if not sys.stdin.isatty():
            raise UnknownOption.of("admin.not_confirmed", question=question, option="--yes")
        try:
            answer = input(f"{question} [y/N] ")
        except EOFError:
            answer = ""
        if answer.strip().lower() in YES:
            return True
        self._tell("left_alone")
        return False

    # How it is shown

    def _tell(self, key: str, **args: Arg) -> None:
        print(say(fact(f"admin.{key}", **args), self._language))

    def _text(self, key: str) -> str:
        return say(fact(f"admin.{key}"), self._language)

    @staticmethod
    def _print_json(value: object) -> None:
        print(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())

    def _row(self, table: AdminTable) -> dict[str, str]:
        return {
            "table": table.id,
            "game": table.game,
            "status": self._text(f"status_{table.status}"),
            "created": _time(table.created),
            "active": _time(table.active),
            "people": str(table.people),
            "spectators": str(table.spectators),
            "names": ", ".join(table.names),
        }

    def _print_table(self, rows: list[dict[str, str]]) -> None:
        rows = [{name: self._text(f"column_{name}") for name in rows[0]}, *rows]
        widths = {name: max(len(row[name]) for row in rows) for name in rows[0]}
        for row in rows:
            print("  ".join(text.ljust(widths[name]) for name, text in row.items()).rstrip())

    def _print_details(self, table: AdminTable) -> None:
        details = table.details
        assert details is not None
        shown = {**self._row(table), "events": str(details.events), "language": details.language}
        shown["public"] = self._text("yes" if table.public and table.status in ("waiting", "playing") else "no")
        shown["options"] = ", ".join(f"{name}={value}" for name, value in details.options.items())
        if details.next is not None:
            shown["next"] = details.next
        if details.closed:
            shown["closed"] = details.closed
        del shown["names"]
        width = max(len(self._text(f"column_{name}")) for name in shown)
        for name, text in shown.items():
            print(f"{self._text(f'column_{name}').ljust(width)}  {text}")
        for number, seat in enumerate(details.seats, 1):
            who = self._text(f"seat_{seat.who}")
            away = f" ({self._text('seat_away')})" if seat.away else ""
            print(f"  {number}. {who}: {seat.bot or seat.name}{away}" if seat.who != "open" else f"  {number}. {who}")


async def _perform_as_node(database: PostgresAddress, request: AnyRequest) -> Reply:
    """Do it beside the nodes that use the database, and tell them."""
    opened = await open_database(database)
    registry = make_registry(opened.store, bus=opened.bus, name="admin")
    registry.services.stop()
    try:
        await registry.membership.listen()
        return await perform(registry, request)
    finally:
        await registry.close()
        await opened.store.close()


async def _perform_alone(store: SqliteStore, request: AnyRequest) -> Reply:
    """Do it without a server: no clock runs, and no bot plays."""
    registry = make_registry(store)
    registry.services.stop()
    try:
        return await perform(registry, request)
    finally:
        await registry.close()
        await store.close()


def _time(milliseconds: int) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(milliseconds / 1000))


def _network(ban: Ban) -> str:
    return shown(ip_network(ban.network))


def _number(days: float) -> str:
    return f"{days:g}"
