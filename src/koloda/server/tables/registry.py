"""All tables of a server: opened, found again, moved on, told to whoever sits or watches there."""

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from functools import partial

import msgspec

from koloda.bots.bot import Budget
from koloda.server.bots.pool import THINKING, Thinkers
from koloda.server.messages import Answer, AnyCommand, Deal, Listed, Lobby, NewTable, Replay, Seated, SitDown
from koloda.server.storage.store import Conflict, StorageError, Store
from koloda.server.tables import replay
from koloda.server.tables.clocks import SECOND, Alarm, SteadyTime, Time
from koloda.server.tables.command_handler import STORAGE
from koloda.server.tables.create_table import Entropy, is_id, new_table, new_token, read_name, read_nonce, rematch
from koloda.server.tables.events import Followed, Sat
from koloda.server.tables.listing import games
from koloda.server.tables.live_table import Desk, no_table
from koloda.server.tables.refusals import Refused, refused
from koloda.server.tables.seats import hashed
from koloda.server.tables.services import House
from koloda.server.tables.state import Room
from koloda.server.tables.subscribers import Listener, Visit

__all__ = ["Hall", "Listener", "Visit"]

BEAT = 2 * SECOND
"""How often the store is told that the server is alive."""
KEPT_FOR = 120 * SECOND
"""So long a table that nobody uses stays in memory."""
LISTED = 100
"""Public tables in the lobby."""

NEWS = b'{"say":"news"'

log = logging.getLogger(__name__)
_listed = msgspec.json.Decoder(Listed)


class _Waiting:
    """Somebody who asks again and again. `frame` is the first news that comes."""

    def __init__(self) -> None:
        self.frame: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()

    def send(self, frame: bytes) -> None:
        if not self.frame.done() and frame.startswith(NEWS):
            self.frame.set_result(frame)


