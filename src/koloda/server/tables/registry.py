"""The table registry: what a server does for the people at its tables, in its lobby, and for its operator."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any

import msgspec

from koloda.core.game import Game
from koloda.server.bus import notes
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
from koloda.server.storage.store import Conflict, StorageError, TableQuery
from koloda.server.tables import replay
from koloda.server.tables.advisor import advise
from koloda.server.tables.background import Documents
from koloda.server.tables.bans import Bans
from koloda.server.tables.clients import BotClients, TurnNotices
from koloda.server.tables.clocks import SECOND
from koloda.server.tables.commands import Close, Hide, TakeSeat
from koloda.server.tables.create_table import create_rematch, create_table, is_rematch
from koloda.server.tables.hints import Hints
from koloda.server.tables.history import TableHistory
from koloda.server.tables.households import Households
from koloda.server.tables.identifiers import new_token, read_name, read_nonce
from koloda.server.tables.listing import games, own_game
from koloda.server.tables.live_table import STORAGE
from koloda.server.tables.loaded_tables import LoadedTables
from koloda.server.tables.membership import Membership
from koloda.server.tables.refusals import Admit, Refused, admitted, refused
from koloda.server.tables.replay import Document, FinishedGame
from koloda.server.tables.reviews import Reviews
from koloda.server.tables.seats import OwnSeats, hashed
from koloda.server.tables.services import Services
from koloda.server.tables.state import TableState
from koloda.server.tables.subscribers import Subscriber, Subscription

LISTED = 100
"""How many public tables the lobby lists."""
LISTED_FOR = 30 * 60 * SECOND
"""A public table where nothing has happened for this long is listed only while one of its players is there."""

NEWS = b'{"say":"news"'
CHAT = b'{"say":"chat"'

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
        self.bans = Bans(services)
        self._households = Households(services)
        self._tables = LoadedTables(services, bots, notices)
        self.membership = Membership(services, self._tables, self.bans, self._households, reviews, notices)
        self._games = games(bots.specs)

    # Start and end

    async def start(self) -> None:
        """Resume all tables at which something is due."""
        await self.notices.start()
        await self.membership.start()

    async def stop(self) -> None:
        """Stop the clocks: from now on commands are refused, nothing becomes due, and no time counts.

        Clients that are connected may take a while to leave.
        """
        if self.services.closing:
            return
        stopped_at = self.now()
        self.services.stop()
        self._tables.close()
        self.notices.close()
        await self.membership.leave(stopped_at)

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

    @asynccontextmanager
    async def _storing(self) -> AsyncIterator[None]:
        try:
            yield
        except (Conflict, StorageError):
            raise Refused(STORAGE) from None

    @asynccontextmanager
    async def _reading(self, table: str) -> AsyncIterator[TableHistory]:
        async with self._storing(), self._tables.get(table).reading_stored() as history:
            yield history

    # Seats

    async def open(self, wanted: NewTable) -> OwnSeats:
        tokens = tuple(new_token(self.services.entropy) for _ in range(1 + len(wanted.people)))
        history = create_table(
            wanted, tokens, self.now(), self._bots.specs, self.services.entropy, self.services.is_home
        )
        async with self._storing():
            await self._tables.create(history)
        table = history.state
        return OwnSeats(table.id, tuple(range(len(tokens))), tokens, table.commitment)

    async def sit(self, table: str, wanted: SitDown, token: str | None = None) -> OwnSeats:
        """Take a seat.

        If you already have one, you get it again: by `token` or, if the answer was lost, by the same name and nonce.
        """
        if token is not None and await self.seat_of(table, token) is not None:
            return await self.come_back(table, token)
        name, nonce, token = read_name(wanted.name), read_nonce(wanted.nonce), new_token(self.services.entropy)
        async with self._storing():
            command = TakeSeat(name=name, nonce=nonce, token=hashed(token), seat=wanted.seat)
            await self._tables.get(table).execute(None, command)
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
        answer = await self._tables.get(table).handle(client, command, self._open_rematch, admit)
        if isinstance(command, Change):
            self._tables.attend(table)  # it may be public now
        return answer

    async def _open_rematch(self, table: TableState, asker: int) -> str:
        """Open the rematch. The first to ask opens it, at whatever node; everybody keeps their token."""
        history = create_rematch(table, asker, self.now(), self.services.entropy)
        rematch = history.state.id
        try:
            await self._tables.create(history)
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
            return await self._tables.get(table).news(token, since)

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
            subscribed = await self._tables.get(table).subscribe(subscription, since, greet=False)
        if subscribed:
            self._tables.attend(table)
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
            await self._tables.get(table).subscribe(subscription, since)
        self._tables.attend(table)
        return subscription

    def unsubscribe(self, subscription: Subscription) -> None:
        live = self._tables.find(subscription.table)
        if live is not None:
            live.unsubscribe(subscription)
        self._tables.leave(subscription.table)

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
        newest = sorted(self._tables.attended, key=lambda each: each.opened_at, reverse=True)[:LISTED]
        return [listed for each in newest if (listed := each.listing()) is not None]

    async def _attended_elsewhere(self) -> list[PublicTable]:
        """Public tables that somebody has connected to at other nodes, and nobody here."""
        asked = [table for table in self.services.node.attended if self._tables.find(table) is None][:LISTED]
        found = [each for table in asked for each in await self.services.store.tables(TableQuery(id=table))]
        return [_listed.decode(each.listing) for each in found if each.public and each.status in ("waiting", "playing")]

    def watched(self, table: str) -> bool:
        """Is anybody connected to a table?"""
        live = self._tables.find(table)
        return live is not None and live.watched

    # For the operator

    async def hide(self, table: str) -> None:
        """Take a public table out of the lobby. Its people play on."""
        async with self._storing():
            await self._tables.get(table).execute(None, Hide())

    async def end(self, table: str, why: str) -> None:
        """Close a table: its people read why, and nobody can do anything there any more."""
        async with self._storing():
            await self._tables.get(table).execute(None, Close(why=why))

    async def remove(self, table: str) -> None:
        """Delete a table with everything about it."""
        async with self._storing():
            await self._tables.get(table).remove()
        self._tables.forget(table)

    async def remove_idle(self, tables: Sequence[str], idle_since: int) -> list[str]:
        """Delete those of these tables that nobody uses and that had no event since then; returns which."""
        async with self._storing():
            removed = await self.services.store.remove([table for table in tables if not self.used(table)], idle_since)
        for table in removed:
            self._tables.forget(table)
            self.services.node.tell(notes.Removed(table=table))
        return removed

    def used(self, table: str) -> bool:
        """Is somebody connected to a table, or does something happen there at the moment?"""
        live = self._tables.find(table)
        return (live is not None and not live.idle) or bool(self.services.node.elsewhere(table))

    def presence(self, table: str) -> tuple[int, int, int]:
        """How many people with a seat, spectators and shared screens are connected to a table."""
        live = self._tables.find(table)
        if live is not None:
            return live.connected
        clients = self.services.node.elsewhere(table)
        screens = sum(client.screen for client in clients)
        people = {token for client in clients if not client.screen for token in client.device}
        return len(people), sum(not client.device for client in clients) - screens, screens

    async def households(self, table: str, seat: int) -> set[str]:
        """From where the person in a seat is connected."""
        live = self._tables.find(table)
        here = set() if live is None else live.households(seat)
        return here | await self._households.elsewhere(table, seat)

    # Finished games

    async def replay(self, table: str, seat: int | None, admit: Admit = admitted) -> Document:
        """The encoded `Replay`."""
        async with self._reading(table) as history:
            game, players = replay.finished(history), history.state.opened.players
            info = self._tables.get(table).lasting_info(history.state)
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
