"""The tables that are in memory: loaded when they are needed, unloaded when not, and woken when something is due."""

from collections.abc import Iterator
from functools import partial

from koloda.server.tables.clients import BotClients, TurnNotices
from koloda.server.tables.clocks import SECOND, Alarm
from koloda.server.tables.history import TableHistory
from koloda.server.tables.identifiers import is_id, no_table
from koloda.server.tables.live_table import LiveTable
from koloda.server.tables.services import Services

KEPT_FOR = 120 * SECOND
"""A table that is not used for this long is unloaded."""


class LoadedTables:
    """All tables of this process. They are iterated and counted; the stored ones can be loaded with `get`."""

    def __init__(self, services: Services, bots: BotClients, notices: TurnNotices) -> None:
        self._services = services
        self._bots = bots
        self._notices = notices
        self._tables: dict[str, LiveTable] = {}
        self._sleeping: dict[str, Alarm] = {}
        self._slept_at: dict[str, int] = {}
        """Tables that we own and have unloaded: the last event that we know."""
        self._attended: dict[str, None] = {}
        """Public tables to which somebody is connected."""

    def __len__(self) -> int:
        return len(self._tables)

    def __iter__(self) -> Iterator[LiveTable]:
        return iter(self._tables.values())

    def find(self, table: str) -> LiveTable | None:
        """A table, if it is in memory."""
        return self._tables.get(table)

    def get(self, table: str) -> LiveTable:
        """A table, to be loaded if it is not in memory. If no table can have this id, raises `Refused`."""
        if not is_id(table):
            raise no_table(table)
        live = self._tables.get(table)
        if live is None:
            live = self._tables[table] = self._made(table)
            self._slept_at.pop(table, None)
            if table in self._sleeping:
                self._sleeping.pop(table).cancel()
        live.touch()
        return live

    async def create(self, history: TableHistory) -> None:
        """Store a new table."""
        live = self._made(history.state.id)
        await live.create(history)
        self._tables[live.id] = live

    def _made(self, table: str) -> LiveTable:
        return LiveTable(table, self._services, self._bots, self._notices)

    def known_seq(self, table: str, unknown: int) -> int:
        """The last event of a table that we know; `unknown` if we know of none."""
        live = self._tables.get(table)
        return live.seq if live is not None else self._slept_at.get(table, unknown)

    def may_be_due(self, table: str) -> bool:
        """Can somebody's time run out at a table, as far as we know?"""
        live = self._tables.get(table)
        return table in self._sleeping or (live is not None and live.timed)

    # Public tables with somebody there

    def attend(self, table: str) -> None:
        """Somebody has connected to a table, or it may be public now."""
        live = self._tables.get(table)
        if live is not None and live.listed and live.watched:
            self._attended[table] = None

    def leave(self, table: str) -> None:
        """Somebody has disconnected from a table."""
        live = self._tables.get(table)
        if live is None or not live.watched:
            self._attended.pop(table, None)

    @property
    def attended(self) -> list[LiveTable]:
        """The public tables with somebody there who has a seat."""
        found = [self._tables[table] for table in self._attended if table in self._tables]
        return [live for live in found if live.listed and live.attended]

    # Unloading

    def sweep(self) -> None:
        """Unload tables that are not used: they can be loaded again."""
        for table, live in list(self._tables.items()):
            if live.unused_for() < KEPT_FOR:
                continue
            if not live.idle:
                live.forget_feeds()
                continue
            when = live.wakes_at
            live.close()
            del self._tables[table]
            if table in self._services.node.fences:
                self._slept_at[table] = live.seq
            if when is not None:
                self._sleeping[table] = self._services.time.call_at(when, partial(self._wake, table))

    def _wake(self, table: str) -> None:
        """Resume an unloaded table at which something is due."""
        del self._sleeping[table]
        self._services.begin(self.get(table).wake())

    def forget(self, table: str) -> None:
        """The table is no longer stored."""
        live = self._tables.pop(table, None)
        if live is not None:
            live.drop()
        self._services.talks.forget(table)
        alarm = self._sleeping.pop(table, None)
        if alarm is not None:
            alarm.cancel()
        self._attended.pop(table, None)
        self._slept_at.pop(table, None)
        self._services.node.fences.pop(table, None)
        self._notices.table_gone(table)

    def close(self) -> None:
        """Stop the clocks and bots of all tables."""
        for live in self._tables.values():
            live.close()
