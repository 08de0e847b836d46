"""A store in memory, for tests of everything above the store."""

from koloda.server.storage.store import Append, Conflict, StorageError, TableSummary


class MemoryStore:
    """`broken` makes every write fail, as on a full disk."""

    def __init__(self) -> None:
        self.broken = False
        self._events: dict[str, list[bytes]] = {}
        self._summaries: dict[str, TableSummary] = {}
        self._answers: dict[tuple[str, str, str], bytes] = {}
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
        self._summaries[change.table] = change.summary

    async def events(self, table: str, since: int = 0) -> list[bytes]:
        return self._events.get(table, [])[since:]

    async def answer(self, table: str, command: tuple[str, str]) -> bytes | None:
        return self._answers.get((table, *command))

    async def public(self, most: int) -> list[bytes]:
        listings = [
            summary.listing for summary in self._summaries.values() if summary.public and summary.status != "over"
        ]
        return listings[::-1][:most]

    async def due(self) -> list[str]:
        tables = [(summary.due, table) for table, summary in self._summaries.items() if summary.due is not None]
        return [table for _, table in sorted(tables)]

    async def beat(self, now: int) -> int | None:
        before, self._beat = self._beat, now
        return before

    async def close(self) -> None:
        pass
