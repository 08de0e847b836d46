"""The table registry: creates, finds, resumes and unloads the tables of a server."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any

import msgspec

from koloda.core.game import Game
from koloda.server.bus import notes
from koloda.server.bus.notes import AnyNote
from koloda.server.messages import (
    Answer,
    AnyCommand,
    Change,
    Failure,
    FollowedTable,
    Hint,
    Lobby,
    NewTable,
    OwnGame,
    PublicTable,
    PushSubscription,
    RealTable,
    ReviewProgress,
    SitDown,
)
from koloda.server.storage.leases import Claim
from koloda.server.storage.store import Conflict, StorageError, TableQuery
from koloda.server.tables import replay
from koloda.server.tables.advisor import advise
from koloda.server.tables.background import Documents
from koloda.server.tables.bans import Bans
from koloda.server.tables.clients import BotClients, TurnNotices
from koloda.server.tables.clocks import EARLIEST, SECOND, Alarm
from koloda.server.tables.commands import Close, Hide, TakeSeat
from koloda.server.tables.create_table import create_rematch, create_table, is_rematch
from koloda.server.tables.hints import Hints
from koloda.server.tables.history import TableHistory
from koloda.server.tables.households import Households
from koloda.server.tables.identifiers import is_id, new_token, no_table, read_name, read_nonce
from koloda.server.tables.listing import games, own_game
from koloda.server.tables.live_table import STORAGE, LiveTable
from koloda.server.tables.node import MOST_CLAIMED, RENEWAL, REPEATED
from koloda.server.tables.refusals import Admit, Refused, admitted, refused
from koloda.server.tables.replay import Document, FinishedGame
from koloda.server.tables.reviews import Reviews
from koloda.server.tables.seats import OwnSeats, hashed
from koloda.server.tables.services import RETRY, Services
from koloda.server.tables.state import TableState
from koloda.server.tables.subscribers import Subscriber, Subscription

LIVENESS_INTERVAL = 2 * SECOND
"""How often the store notes that a server is alive that is alone."""
MOST_POLLED = 2000
"""At how many tables to look in one go, for events that other nodes have not told us of."""
KEPT_FOR = 120 * SECOND
"""A table that is not used for this long is unloaded."""
LATE = 60 * SECOND
"""A turn that began this long before the server went down may not have been told to people who were away."""
LISTED = 100
"""How many public tables the lobby lists."""
LISTED_FOR = 30 * 60 * SECOND
"""A public table where nothing has happened for this long is listed only while one of its players is there."""

ANSWERING = 0.3
"""Seconds in which other nodes answer who is connected."""
ALL = 1 << 62
"""More tables than there are."""

NEWS = b'{"say":"news"'
CHAT = b'{"say":"chat"'

log = logging.getLogger(__name__)
_listed = msgspec.json.Decoder(PublicTable)


class _LongPoll:
    """A client that polls. `frame` is the first news that comes."""

    def __init__(self) -> None:
        self.frame: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()

    def send(self, frame: bytes) -> None:
        """A line that somebody wrote is no news by itself: the client gets an answer with all lines."""
        if not self.frame.done() and frame.startswith((NEWS, CHAT)):
            self.frame.set_result(frame if frame.startswith(NEWS) else b"")

    def end(self, failure: Failure) -> None:
        if not self.frame.done():
            self.frame.set_exception(Refused(failure))


class TableRegistry:
    """All tables of a server.

    What cannot be done raises `Refused` with the failure to answer; only `do` puts the failure into its answer (but a
    missing table raises `Refused` there, too). `token` is a seat's token, None for a spectator.
    """

    def __init__(
        self, services: Services, bots: BotClients, documents: Documents, reviews: Reviews, notices: TurnNotices
    ) -> None:
        self.services = services
        self.notices = notices
        self._bots = bots
        self._documents = documents
        self._reviews = reviews
        self._hints = Hints(bots)
        self._tables: dict[str, LiveTable] = {}
        self._sleeping: dict[str, Alarm] = {}
        self._attended: dict[str, None] = {}
        """Public tables to which somebody is connected."""
        self.bans = Bans(services)
        self._households = Households(services)
        self._games = games(bots.specs)
        self._heartbeat: asyncio.Task[None] | None = None
        self._renewals = 0
        self._unsure = False
        """May we own tables and not know it, because an answer of the store was lost?"""
        self._slept_at: dict[str, int] = {}
        """Tables that we own and have unloaded: the last event that we know."""
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
        services, node = self.services, self.services.node
        await self.notices.start()
        last = await self._join()
        await self.bans.load()
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
        node = self.services.node
        await node.bus.start(node.number, self.take_note)
        node.tell(notes.Arrived())
        await asyncio.sleep(ANSWERING)

    async def _join(self) -> int | None:
        """Become a node, or another one; returns when a node was last seen before."""
        services, node = self.services, self.services.node
        joined = await services.store.leases.join(services.name, services.time.now())
        node.number, node.fences, node.renewed_at = joined.node, {}, services.time.now()
        return joined.last

    async def _resume(self, table: str, down_since: int) -> None:
        try:
            await self._live(table).resume(down_since)
        except Exception:  # a table that cannot be read must not block the others
            log.exception("a table could not go on")

    async def _beat(self) -> None:
        services = self.services
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
            self._sweep()

    # Other nodes

    async def _renew(self) -> None:
        """Renew our lease; and if there may be other nodes, take over what nobody owns, and read what we missed."""
        services, node = self.services, self.services.node
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
            for live in self._tables.values():
                if live.watched_here:
                    live.tell_clients()
        if self._renewals % (2 * REPEATED) == 0:
            await self.bans.load()
            await self.notices.refresh()
        try:
            for claim in await services.store.leases.claim_due(node.number, MOST_CLAIMED):
                self._take_over(claim)
            await self._poll()
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
        services, node = self.services, self.services.node
        await services.store.leases.leave(node.number, services.time.now())
        await self._join()
        await node.bus.close()
        await node.bus.start(node.number, self.take_note)
        self._unsure = False

    def _note_alive(self, alive: frozenset[int]) -> None:
        node = self.services.node
        gone, node.alive = node.alive - alive, alive
        if gone:
            self._others_changed(node.drop(lambda number: number not in alive))

    def _others_changed(self, tables: Sequence[str]) -> None:
        for table in tables:
            live = self._tables.get(table)
            if live is not None:
                live.others_changed()

    def _come_back(self, away_since: int) -> None:
        """Our lease had expired, and is valid again. Nobody's clock counts that, at the tables that are still ours."""
        for table, fence in self.services.node.fences.items():
            live = self._tables.get(table)
            if table in self._sleeping or (live is not None and live.timed):
                claim = Claim(table=table, fence=fence, down_since=away_since, notices=False)
                self.services.begin(self._own(claim))

    def _take_over(self, claim: Claim) -> None:
        """We own a table from now on."""
        self.services.node.fences[claim.table] = claim.fence
        if claim.notices:
            self.notices.wanted_at(claim.table)
        self.services.begin(self._own(claim))

    async def _own(self, claim: Claim) -> None:
        services = self.services
        while not services.closing and services.node.fences.get(claim.table) == claim.fence:
            try:
                await self._live(claim.table).own(claim.down_since)
                return
            except StorageError:  # nobody else will do it, as long as we are alive
                log.warning("a table could not go on, trying again")
                await services.until(services.time.now() + RETRY)
            except Exception:  # a table that cannot be read must not block the others
                log.exception("a table could not go on")
                return

    async def _poll(self) -> None:
        """Look where our tables stand: other nodes may have gone on with them, or their owner may have died."""
        node = self.services.node
        followed = dict.fromkeys([*(table for table, live in self._tables.items() if live.watched_here), *node.fences])
        polled = list(followed)
        if len(polled) > MOST_POLLED:  # in turns
            begin = self._renewals * MOST_POLLED % len(polled)
            polled = (polled + polled)[begin : begin + MOST_POLLED]
        if not polled:
            return
        heads = await self.services.store.heads(polled)
        unowned: list[str] = []
        for table in polled:
            live, head = self._tables.get(table), heads.get(table)
            if head is None:
                self._forget(table)
                continue
            expired = table in node.fences and head.owner is None  # it is ours again with the next renewal
            if table in node.fences and head.owner not in (None, node.number):
                del node.fences[table]
            watched = live is not None and live.watched_here
            if expired or (watched and (head.owner is None or self._unaware(table, head.owner))):
                unowned.append(table)
            if (live.seq if live is not None else self._slept_at.get(table, head.last)) < head.last:
                self.services.begin(self._live(table).catch_up())
        for claim in await self.services.store.leases.claim(node.number, unowned) if unowned else ():
            self._take_over(claim)

    def _unaware(self, table: str, owner: int) -> bool:
        """Do we own a table and not know it?"""
        node = self.services.node
        return owner == node.number and table not in node.fences and not self._tables[table].finished

    def take_note(self, sender: int, note: AnyNote) -> None:
        """Do what another node's note asks for."""
        node = self.services.node
        match note:
            case notes.Appended():
                live = self._tables.get(note.table)
                if (live is not None and live.seq < note.seq) or (live is None and note.table in node.fences):
                    self.services.begin(self._live(note.table).catch_up())
            case notes.Attending():
                live = self._tables.get(note.table)
                if live is not None and sender not in node.attending(note.table):
                    live.tell_seq()  # something may have happened before we knew that somebody is connected there
                node.attend(sender, note)
                self._others_changed([note.table])
            case notes.Reacted() | notes.Wrote() | notes.Nudged() | notes.Voted():
                live = self._tables.get(note.table)
                if live is not None:
                    live.take_note(note)
            case notes.Reviewing():
                self._reviews.take_note(note)
            case notes.Removed():
                self._forget(note.table)
            case notes.BansChanged():
                self.services.begin(self.bans.load())
            case notes.Locating():
                found = self._households_here(note.table, note.seat)
                node.tell(notes.Located(question=note.question, households=sorted(found)))
            case notes.Located():
                self._households.heard(sender, note)
            case notes.NoticesChanged():
                if note.table:
                    self.notices.wanted_at(note.table)
                else:
                    self.notices.forget_key()
            case notes.Arrived():
                for live in self._tables.values():
                    if live.watched_here:
                        live.tell_clients()
            case notes.Left():
                self._others_changed(node.drop(lambda number: number == sender))
            case notes.Spent() | notes.Holding():
                self.on_limits(sender, note)

    def _sweep(self) -> None:
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
            if table in self.services.node.fences:
                self._slept_at[table] = live.seq
            if when is not None:
                self._sleeping[table] = self.services.time.call_at(when, partial(self._wake, table))

    def _wake(self, table: str) -> None:
        """Resume an unloaded table at which something is due."""
        del self._sleeping[table]
        self.services.begin(self._live(table).wake())

    async def stop(self) -> None:
        """Stop the clocks: from now on commands are refused, nothing becomes due, and no time counts.

        Clients that are connected may take a while to leave.
        """
        if self.services.closing:
            return
        stopped_at = self.now()
        self.services.stop()
        for live in self._tables.values():
            live.close()
        self.notices.close()
        if self._heartbeat is not None:
            self._heartbeat.cancel()
        self.services.node.tell(notes.Left())
        try:
            await self.services.store.leases.leave(self.services.node.number, stopped_at)
        except StorageError:
            log.exception("when the server stopped could not be stored; clocks go on from the last heartbeat")

    async def close(self) -> None:
        """Stop, finish pending writes, and close the bots. The store belongs to the caller."""
        await self.stop()
        await asyncio.gather(*self.services.tasks, return_exceptions=True)
        await self.services.node.bus.close()
        self._documents.close()
        self._reviews.close()
        await asyncio.to_thread(self._bots.close)

    def now(self) -> int:
        """The server's clock: milliseconds since 1970."""
        return self.services.time.now()

    @property
    def tables_in_memory(self) -> int:
        return len(self._tables)

    def _live(self, table: str) -> LiveTable:
        if not is_id(table):
            raise no_table(table)
        live = self._tables.get(table)
        if live is None:
            live = self._tables[table] = LiveTable(table, self.services, self._bots, self.notices)
            self._slept_at.pop(table, None)
            if table in self._sleeping:
                self._sleeping.pop(table).cancel()
        live.touch()
        return live

    @asynccontextmanager
    async def _storing(self) -> AsyncIterator[None]:
        try:
            yield
        except (Conflict, StorageError):
            raise Refused(STORAGE) from None

    @asynccontextmanager
    async def _reading(self, table: str) -> AsyncIterator[TableHistory]:
        async with self._storing(), self._live(table).reading_stored() as history:
            yield history

    # Seats

    async def open(self, wanted: NewTable) -> OwnSeats:
        tokens = tuple(new_token(self.services.entropy) for _ in range(1 + len(wanted.people)))
        history = create_table(
            wanted, tokens, self.now(), self._bots.specs, self.services.entropy, self.services.is_home
        )
        async with self._storing():
            await self._create(history)
        table = history.state
        return OwnSeats(table.id, tuple(range(len(tokens))), tokens, table.commitment)

    async def _create(self, history: TableHistory) -> None:
        live = LiveTable(history.state.id, self.services, self._bots, self.notices)
        await live.create(history)
        self._tables[live.id] = live

    async def sit(self, table: str, wanted: SitDown, token: str | None = None) -> OwnSeats:
        """Take a seat.

        If you already have one, you get it again: by `token` or, if the answer was lost, by the same name and nonce.
        """
        if token is not None and await self.seat_of(table, token) is not None:
            return await self.come_back(table, token)
        name, nonce, token = read_name(wanted.name), read_nonce(wanted.nonce), new_token(self.services.entropy)
        async with self._storing():
            command = TakeSeat(name=name, nonce=nonce, token=hashed(token), seat=wanted.seat)
            await self._live(table).execute(None, command)
        return await self.come_back(table, token)

    async def come_back(self, table: str, *tokens: str) -> OwnSeats:
        """The seats with these tokens; all of them must be somebody's."""
        async with self._reading(table) as history:
            lost = next(
                (history.state.lost[hashed(each)] for each in tokens if hashed(each) in history.state.lost), None
            )
            if lost is not None:
                raise Refused(Failure(code="no_seat", detail=lost))
            seats = [history.state.seats.seat_of(hashed(token)) for token in tokens]
            found = tuple(seat for seat in seats if seat is not None)
            if not found or len(found) < len(seats):
                raise refused("no_seat", "wrong_token")
            return OwnSeats(table, found, tokens, history.state.commitment)

    async def own_game(self, table: str, *tokens: str) -> OwnGame:
        """What the device of a player notes about a game. Whoever asks is not thereby at the table.

        Where several people share the device, it is the game of the one who has to decide, else of the first.
        """
        async with self._reading(table) as history:
            seats = [seat for token in tokens if (seat := history.state.seats.seat_of(hashed(token))) is not None]
            if not seats:
                raise refused("no_seat", "wrong_token")
            return own_game(history.state, next((seat for seat in seats if seat in history.state.due), seats[0]))

    async def is_spectator(self, table: str, token: str | None) -> bool:
        """Does somebody only watch? Before the game everybody may be about to sit down."""
        async with self._reading(table) as history:
            seat = history.state.seats.seat_of(hashed(token)) if token else None
            return seat is None and history.state.status != "waiting"

    async def seat_of(self, table: str, token: str | None) -> int | None:
        async with self._reading(table) as history:
            return history.state.seats.seat_of(hashed(token)) if token else None

    async def notify(self, table: str, token: str | None, wanted: PushSubscription) -> None:
        """Tell the person with this token of their turns on one more device, while no page of theirs is open."""
        async with self._reading(table) as history:
            seat = history.state.seats.seat_of(hashed(token)) if token else None
            if seat is None:
                raise refused("no_seat", "no_seat")
            await self.notices.subscribe(history.state, seat, wanted)

    async def stop_notices(self, endpoint: str) -> None:
        """Tell nobody any more on the device with this endpoint."""
        async with self._storing():
            await self.notices.forget(endpoint)

    async def notice_key(self) -> str:
        """The key with which browsers subscribe to notices."""
        async with self._storing():
            return await self.notices.key()

    # The game

    async def do(self, table: str, token: str | None, command: AnyCommand, admit: Admit = admitted) -> Answer:
        """Answer a command. Once begun it is finished, even if the client goes away.

        `admit` may refuse the table of a rematch, for the moment.
        """
        client = hashed(token) if token else ""
        return await asyncio.shield(self.services.begin(self.carry_out(table, client, command, admit)))

    async def carry_out(self, table: str, client: str, command: AnyCommand, admit: Admit = admitted) -> Answer:
        """The same by the hash of the token ("" without one), for whoever sees to it that it is finished."""
        if self.services.closing:
            raise refused("unavailable", "closing")
        answer = await self._live(table).handle(client, command, self._open_rematch, admit)
        if isinstance(command, Change):
            self._attend(table)  # it may be public now
        return answer

    async def _open_rematch(self, table: TableState, asker: int) -> str:
        """Open the rematch. The first to ask opens it, at whatever node; everybody keeps their token."""
        history = create_rematch(table, asker, self.now(), self.services.entropy)
        rematch = history.state.id
        try:
            await self._create(history)
        except Conflict:
            log = await self.services.store.events(rematch)
            if not log or not is_rematch(await TableHistory.load(rematch, log), table):
                raise
        await self.notices.follow(table.id, rematch)
        return rematch

    async def hint(self, table: str, token: str | None, admit: Admit = admitted) -> Hint:
        """What the strongest bot would do in the seat with this token. `admit` may refuse to think about it."""
        async with self._reading(table) as history:
            question = await self._hints.question(
                history, history.state.seats.seat_of(hashed(token)) if token else None
            )
        return await self._hints.answer(question, admit)

    async def advise(self, game: Game, given: RealTable, household: str, admit: Admit = admitted) -> FollowedTable:
        """Follow a real table. `admit` may refuse to think about it."""
        return await advise(self._hints, game, given, household, admit)

    async def news(self, table: str, token: str | None, since: int = 0) -> bytes:
        """The encoded `News`."""
        async with self._storing():
            return await self._live(table).news(token, since)

    async def wait(
        self,
        table: str,
        token: str | None,
        since: int,
        seconds: float,
        screen: bool = False,
        household: str = "",
        device: Sequence[str] = (),
    ) -> bytes:
        """The same, as soon as there is something after `since`, or after the timeout."""
        if self.services.closing:
            raise refused("unavailable", "closing")
        poll = _LongPoll()
        subscription = Subscription(table, hashed(token) if token else "", poll, screen, household, map(hashed, device))
        async with self._storing():
            subscribed = await self._live(table).subscribe(subscription, since, greet=False)
        if subscribed:
            self._attend(table)
            try:
                async with asyncio.timeout(seconds):
                    if news := await poll.frame:
                        return news
            except TimeoutError:
                pass
            finally:
                self.unsubscribe(subscription)
        return await self.news(table, token, since)

    async def subscribe(
        self,
        table: str,
        token: str | None,
        subscriber: Subscriber,
        since: int = 0,
        screen: bool = False,
        household: str = "",
        device: Sequence[str] = (),
        pace: float = 1.0,
    ) -> Subscription:
        """Send the subscriber every frame from now on; the first is the news since `since`, at once.

        `device` are all tokens of its device: with any of them, their people are there. `pace` is how fast bots should
        move for it.
        """
        subscription = Subscription(
            table, hashed(token) if token else "", subscriber, screen, household, map(hashed, device), pace
        )
        async with self._storing():
            await self._live(table).subscribe(subscription, since)
        self._attend(table)
        return subscription

    def _attend(self, table: str) -> None:
        live = self._tables.get(table)
        if live is not None and live.listed and live.watched:
            self._attended[table] = None

    def unsubscribe(self, subscription: Subscription) -> None:
        live = self._tables.get(subscription.table)
        if live is not None:
            live.unsubscribe(subscription)
        if live is None or not live.watched:
            self._attended.pop(subscription.table, None)

    # The lobby

    async def check_store(self) -> None:
        """Raise `Refused` unless the store answers."""
        async with self._storing():
            await self.services.store.public(1)

    async def lobby(self) -> Lobby:
        """The lobby lists tables whose players are there first, then the others, and the newest of each first."""
        async with self._storing():
            stored = await self.services.store.public(LISTED, self.now() - LISTED_FOR)
            elsewhere = await self._attended_elsewhere()
        tables = {listed.id: listed for listed in (*self._attended_tables(), *elsewhere)}
        for listing in stored:
            listed = _listed.decode(listing)
            tables.setdefault(listed.id, listed)
        return Lobby(games=self._games, tables=list(tables.values())[:LISTED], address=self.services.address)

    def _attended_tables(self) -> list[PublicTable]:
        live = [self._tables[table] for table in self._attended if table in self._tables]
        attended = [each for each in live if each.listed and each.attended]
        newest = sorted(attended, key=lambda each: each.opened_at, reverse=True)[:LISTED]
        return [listed for each in newest if (listed := each.listing()) is not None]

    async def _attended_elsewhere(self) -> list[PublicTable]:
        """Public tables that somebody has connected to at other nodes, and nobody here."""
        asked = [table for table in self.services.node.attended if table not in self._tables][:LISTED]
        found = [each for table in asked for each in await self.services.store.tables(TableQuery(id=table))]
        return [_listed.decode(each.listing) for each in found if each.public and each.status in ("waiting", "playing")]

    def watched(self, table: str) -> bool:
        """Is anybody connected to a table?"""
        live = self._tables.get(table)
        return live is not None and live.watched

    # For the operator

    async def hide(self, table: str) -> None:
        """Take a public table out of the lobby. Its people play on."""
        async with self._storing():
            await self._live(table).execute(None, Hide())

    async def end(self, table: str, why: str) -> None:
        """Close a table: its people read why, and nobody can do anything there any more."""
        async with self._storing():
            await self._live(table).execute(None, Close(why=why))

    async def remove(self, table: str) -> None:
        """Delete a table with everything about it."""
        async with self._storing():
            await self._live(table).remove()
        self._forget(table)

    async def remove_idle(self, tables: Sequence[str], idle_since: int) -> list[str]:
        """Delete those of these tables that nobody uses and that had no event since then; returns which."""
        async with self._storing():
            removed = await self.services.store.remove([table for table in tables if not self.used(table)], idle_since)
        for table in removed:
            self._forget(table)
            self.services.node.tell(notes.Removed(table=table))
        return removed

    def used(self, table: str) -> bool:
        """Is somebody connected to a table, or does something happen there at the moment?"""
        live = self._tables.get(table)
        return (live is not None and not live.idle) or bool(self.services.node.elsewhere(table))

    def presence(self, table: str) -> tuple[int, int, int]:
        """How many people with a seat, spectators and shared screens are connected to a table."""
        live = self._tables.get(table)
        if live is not None:
            return live.connected
        clients = self.services.node.elsewhere(table)
        screens = sum(client.screen for client in clients)
        people = {token for client in clients if not client.screen for token in client.device}
        return len(people), sum(not client.device for client in clients) - screens, screens

    async def households(self, table: str, seat: int) -> set[str]:
        """From where the person in a seat is connected."""
        return self._households_here(table, seat) | await self._households.elsewhere(table, seat)

    def _households_here(self, table: str, seat: int) -> set[str]:
        live = self._tables.get(table)
        return set() if live is None else live.households(seat)

    def _forget(self, table: str) -> None:
        live = self._tables.pop(table, None)
        if live is not None:
            live.drop()
        self.services.talks.forget(table)
        alarm = self._sleeping.pop(table, None)
        if alarm is not None:
            alarm.cancel()
        self._attended.pop(table, None)
        self._slept_at.pop(table, None)
        self.services.node.fences.pop(table, None)
        self.notices.table_gone(table)

    # Finished games

    async def replay(self, table: str, seat: int | None, admit: Admit = admitted) -> Document:
        """The encoded `Replay`."""
        async with self._reading(table) as history:
            game, players = replay.finished(history), history.state.opened.players
            info = self._live(table).lasting_info(history.state)
        if seat is not None and not 0 <= seat < players:
            raise refused("no_seat", "no_such_seat", seat=seat + 1, players=players)
        return await self._document(table, game, admit, replay.replay, info, seat)

    async def course(self, table: str, admit: Admit = admitted) -> Document:
        """The encoded `ScoreCourse`."""
        return await self._document(table, await self._finished(table), admit, replay.course)

    async def begin_review(self, table: str, admit: Admit = admitted) -> ReviewProgress:
        """Have a game reviewed, unless it was or is, and say how far that is."""
        return await self._reviews.begin(table, await self._finished(table), admit)

    async def review(self, table: str) -> Document:
        """The encoded `Review`, if it is ready."""
        return await self._reviews.found(table, await self._finished(table))

    async def deal(self, table: str, admit: Admit = admitted) -> Document:
        """The encoded `DealProof`."""
        return await self._document(table, await self._finished(table), admit, replay.deal)

    async def record(self, table: str, admit: Admit = admitted) -> Document:
        return await self._document(table, await self._finished(table), admit, replay.record)

    async def _finished(self, table: str) -> FinishedGame:
        async with self._reading(table) as history:
            return replay.finished(history)

    async def _document(
        self, table: str, game: FinishedGame, admit: Admit, compute: Callable[..., Document], *args: Any
    ) -> Document:
        """Compute a document off the event loop, without holding the table. `admit` may refuse that, by raising."""
        key = (table, len(game.log), compute.__name__, *args[1:])
        return await self._documents.get(key, admit, compute, game, *args)
