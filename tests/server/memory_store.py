"""A store in memory, for tests of everything above the store."""

import os
from collections.abc import Callable, Sequence

import msgspec

from koloda.server.storage.leases import FIRST_FENCE, LEASE, Claim, Joined, Renewed
from koloda.server.storage.push import PushTarget
from koloda.server.storage.store import (
    Append,
    Ban,
    Conflict,
    Fenced,
    Head,
    StorageError,
    StoredTable,
    TableQuery,
    TableSummary,
)


class MemoryStore:
    """`broken` makes every write fail, as on a full disk. With `shared` several nodes may be alive."""

    def __init__(self, *, shared: bool = False, clock: Callable[[], int] = lambda: 0) -> None:
        self.broken = False
        self.leases = MemoryLeases(self, clock, alone=not shared)
        self._events: dict[str, list[bytes]] = {}
        self.summaries: dict[str, TableSummary] = {}
        self._answers: dict[tuple[str, str, str], bytes] = {}
        self._bans: dict[str, Ban] = {}
        self._reviews: dict[str, tuple[str, bytes]] = {}
        self._codes: dict[str, tuple[int, bytes]] = {}
        self.push = MemoryPush(self)

    async def append(self, change: Append) -> None:
        stored = self._events.get(change.table, [])
        if self.broken:
            raise StorageError("the disk is full")
        if change.first != len(stored) + 1:
            raise Conflict(f"event {change.first} of table {change.table} cannot follow event {len(stored)}")
        if change.fence is not None and self.leases.owners[change.table][1] != change.fence:
            raise Fenced(f"table {change.table} has another owner")
        if change.fence is not None:
            self.leases.down_since.pop(change.table, None)
        if change.command is not None:
            if (change.table, *change.command) in self._answers:
                raise Conflict(f"{change.command} was answered before")
            self._answers[change.table, *change.command] = change.answer
        self._events[change.table] = [*stored, *change.events]
        if change.first == 1:
            self.leases.owners[change.table] = (change.owner, FIRST_FENCE)
        created = self.summaries.get(change.table, change.summary).created
        self.summaries[change.table] = msgspec.structs.replace(change.summary, created=created)

    async def events(self, table: str, since: int = 0) -> list[bytes]:
        return self._events.get(table, [])[since:]

    async def heads(self, tables: Sequence[str]) -> dict[str, Head]:
        alive, owners = self.leases.alive, self.leases.owners
        return {
            table: Head(len(self._events[table]), owners[table][0] if owners[table][0] in alive else None)
            for table in tables
            if table in self._events
        }

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
            del self.summaries[table], self._events[table], self.leases.owners[table]
            self._reviews.pop(table, None)
            self.push.targets_by_seat = {key: own for key, own in self.push.targets_by_seat.items() if key[0] != table}
        self._answers = {key: answer for key, answer in self._answers.items() if key[0] not in removed}
        return removed

    async def after(self, now: int) -> list[str]:
        going_on = [each for each in self.summaries.items() if each[1].status in ("waiting", "playing")]
        return [table for table, summary in going_on if summary.active > now]

    async def backup(self, path: str | os.PathLike[str]) -> None:
        raise StorageError("memory has no copies")

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

    async def keep_code(self, code: str, now: int, ends: int, body: bytes, most: int) -> None:
        kept = {each: found for each, found in self._codes.items() if found[0] > now}
        self._codes = dict([*kept.items(), (code, (ends, body))][-most:])

    async def code(self, code: str, now: int) -> bytes | None:
        ends, body = self._codes.get(code, (0, None))
        return body if ends > now else None

    async def drop_code(self, code: str) -> bool:
        return self._codes.pop(code, None) is not None

    async def close(self) -> None:
        pass


class MemoryLeases:
    def __init__(self, store: MemoryStore, clock: Callable[[], int], alone: bool) -> None:
        self._store = store
        self._clock = clock
        self._alone = alone
        self._seen: dict[int, int] = {}
        self._expires: dict[int, int] = {}
        self._last: int | None = None
        self.owners: dict[str, tuple[int | None, int]] = {}
        """By table: its owner and its fence."""
        self.down_since: dict[str, int] = {}
        """By table: when the owner before was last seen, until the owner stores something."""

    @property
    def alive(self) -> frozenset[int]:
        return frozenset(node for node, expires in self._expires.items() if expires > self._clock())

    async def join(self, name: str, now: int) -> Joined:
        if self._alone:
            self._expires = dict.fromkeys(self._expires, -1)
        last, node = self._last, len(self._seen) + 1
        await self.renew(node, now)
        return Joined(node=node, last=last)

    async def renew(self, node: int, now: int) -> Renewed:
        if self._store.broken:
            raise StorageError("the disk is full")
        self._last = self._seen[node] = now
        self._expires[node] = self._clock() + LEASE
        return Renewed(alive=self.alive)

    async def leave(self, node: int, now: int) -> None:
        self._last = self._seen[node] = now
        self._expires[node] = -1

    async def claim(self, node: int, tables: Sequence[str]) -> list[Claim]:
        if self._store.broken:
            raise StorageError("the disk is full")
        alive, claims = self.alive - {node}, []
        for table in tables:
            if table not in self.owners or self.owners[table][0] in alive:
                continue
            owner, fence = self.owners[table]
            if owner != node:
                fence += 1
                self.owners[table] = (node, fence)
            pending = self.down_since.pop(table, None)
            if pending is None or self._store.summaries[table].active > pending + LEASE:
                pending = None if owner in (None, node) else self._seen[owner or 0]
            if pending is not None:
                self.down_since[table] = pending
            notices = any(at == table and own for (at, _), own in self._store.push.targets_by_seat.items())
            claims.append(Claim(table=table, fence=fence, down_since=pending, notices=notices))
        return claims

    async def claim_due(self, node: int, most: int) -> list[Claim]:
        summaries = self._store.summaries
        due = sorted((each.due, table) for table, each in summaries.items() if each.due is not None)
        taken = self.alive | {node}
        return await self.claim(node, [table for _, table in due if self.owners[table][0] not in taken][:most])


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
