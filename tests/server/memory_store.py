"""A store in memory, for tests of everything above the store."""

import os
from collections.abc import Sequence

import msgspec

from koloda.server.storage.store import Append, Ban, Conflict, StorageError, StoredTable, TableQuery, TableSummary


class MemoryStore:
    """`broken` makes every write fail, as on a full disk."""

    def __init__(self) -> None:
        self.broken = False
        self._events: dict[str, list[bytes]] = {}
        self._summaries: dict[str, TableSummary] = {}
        self._answers: dict[tuple[str, str, str], bytes] = {}
        self._bans: dict[str, Ban] = {}
        self._beat: int | None = None

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
        created = self._summaries.get(change.table, change.summary).created
        self._summaries[change.table] = msgspec.structs.replace(change.summary, created=created)

    async def events(self, table: str, since: int = 0) -> list[bytes]:
        return self._events.get(table, [])[since:]

    async def answer(self, table: str, command: tuple[str, str]) -> bytes | None:
        return self._answers.get((table, *command))

    async def public(self, most: int, active_since: int = 0) -> list[bytes]:
        listings = [
            summary.listing
            for summary in self._summaries.values()
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
            for number, (table, summary) in reversed(list(enumerate(self._summaries.items())))
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
        kept = [] if idle_since is None else [t for t in tables if self._summaries[t].active >= idle_since]
        removed = [table for table in tables if table in self._summaries and table not in kept]
        for table in removed:
            del self._summaries[table], self._events[table]
        self._answers = {key: answer for key, answer in self._answers.items() if key[0] not in removed}
        return removed

    async def after(self, now: int) -> list[str]:
        going_on = [each for each in self._summaries.items() if each[1].status in ("waiting", "playing")]
        return [table for table, summary in going_on if summary.active > now]

    async def backup(self, path: str | os.PathLike[str]) -> None:
        raise StorageError("memory has no copies")

    async def due(self) -> list[str]:
        tables = [(summary.due, table) for table, summary in self._summaries.items() if summary.due is not None]
        return [table for _, table in sorted(tables)]

    async def ban(self, ban: Ban) -> None:
        if self.broken:
            raise StorageError("the disk is full")
        self._bans[ban.network] = ban

    async def unban(self, network: str) -> bool:
        return self._bans.pop(network, None) is not None

    async def bans(self, now: int) -> list[Ban]:
        return sorted((ban for ban in self._bans.values() if ban.until > now), key=lambda ban: (ban.since, ban.network))

    async def beat(self, now: int) -> int | None:
        before, self._beat = self._beat, now
        return before

    async def close(self) -> None:
        pass