class Hall:
    """`bots` are those that the server offers by name, and what they are; `pace` is in milliseconds; `thinking` is for
    one decision of a bot. Deals are as unpredictable as `entropy`.

    Whatever cannot be done raises `Refused` with the failure to answer; only `do` puts it into its answer instead
    (but there too, a table that does not exist is `Refused`). A `token` is a seat's, None for a spectator.
    """

    def __init__(
        self,
        store: Store,
        *,
        address: str = "",
        pace: int = 900,
        bots: Mapping[str, str] | None = None,
        time: Time | None = None,
        entropy: Entropy = secrets.token_bytes,
        thinking: Budget = THINKING,
    ) -> None:
        self._house = House(store, time or SteadyTime(), Thinkers(bots or {}, thinking), address, pace, entropy)
        self._desks: dict[str, Desk] = {}
        self._sleeping: dict[str, Alarm] = {}
        self._games = games()
        self._beating: asyncio.Task[None] | None = None

    # From the first moment to the last

    async def start(self) -> None:
        """Go on wherever something is due. The time that the server was down is added to the clocks there."""
        house = self._house
        last = await house.store.beat(house.time.now())
        if last is not None:
            house.time.not_before(last)
            await asyncio.gather(*(self._resume(table, last) for table in await house.store.due()))
        self._beating = house.begin(self._beat())

    async def _resume(self, table: str, down_since: int) -> None:
        try:
            await self._desk(table).resume(down_since)
        except Exception:  # one table that cannot be read must not keep the others waiting
            log.exception("a table could not go on")

    async def _beat(self) -> None:
        house = self._house
        while True:
            await house.until(house.time.now() + BEAT)
            try:
                await house.store.beat(house.time.now())
            except StorageError:
                house.counts["storage_failures"] += 1
            self._sweep()

    def _sweep(self) -> None:
        """Forget tables that nobody uses: they can be read again."""
        now = self._house.time.now()
        for table, desk in list(self._desks.items()):
            if desk.idle and now - desk.used_at >= KEPT_FOR:
                when = desk.rings_at
                desk.close()
                del self._desks[table]
                if when is not None:
                    self._sleeping[table] = self._house.time.call_at(when, partial(self._wake, table))
            elif now - desk.used_at >= KEPT_FOR:
                desk.forget_stories()

    def _wake(self, table: str) -> None:
        """Something is due at a table that was forgotten."""
        del self._sleeping[table]
        self._house.begin(self._desk(table).wake())

    async def close(self) -> None:
        """Finish what is being written, and let the bots go. The store is the caller's."""
        self._house.closing = True
        for desk in self._desks.values():
            desk.close()
        if self._beating is not None:
            self._beating.cancel()
        await asyncio.gather(*self._house.tasks, return_exceptions=True)
        await asyncio.to_thread(self._house.thinkers.close)
        async with self._storing():
            await self._house.store.beat(self.now())

    def now(self) -> int:
        """The server's clock: milliseconds since 1970."""
        return self._house.time.now()

    def counts(self) -> dict[str, int]:
        """For metrics: tables in memory and visits at present; commands, refusals, events stored and storage failures
        so far."""
        visits = sum(len(desk.attendance.visits) for desk in self._desks.values())
        return {"tables": len(self._desks), "visits": visits, **self._house.counts}

    def _desk(self, table: str) -> Desk:
        if not is_id(table):
            raise no_table(table)
        desk = self._desks.get(table)
        if desk is None:
            desk = self._desks[table] = Desk(self._house, table)
            if table in self._sleeping:
                self._sleeping.pop(table).cancel()
        desk.used_at = self.now()
        return desk

    @asynccontextmanager
    async def _storing(self) -> AsyncIterator[None]:
        try:
            yield
        except (Conflict, StorageError):
            raise Refused(STORAGE) from None

    @asynccontextmanager
    async def _room(self, table: str) -> AsyncIterator[tuple[Desk, Room]]:
        """A table to look at."""
        desk = self._desk(table)
        async with self._storing(), desk.lock:
            yield desk, await desk.room()

    # Seats

    async def open(self, wish: NewTable) -> Seated:
        token = new_token(self._house.entropy)
        room = new_table(wish, token, self.now(), self._house.bots, self._house.entropy)
        async with self._storing():
            await self._set_up(room)
        return Seated(table=room.id, seat=0, token=token, commitment=room.commitment)

    async def _set_up(self, room: Room) -> None:
        desk = Desk(self._house, room.id)
        await desk.set_up(room)
        self._desks[room.id] = desk

    async def sit(self, table: str, wish: SitDown, token: str | None = None) -> Seated:
        """Whoever has a seat already gets that one: by `token`, or, the answer having been lost, by the same name
        and nonce."""
        if token is not None and await self.seat_of(table, token) is not None:
            return await self.come_back(table, token)
        name, nonce, token = read_name(wish.name), read_nonce(wish.nonce), new_token(self._house.entropy)

        def sit_down(room: Room, now: int) -> None:
            if room.table is not None:
                raise refused("not_legal", "begun_already")
            places = enumerate(room.places.by_seat)
            again = [seat for seat, place in places if (place.name, place.nonce) == (name, nonce)]
            empty = again or room.places.having("open")
            if not empty:
                raise refused("not_legal", "no_open_seat")
            seat = empty[0] if wish.seat is None else wish.seat
            if not 0 <= seat < room.opened.players:
                raise refused("not_legal", "no_such_seat", seat=seat + 1, players=room.opened.players)
            if seat not in empty:
                raise refused("not_legal", "seat_taken", seat=seat + 1)
            room.apply(Sat(at=room.time(now), seat=seat, name=name, nonce=nonce, token=hashed(token)))

        async with self._storing():
            await self._desk(table).change(sit_down)
        return await self.come_back(table, token)

    async def come_back(self, table: str, token: str) -> Seated:
        async with self._room(table) as (_, room):
            seat = room.places.seat_of(hashed(token))
            if seat is None:
                raise refused("no_seat", "wrong_token")
            return Seated(table=table, seat=seat, token=token, commitment=room.commitment)

    async def seat_of(self, table: str, token: str | None) -> int | None:
        async with self._room(table) as (_, room):
            return room.places.seat_of(hashed(token)) if token else None

    # The game

    async def do(self, table: str, token: str | None, command: AnyCommand) -> Answer:
        """Once begun it is finished, whatever becomes of the one who asked."""
        if self._house.closing:
            raise refused("unavailable", "closing")
        desk = self._desk(table)
        answer = await asyncio.shield(self._house.begin(desk.replies.do(token, command, self._rematch)))
        self._house.counts["commands"] += 1
        self._house.counts["refusals"] += answer.failure is not None
        return answer

    async def _rematch(self, room: Room, asker: int) -> str:
        """The first who asks opens the table; everybody has the same token there."""
        if room.status != "over":
            raise refused("not_over", "rematch_later")
        if room.next is None:
            again = rematch(room, asker, self.now(), self._house.entropy)
            await self._set_up(again)
            room.apply(Followed(at=room.time(self.now()), table=again.id))
        assert room.next is not None
        return room.next

    async def news(self, table: str, token: str | None, since: int = 0) -> bytes:
        """The encoded `News`."""
        async with self._room(table) as (desk, room):
            return desk.news(room.places.seat_of(hashed(token)) if token else None, since)

    async def wait(self, table: str, token: str | None, since: int, seconds: float, screen: bool = False) -> bytes:
        """The same, as soon as there is something after `since`, or when the time is over."""
        waiting = _Waiting()
        visit = Visit(table, hashed(token) if token else "", waiting, screen)
        async with self._storing():
            joined = await self._desk(table).join(visit, since, greet=False)
        if joined:
            try:
                async with asyncio.timeout(seconds):
                    return await waiting.frame
            except TimeoutError:
                pass
            finally:
                self.leave(visit)
        return await self.news(table, token, since)

    async def join(
        self, table: str, token: str | None, listener: Listener, since: int = 0, screen: bool = False
    ) -> Visit:
        """From now on the listener gets every frame; the first is the news since `since`, at once."""
        visit = Visit(table, hashed(token) if token else "", listener, screen)
        async with self._storing():
            await self._desk(table).join(visit, since)
        return visit

    def leave(self, visit: Visit) -> None:
        desk = self._desks.get(visit.table)
        if desk is not None:
            desk.leave(visit)

    # The lobby, and afterwards

    async def lobby(self) -> Lobby:
        """Tables where somebody is come first, then the newest."""
        async with self._storing():
            tables = [_listed.decode(listing) for listing in await self._house.store.public(LISTED)]
        return Lobby(
            games=self._games,
            bots=list(self._house.bots),
            tables=sorted(tables, key=lambda listed: not self._attended(listed.id)),
            address=self._house.address,
        )

    def _attended(self, table: str) -> bool:
        desk = self._desks.get(table)
        return desk is not None and bool(desk.attendance.visits)

    async def replay(self, table: str, seat: int | None) -> Replay:
        async with self._room(table) as (desk, room):
            return replay.replay(room, desk.bulletin().info(desk.presence(room)), seat)

    async def deal(self, table: str) -> Deal:
        async with self._room(table) as (_, room):
            return replay.deal(room)

    async def record(self, table: str) -> str:
        async with self._room(table) as (_, room):
            return replay.record_text(room)
