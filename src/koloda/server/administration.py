"""What an operator can do with tables. `koloda admin` asks a running server for it, or does it on the database alone.

No request shows cards, secrets or tokens.
"""

import asyncio
from collections.abc import AsyncIterator
from ipaddress import ip_address, ip_network
from typing import Any

import msgspec

from koloda.core.facts import Fact, fact
from koloda.server.messages import Clock, Failure, PublicTable, Status
from koloda.server.storage.store import Ban, StorageError, StoredTable, TableQuery
from koloda.server.tables.bans import Network
from koloda.server.tables.clocks import SECOND
from koloda.server.tables.history import TableHistory
from koloda.server.tables.identifiers import no_table
from koloda.server.tables.refusals import Refused
from koloda.server.tables.registry import TableRegistry

DAY = 24 * 60 * 60 * SECOND
LONGEST_REASON = 200
PAGE = 100
"""How many tables are looked at in one go."""

_listed = msgspec.json.Decoder(PublicTable)


class Request(msgspec.Struct, frozen=True, kw_only=True, tag_field="do"):
    """What the operator asks for."""


class ListTables(Request, frozen=True, kw_only=True, tag="list"):
    game: str | None = None
    status: Status | None = None
    idle_days: float | None = None
    """Only tables without an event for this long."""
    name: str | None = None
    """Only tables with a player whose name contains this, in any case."""
    most: int | None = None


class ShowTable(Request, frozen=True, kw_only=True, tag="show"):
    table: str


class HideTable(Request, frozen=True, kw_only=True, tag="hide"):
    table: str


class CloseTable(Request, frozen=True, kw_only=True, tag="close"):
    table: str
    why: str = ""


class DeleteTable(Request, frozen=True, kw_only=True, tag="delete"):
    table: str


class PurgeTables(Request, frozen=True, kw_only=True, tag="purge"):
    """Delete tables without an event for `days`, unless somebody is there."""

    days: float
    status: Status | None = None
    dry_run: bool = False


class BanNetwork(Request, frozen=True, kw_only=True, tag="ban"):
    network: str
    days: float
    why: str = ""


class BanSeat(Request, frozen=True, kw_only=True, tag="ban_seat"):
    """Ban the household from which the person in a seat is connected now."""

    table: str
    seat: int
    """Counted from 0."""
    days: float
    why: str = ""


class Unban(Request, frozen=True, kw_only=True, tag="unban"):
    network: str


class ListBans(Request, frozen=True, kw_only=True, tag="bans"):
    pass


class ShowNotices(Request, frozen=True, kw_only=True, tag="notices"):
    """The server's key for notices, and how many devices get them."""

    renew_key: bool = False
    """Make another key: all devices are forgotten, and come back by themselves."""


OfTables = ListTables | ShowTable | HideTable | CloseTable | DeleteTable | PurgeTables
AnyRequest = OfTables | BanNetwork | BanSeat | Unban | ListBans | ShowNotices


class AdminSeat(msgspec.Struct, frozen=True, kw_only=True):
    who: str
    name: str
    bot: str
    away: bool


class TableDetails(msgspec.Struct, frozen=True, kw_only=True):
    """What only the events of a table say."""

    events: int
    options: dict[str, str]
    seats: list[AdminSeat]
    language: str
    clock: Clock
    patience: int | None
    closed: str
    next: str | None


class AdminTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table as the operator sees it. Times are in milliseconds since 1970."""

    id: str
    game: str
    status: str
    public: bool
    players: int
    open: int
    names: list[str]
    created: int
    active: int
    people: int
    """People with a seat who are connected."""
    spectators: int
    screens: int
    details: TableDetails | None = None


class AdminNotices(msgspec.Struct, frozen=True, kw_only=True):
    key: str
    """The public key, as browsers get it."""
    devices: int
    forgotten: int = 0
    """Devices that belonged to the key before."""


class Reply(msgspec.Struct, frozen=True, kw_only=True):
    """What was found or changed, or why nothing was done."""

    tables: list[AdminTable] = []
    bans: list[Ban] = []
    notices: AdminNotices | None = None
    failure: Fact | None = None


async def perform(registry: TableRegistry, request: AnyRequest) -> Reply:
    try:
        match request:
            case BanNetwork() | BanSeat():
                return Reply(bans=await _ban(registry, request))
            case Unban():
                await registry.bans.remove(network_of(request.network))
                return Reply()
            case ListBans():
                return Reply(bans=await registry.bans.current())
            case ShowNotices():
                return Reply(notices=await _notices(registry, request))
        return Reply(tables=await _perform(registry, request))
    except Refused as problem:
        return Reply(failure=problem.failure.detail)
    except StorageError as error:
        return Reply(failure=fact("cli.serve_storage", problem=str(error)))


async def _notices(registry: TableRegistry, request: ShowNotices) -> AdminNotices:
    notices = registry.notices
    forgotten = await notices.renew_key() if request.renew_key else 0
    return AdminNotices(key=await notices.key(), devices=await notices.devices(), forgotten=forgotten)


async def _perform(registry: TableRegistry, request: OfTables) -> list[AdminTable]:
    match request:
        case ListTables():
            return await _list(registry, request)
        case PurgeTables():
            return await purge(registry, request)
    before = await _find(registry, request.table)
    match request:
        case ShowTable():
            return [msgspec.structs.replace(before, details=await _details(registry, request.table))]
        case HideTable():
            await registry.hide(request.table)
        case CloseTable():
            _check_reason(request.why)
            await registry.end(request.table, request.why)
        case DeleteTable():
            await registry.remove(request.table)
            return [before]
    return [await _find(registry, request.table)]


def _check_reason(why: str) -> None:
    if len(why) > LONGEST_REASON or not (why.isprintable() or why == ""):
        raise _refused("unknown_option", fact("admin.reason", most=LONGEST_REASON))


async def _ban(registry: TableRegistry, request: BanNetwork | BanSeat) -> list[Ban]:
    _check_reason(request.why)
    if isinstance(request, BanNetwork):
        found = {request.network}
    else:
        await _find(registry, request.table)
        found = await registry.households(request.table, request.seat)
        if not found:
            raise _refused("unknown_option", fact("admin.nobody", table=request.table, seat=request.seat + 1))
    networks = sorted({network_of(each) for each in found}, key=str)
    return await registry.bans.add(networks, round(request.days * DAY), request.why)


def network_of(address: str) -> Network:
    """What to ban: a network, or the household of an address."""
    try:
        alone = ip_address(address)
    except ValueError:
        try:
            return ip_network(address, strict=False)
        except ValueError:
            raise _refused("unknown_option", fact("admin.no_address", given=address)) from None
    return ip_network((alone, 64 if alone.version == 6 else 32), strict=False)


async def _list(registry: TableRegistry, request: ListTables) -> list[AdminTable]:
    idle_since = None if request.idle_days is None else registry.now() - round(request.idle_days * DAY)
    found: list[AdminTable] = []
    async for page in _pages(registry, TableQuery(game=request.game, status=request.status, idle_since=idle_since)):
        found += [table for stored in page if _has_name(table := _table(registry, stored), request.name)]
        if request.most is not None and len(found) >= request.most:
            break
    return found[: request.most]


def _has_name(table: AdminTable, part: str | None) -> bool:
    return part is None or any(part.casefold() in name.casefold() for name in table.names)


async def purge(registry: TableRegistry, request: PurgeTables) -> list[AdminTable]:
    """Delete old tables, some at a time, so that nobody waits for long."""
    idle_since = registry.now() - round(request.days * DAY)
    purged: list[AdminTable] = []
    async for page in _pages(registry, TableQuery(status=request.status, idle_since=idle_since)):
        unused = {table.id: _table(registry, table) for table in page if not registry.used(table.id)}
        gone = list(unused) if request.dry_run else await registry.remove_idle(list(unused), idle_since)
        purged += [unused[table] for table in gone]
    return purged


async def _pages(registry: TableRegistry, query: TableQuery) -> AsyncIterator[list[StoredTable]]:
    """The tables that a query asks for, the newest first, a page at a time."""
    query = msgspec.structs.replace(query, most=PAGE)
    while page := await registry.services.store.tables(query):
        yield page
        query = msgspec.structs.replace(query, before=page[-1].number)


def _refused(code: str, detail: Fact) -> Refused:
    return Refused(Failure(code=code, detail=detail))


async def _find(registry: TableRegistry, table: str) -> AdminTable:
    found = await registry.services.store.tables(TableQuery(id=table))
    if not found:
        raise no_table(table)
    return _table(registry, found[0])


def _table(registry: TableRegistry, stored: StoredTable) -> AdminTable:
    people, spectators, screens = registry.presence(stored.id)
    counts: dict[str, Any] = {"players": 0, "open": 0, "names": []}
    if stored.listing:
        listed = _listed.decode(stored.listing)
        counts = {"players": listed.players, "open": listed.open, "names": listed.names}
    return AdminTable(
        id=stored.id,
        game=stored.game,
        status=stored.status,
        public=stored.public,
        created=stored.created,
        active=stored.active,
        people=people,
        spectators=spectators,
        screens=screens,
        **counts,
    )


async def _details(registry: TableRegistry, table: str) -> TableDetails:
    log = await registry.services.store.events(table)
    try:
        state = (await asyncio.to_thread(TableHistory, table, log)).state
    except Exception as error:  # whatever is wrong with it, the operator should learn that it is
        detail = fact("admin.unreadable", table=table, problem=type(error).__name__)
        raise _refused("failed", detail) from error
    return TableDetails(
        events=state.seq,
        options=dict(state.opened.options),
        seats=[
            AdminSeat(who=each.who, name=each.name, bot=each.bot, away=each.away is not None)
            for each in state.seats.by_seat
        ],
        language=state.opened.language,
        clock=state.opened.clock,
        patience=state.opened.patience,
        closed=state.closed,
        next=state.next,
    )
