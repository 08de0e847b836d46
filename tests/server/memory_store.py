"""A store in memory, for tests of everything above the store."""

import os
from collections.abc import Sequence

import msgspec

from koloda.server.storage.push import PushTarget
from koloda.server.storage.store import Append, Ban, Conflict, StorageError, StoredTable, TableQuery, TableSummary


class MemoryStore:
    """`broken` makes every write fail, as on a full disk."""

    def __init__(self) -> None:
        self.broken = False
        self._events: dict[str, list[bytes]] = {}
        self.summaries: dict[str, TableSummary] = {}
        self._answers: dict[tuple[str, str, str], bytes] = {}
        self._bans: dict[str, Ban] = {}
        self._reviews: dict[str, tuple[str, bytes]] = {}
        self._beat: int | None = None
        self.push = MemoryPush(self)

    async def append(self, change: Append) -> None:
        stored = self._events.get(change.table, [])
        if self.broken:
            raise StorageError("the disk is full")
        if change.first != len(stored) + 1:
            raise Conflict(f"event {change.first} of table {change.table} cannot follow event {len(stored)}")
        if change.command is not None:
            if (change.table, *change.command) in self._answers:
                raise Conflict(f"{change.command} was answered before")
            self._answers[change.table, *change.command] = change.answer
        self._events[change.table] = [*stored, *change.events]
        created = self.summaries.get(change.table, change.summary).created
        self.summaries[change.table] = msgspec.structs.replace(change.summary, created=created)

    async def events(self, table: str, since: int = 0) -> list[bytes]:
        return self._events.get(table, [])[since:]

    async def answer(self, table: str, command: tuple[str, str]) -> bytes | None:
        return self._answers.get((table, *command))

    async def public(self, most: int, active_since: int = 0) -> list[bytes]:
        listings = [
            summary.listing
            for summary in self.summaries.values()
            if summary.public and summary.status in ("waiting", "playing") and summary.active >= active_since
        ]
        return listings[::-1][:most]

    async def tables(self, query: TableQuery) -> list[StoredTable]:
        found = [
            StoredTable(
                number=number,
                id=table,
                game=summary.game,
                status=summary.status,
                public=summary.public,
                created=summary.created,
                active=summary.active,
                listing=summary.listing,
            )
            for number, (table, summary) in reversed(list(enumerate(self.summaries.items())))
            if query.id in (None, table)
            and (query.before is None or number < query.before)
            and query.game in (None, summary.game)
            and query.status in (None, summary.status)
            and (query.idle_since is None or summary.active < query.idle_since)
        ]
        return found[: query.most]

    async def remove(self, tables: Sequence[str], idle_since: int | None = None) -> list[str]:
        if self.broken:
            raise StorageError("the disk is full")
        kept = [] if idle_since is None else [t for t in tables if self.summaries[t].active >= idle_since]
        removed = [table for table in tables if table in self.summaries and table not in kept]
        for table in removed:
            del self.summaries[table], self._events[table]
            self._reviews.pop(table, None)
            self.push.targets_by_seat = {key: own for key, own in self.push.targets_by_seat.items() if key[0] != table}
        self._answers = {key: answer for key, answer in self._answers.items() if key[0] not in removed}
        return removed

    async def after(self, now: int) -> list[str]:
        going_on = [each for each in self.summaries.items() if each[1].status in ("waiting", "playing")]
        return [table for table, summary in going_on if summary.active > now]

    async def backup(self, path: str | os.PathLike[str]) -> None:
        raise StorageError("memory has no copies")

    async def due(self) -> list[str]:
        tables = [(summary.due, table) for table, summary in self.summaries.items() if summary.due is not None]
        return [table for _, table in sorted(tables)]

    async def ban(self, ban: Ban) -> None:
        if self.broken:
            raise StorageError("the disk is full")
        self._bans[ban.network] = ban

    async def unban(self, network: str) -> bool:
        return self._bans.pop(network, None) is not None

    async def bans(self, now: int) -> list[Ban]:
        return sorted((ban for ban in self._bans.values() if ban.until > now), key=lambda ban: (ban.since, ban.network))

    async def review(self, table: str, made: str) -> bytes | None:
        found = self._reviews.get(table)
        return found[1] if found is not None and found[0] == made else None

    async def keep_review(self, table: str, made: str, body: bytes) -> None:
        if self.broken:
            raise StorageError("the disk is full")
        if table in self.summaries:
            self._reviews[table] = made, body

    async def beat(self, now: int) -> int | None:
        before, self._beat = self._beat, now
        return before

    async def close(self) -> None:
        pass


class MemoryPush:
    """Targets by table and client, each with the last turn that it has been told of."""

    def __init__(self, store: MemoryStore) -> None:
        self._store = store
        self._key: bytes | None = None
        self.targets_by_seat: dict[tuple[str, str], dict[str, tuple[PushTarget, int]]] = {}

    async def key(self, fresh: bytes) -> bytes:
        self._key = self._key or fresh
        return self._key

    async def renew_key(self, fresh: bytes) -> int:
        forgotten = await self.devices()
        self._key, self.targets_by_seat = fresh, {}
        return forgotten

    async def devices(self) -> int:
        return len({endpoint for own in self.targets_by_seat.values() for endpoint in own})

    async def subscribe(self, table: str, clients: Sequence[str], client: str, target: PushTarget, most: int) -> None:
        own = self.targets_by_seat.pop((table, client), {})
        told = max((told for _, told in own.values()), default=0)
        own.pop(target.endpoint, None)
        own[target.endpoint] = (target, told)
        self.targets_by_seat = {
            key: each for key, each in self.targets_by_seat.items() if key[0] != table or key[1] in clients
        }
        self.targets_by_seat[table, client] = dict([*own.items()][-most:])

    async def forget(self, endpoint: str) -> None:
        for own in self.targets_by_seat.values():
            own.pop(endpoint, None)

    async def copy(self, table: str, following: str) -> int:
        copied = {
            (following, client): {endpoint: (target, 0) for endpoint, (target, _) in own.items()}
            for (at, client), own in self.targets_by_seat.items()
            if at == table
        }
        self.targets_by_seat.update(copied)
        return sum(map(len, copied.values()))

    async def untold(self, table: str, client: str, turn: int) -> list[PushTarget]:
        own = self.targets_by_seat.get((table, client), {})
        found = {endpoint: target for endpoint, (target, told) in own.items() if told < turn}
        own.update({endpoint: (target, turn) for endpoint, target in found.items()})
        return [*found.values()]

    async def targets(self, table: str, client: str) -> list[PushTarget]:
        return [target for target, _ in self.targets_by_seat.get((table, client), {}).values()]

    async def tables(self, active_since: int = 0) -> list[str]:
        summaries = self._store.summaries
        wanting = {table for (table, _), own in self.targets_by_seat.items() if own and table in summaries}
        going_on = {table for table in wanting if summaries[table].status in ("waiting", "playing")}
        return sorted(table for table in going_on if summaries[table].active >= active_since)
