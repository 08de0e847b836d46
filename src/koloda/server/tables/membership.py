"""This process as a member of those that serve the same tables: it owns some of them, and learns what others do.

It resumes tables at the start, renews its lease, takes over tables without an owner, reads what others have stored, and
does what their notes ask for. A process that is alone owns all tables, and only notes that it is alive.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress

from koloda.server.bus import notes
from koloda.server.bus.notes import AnyNote
from koloda.server.storage.leases import Claim
from koloda.server.storage.store import StorageError
from koloda.server.tables.bans import Bans
from koloda.server.tables.clients import TurnNotices
from koloda.server.tables.clocks import EARLIEST, SECOND
from koloda.server.tables.households import Households
from koloda.server.tables.loaded_tables import LoadedTables
from koloda.server.tables.node import MOST_CLAIMED, RENEWAL, REPEATED
from koloda.server.tables.reviews import Reviews
from koloda.server.tables.services import RETRY, Services

LIVENESS_INTERVAL = 2 * SECOND
"""How often the store notes that a server is alive that is alone."""
MOST_POLLED = 2000
"""At how many tables to look in one go, for events that other nodes have not told us of."""
LATE = 60 * SECOND
"""A turn that began this long before the server went down may not have been told to people who were away."""
ANSWERING = 0.3
"""Seconds in which other nodes answer who is connected."""
ALL = 1 << 62
"""More tables than there are."""

log = logging.getLogger(__name__)


class Membership:
    """Begins with `start` and ends with `leave`."""

    def __init__(
        self,
        services: Services,
        tables: LoadedTables,
        bans: Bans,
        households: Households,
        reviews: Reviews,
        notices: TurnNotices,
    ) -> None:
        self._services = services
        self._tables = tables
        self._bans = bans
        self._households = households
        self._reviews = reviews
        self._notices = notices
        self._heartbeat: asyncio.Task[None] | None = None
        self._renewals = 0
        self._unsure = False
        """May we own tables and not know it, because an answer of the store was lost?"""
        self.on_limits: Callable[[int, notes.Spent | notes.Holding], None] = lambda sender, note: None
        """Is told what other nodes tell of the limits of addresses."""
        self.down_for = 0
        """Milliseconds between the last sign of life of the server before and the start of this one."""

    # Start and end

    async def start(self) -> None:
        """Resume all tables at which something is due. Their clocks do not count the time that the server was down.

        If the server's clock was ahead the last time, tables with events of the future go on from the present, too. If
        the clock has not been set, time goes on from the last sign of life.
        """
        services, node = self._services, self._services.node
        last = await self._join()
        await self._bans.load()
        if last is not None:
            if services.time.now() < EARLIEST:
                services.time.not_before(last)
            now = services.time.now()
            self.down_for = max(0, now - last)
            if node.alone:
                due = [claim.table for claim in await services.store.leases.claim_due(node.number, ALL)]
                ahead = await services.store.after(now) if last > now else []
                untold = await services.store.push.tables(active_since=last - LATE)
                await asyncio.gather(*(self._resume(table, last) for table in {*due, *ahead, *untold}))
        if not node.alone:
            await node.bus.start(node.number, self.take_note)
            node.tell(notes.Arrived())
            await self._renew()
        self._heartbeat = services.begin(self._beat())

    async def listen(self) -> None:
        """Learn from the other nodes who is connected, without becoming one: for the operator's commands."""
        node = self._services.node
        await node.bus.start(node.number, self.take_note)
        node.tell(notes.Arrived())
        await asyncio.sleep(ANSWERING)

    async def leave(self, now: int) -> None:
        """Give up all tables. Their clocks stand still from now on."""
        if self._heartbeat is not None:
            self._heartbeat.cancel()
        node = self._services.node
        node.tell(notes.Left())
        try:
            await self._services.store.leases.leave(node.number, now)
        except StorageError:
            log.exception("when the server stopped could not be stored; clocks go on from the last heartbeat")

    async def _join(self) -> int | None:
        """Become a node, or another one; returns when a node was last seen before."""
        services, node = self._services, self._services.node
        joined = await services.store.leases.join(services.name, services.time.now())
        node.number, node.fences, node.renewed_at = joined.node, {}, services.time.now()
        return joined.last

    async def _resume(self, table: str, down_since: int) -> None:
        try:
            await self._tables.get(table).resume(down_since)
        except Exception:  # a table that cannot be read must not block the others
            log.exception("a table could not go on")

    async def _beat(self) -> None:
        services = self._services
        interval = LIVENESS_INTERVAL if services.node.alone else RENEWAL
        while True:
            await services.until(services.time.now() + interval)
            try:
                await self._renew()
            except StorageError:  # the next attempt will do
                services.on_storage_failure()
            except Exception:  # a node that does not renew its lease is lost for its tables, and does not know it
                log.exception("the lease could not be renewed")
                services.on_failure()
            self._tables.sweep()

    # The lease

    async def _renew(self) -> None:
        """Renew our lease; and if there may be other nodes, take over what nobody owns, and read what we missed."""
        services, node = self._services, self._services.node
        if self._unsure:
            await self._rejoin()
        now = services.time.now()
        renewed = await services.store.leases.renew(node.number, now)
        if node.alone:
            return
        away_since, took = node.renewed_at if node.is_away(now) else None, services.time.now() - now
        if renewed.clock is not None:
            services.time.follow(renewed.clock)
        node.renewed_at = services.time.now() - took
        if away_since is not None:
            self._come_back(away_since)
        self._note_alive(renewed.alive)
        self._renewals += 1
        if self._renewals % REPEATED == 0:
            self._tell_clients()
        if self._renewals % (2 * REPEATED) == 0:
            await self._bans.load()
            await self._notices.refresh()
        try:
            for claim in await services.store.leases.claim_due(node.number, MOST_CLAIMED):
                self.take_over(claim)
            await self.poll()
        except StorageError:
            self._unsure = not services.closing
            if self._unsure:
                with suppress(
                    StorageError
                ):  # then before the next renewal: we must not stay the owner of what we forgot
                    await self._rejoin()
            raise

    async def _rejoin(self) -> None:
        """Give up all tables that we may own, as another node."""
        services, node = self._services, self._services.node
        await services.store.leases.leave(node.number, services.time.now())
        await self._join()
        await node.bus.close()
        await node.bus.start(node.number, self.take_note)
        self._unsure = False

    def _come_back(self, away_since: int) -> None:
        """Our lease had expired, and is valid again. Nobody's clock counts that, at the tables that are still ours."""
        for table, fence in self._services.node.fences.items():
            if self._tables.may_be_due(table):
                claim = Claim(table=table, fence=fence, down_since=away_since, notices=False)
                self._services.begin(self._own(claim))

    # Tables of which we become the owner

    def take_over(self, claim: Claim) -> None:
        """We own a table from now on."""
        self._services.node.fences[claim.table] = claim.fence
        if claim.notices:
            self._notices.wanted_at(claim.table)
        self._services.begin(self._own(claim))

    async def _own(self, claim: Claim) -> None:
        services = self._services
        while not services.closing and services.node.fences.get(claim.table) == claim.fence:
            try:
                await self._tables.get(claim.table).own(claim.down_since)
                return
            except StorageError:  # nobody else will do it, as long as we are alive
                log.warning("a table could not go on, trying again")
                await services.until(services.time.now() + RETRY)
            except Exception:  # a table that cannot be read must not block the others
                log.exception("a table could not go on")
                return

    async def poll(self) -> None:
        """Look where our tables stand: other nodes may have gone on with them, or their owner may have died."""
        node = self._services.node
        followed = dict.fromkeys([*(live.id for live in self._tables if live.watched_here), *node.fences])
        polled = list(followed)
        if len(polled) > MOST_POLLED:  # in turns
            begin = self._renewals * MOST_POLLED % len(polled)
            polled = (polled + polled)[begin : begin + MOST_POLLED]
        if not polled:
            return
        heads = await self._services.store.heads(polled)
        unowned: list[str] = []
        for table in polled:
            live, head = self._tables.find(table), heads.get(table)
            if head is None:
                self._tables.forget(table)
                continue
            expired = table in node.fences and head.owner is None  # it is ours again with the next renewal
            if table in node.fences and head.owner not in (None, node.number):
                del node.fences[table]
            watched = live is not None and live.watched_here
            if expired or (watched and (head.owner is None or self._unaware(table, head.owner))):
                unowned.append(table)
            if self._tables.known_seq(table, head.last) < head.last:
                self._services.begin(self._tables.get(table).catch_up())
        for claim in await self._services.store.leases.claim(node.number, unowned) if unowned else ():
            self.take_over(claim)

    def _unaware(self, table: str, owner: int) -> bool:
        """Do we own a table and not know it?"""
        node, live = self._services.node, self._tables.find(table)
        return owner == node.number and table not in node.fences and live is not None and not live.finished

    # Other nodes

    def _note_alive(self, alive: frozenset[int]) -> None:
        node = self._services.node
        gone, node.alive = node.alive - alive, alive
        if gone:
            self._others_changed(node.drop(lambda number: number not in alive))

    def _others_changed(self, tables: Sequence[str]) -> None:
        for table in tables:
            live = self._tables.find(table)
            if live is not None:
                live.others_changed()

    def _tell_clients(self) -> None:
        """Tell the other nodes who is connected here."""
        for live in self._tables:
            if live.watched_here:
                live.tell_clients()

    def take_note(self, sender: int, note: AnyNote) -> None:
        """Do what another node's note asks for."""
        node = self._services.node
        match note:
            case notes.Appended():
                live = self._tables.find(note.table)
                if (live is not None and live.seq < note.seq) or (live is None and note.table in node.fences):
                    self._services.begin(self._tables.get(note.table).catch_up())
            case notes.Attending():
                live = self._tables.find(note.table)
                if live is not None and sender not in node.attending(note.table):
                    live.tell_seq()  # something may have happened before we knew that somebody is connected there
                node.attend(sender, note)
                self._others_changed([note.table])
            case notes.Reacted() | notes.Wrote() | notes.Nudged() | notes.Voted():
                live = self._tables.find(note.table)
                if live is not None:
                    live.take_note(note)
            case notes.Reviewing():
                self._reviews.take_note(note)
            case notes.Removed():
                self._tables.forget(note.table)
            case notes.BansChanged():
                self._services.begin(self._bans.load())
            case notes.Locating():
                live = self._tables.find(note.table)
                found = set() if live is None else live.households(note.seat)
                node.tell(notes.Located(question=note.question, households=sorted(found)))
            case notes.Located():
                self._households.heard(sender, note)
            case notes.NoticesChanged():
                if note.table:
                    self._notices.wanted_at(note.table)
                else:
                    self._notices.forget_key()
            case notes.Arrived():
                self._tell_clients()
            case notes.Left():
                self._others_changed(node.drop(lambda number: number == sender))
            case notes.Spent() | notes.Holding():
                self.on_limits(sender, note)
