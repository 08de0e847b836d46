"""One table as the server runs it: changes one at a time, stored before they are shown, told to all who listen."""

import asyncio
import logging
from collections.abc import Callable

from koloda.core.game import Act
from koloda.server.bots.pool import rule_choice
from koloda.server.bots.runner import Deliberation
from koloda.server.storage.store import Append, Conflict, StorageError
from koloda.server.tables.clocks import SECOND, Alarm
from koloda.server.tables.command_handler import Replies
from koloda.server.tables.create_table import ID_LENGTH
from koloda.server.tables.events import Left, Paused, Returned
from koloda.server.tables.listing import kept
from koloda.server.tables.news import Bulletin, Presence
from koloda.server.tables.refusals import Refused, refused
from koloda.server.tables.services import RETRY, House
from koloda.server.tables.state import Room
from koloda.server.tables.subscribers import GRACE, Attendance, Visit

SOON = SECOND // 4
"""Who has come or gone is told so much later, for all together."""

log = logging.getLogger(__name__)


class Desk:
    """Whoever looks at the room or changes it holds `lock`: for a moment it is ahead of what is stored."""

    def __init__(self, house: House, table: str) -> None:
        self.house = house
        self.table = table
        self.lock = asyncio.Lock()
        self.seq = 0
        """The last event that is stored, and known to those who listen."""
        self.attendance = Attendance(house.time.now())
        self.used_at = house.time.now()
        self.rings_at: int | None = None
        """When something has to be done next, bots aside."""
        self._bulletin: Bulletin | None = None
        self._shown: Presence | None = None
        self._alarm: Alarm | None = None
        self._bots = Deliberation(self)
        self.replies = Replies(self)

    # The room

    async def room(self) -> Room:
        """The table as it is stored. Hold the lock."""
        self.used_at = self.house.time.now()
        if self._bulletin is None:
            stored = await self.house.store.events(self.table)
            if not stored:
                raise no_table(self.table)
            room = Room.fold(self.table, stored)
            self._bulletin = Bulletin(room, self.link)
            self.attendance.reseat(room)
            since, self.seq = self.seq, room.seq
            if since != self.seq:
                self._tell(since)
            self.plan(room)
        return self._bulletin.room

    async def set_up(self, room: Room) -> None:
        """A new table."""
        async with self.lock:
            self._bulletin = Bulletin(room, self.link)
            await self.store(room, 0)

    async def change(self, do: Callable[[Room, int], None]) -> Room:
        """Have something done at the table; what it raises has changed nothing."""
        async with self.lock:
            room = await self.room()
            before = room.seq
            self.attempt(room, do)
            await self.store(room, before)
            return room

    def attempt(self, room: Room, do: Callable[[Room, int], None]) -> None:
        before = room.seq
        try:
            do(room, self.house.time.now())
        except BaseException:
            if room.seq != before:
                self._bulletin = None
            raise

    async def store(self, room: Room, before: int, command: tuple[str, str] | None = None, answer: bytes = b"") -> None:
        """Make durable what has happened since event number `before`, then tell it. If that fails, nothing has."""
        if room.seq == before:
            return
        events = room.log[before:]
        change = Append(
            table=self.table, first=before + 1, events=events, kept=kept(room), command=command, answer=answer
        )
        try:
            await self.house.store.append(change)
        except BaseException as problem:
            self._bulletin = None
            self.house.counts["storage_failures"] += isinstance(problem, StorageError | Conflict)
            raise
        self.house.counts["events"] += len(events)
        since, self.seq = self.seq, room.seq
        if room.arranged > before:
            self.attendance.reseat(room)
        self._tell(since)
        self.plan(room)

    # Who listens

    def presence(self, room: Room) -> Presence:
        return self.attendance.presence(room, self.house.time.now())

    @property
    def link(self) -> str:
        return f"{self.house.address}/t/{self.table}"

    def bulletin(self) -> Bulletin:
        """Of the room. Hold the lock."""
        assert self._bulletin is not None
        return self._bulletin

    def news(self, seat: int | None, since: int) -> bytes:
        """The encoded news of the room, for a seat or a spectator who asks."""
        bulletin, now = self.bulletin(), self.house.time.now()
        if seat is not None:
            self.attendance.see(bulletin.room.places.by_seat[seat].token, now)
        return bulletin.news(seat, since, now, self.presence(bulletin.room))

    def _tell(self, since: int) -> None:
        """The news since an event, for everybody. All spectators get the same bytes."""
        bulletin = self.bulletin()
        now, presence = self.house.time.now(), self.presence(bulletin.room)
        self._shown = presence
        frames: dict[int | None, bytes] = {}
        for visit in tuple(self.attendance.visits):
            if visit.seat not in frames:
                frames[visit.seat] = bulletin.news(visit.seat, since, now, presence)
            visit.seq, visit.told_at = bulletin.room.seq, now
            visit.listener.send(frames[visit.seat])

    def show(self, frame: bytes) -> None:
        """The same for everybody."""
        for visit in tuple(self.attendance.visits):
            visit.listener.send(frame)

    async def join(self, visit: Visit, since: int, greet: bool = True) -> bool:
        """Whoever was missed plays again. False: there was something new at once (and nothing else was done)."""
        async with self.lock:
            room = await self.room()
            visit.seat = room.places.seat_of(visit.token)
            if visit.seat is not None and room.places.by_seat[visit.seat].away == "absent":
                await self._welcome_back(room, visit.seat)
                room = await self.room()
            if not greet and since != room.seq:
                return False
            self.attendance.add(visit, self.house.time.now())
            visit.seq, visit.told_at = room.seq, self.house.time.now()
            if greet:
                visit.listener.send(self.news(visit.seat, since))
            self.plan(room)
            return True

    async def _welcome_back(self, room: Room, seat: int) -> None:
        now = self.house.time.now()
        if room.status == "playing" and room.clocks.left(seat, now) != 0:
            before = room.seq
            room.apply(Returned(at=room.time(now), seat=seat))
            try:
                await self.store(room, before)
            except (Conflict, StorageError):
                log.warning("a return could not be stored")

    def leave(self, visit: Visit) -> None:
        now = self.house.time.now()
        self.attendance.remove(visit, now)
        soon = now + (SOON if visit.seat is None else GRACE)
        self._ring_at(soon if self.rings_at is None else min(self.rings_at, soon))

    # What has to be done by itself

    def plan(self, room: Room) -> None:
        """Set the alarm for what comes next, and have the bots think."""
        if self.house.closing:
            return
        now = self.house.time.now()
        seats = range(room.opened.players)
        presence = self.presence(room)
        moments = [*(room.clocks.deadline(seat) for seat in seats), *presence.bot_at]
        moments.append(self.attendance.changes_at(now))
        if presence != self._shown:
            moments.append(now + SOON if self.rings_at is None else min(now + SOON, self.rings_at))
        self._ring_at(min((moment for moment in moments if moment is not None), default=None))
        self._bots.go_on(room)

    def _ring_at(self, when: int | None) -> None:
        if when != self.rings_at and self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        if when is not None and self._alarm is None:
            self._alarm = self.house.time.call_at(when, self._ring)
        self.rings_at = when

    def _ring(self) -> None:
        self._alarm, self.rings_at = None, None
        self.house.begin(self.wake())

    async def resume(self, down_since: int) -> None:
        """The server was down from some moment until now: clocks go on from where they stood then."""

        def pause(room: Room, now: int) -> None:
            lost = now - max(down_since, room.at)
            if lost > 0 and room.clocks.running:
                room.apply(Paused(at=room.time(now), milliseconds=lost))

        async with self.lock:
            room = await self.room()
            before = room.seq
            self.attempt(room, pause)
            await self.store(room, before)
            self.plan(room)

    async def wake(self) -> None:
        """Do what is due: time that is up, people who are missed."""
        async with self.lock:
            try:
                room = await self.room()
                before = room.seq
                self.attempt(room, self._catch_up)
                await self.store(room, before)
            except Refused:
                raise
            except Exception:  # a table must not stand still, whatever has gone wrong
                log.exception("what is due could not be done, trying again")
                self._ring_at(self.house.time.now() + RETRY)
                return
            if self.presence(room) != self._shown:
                self._tell(room.seq)
            self.plan(room)

    def _catch_up(self, room: Room, now: int) -> None:
        for seat in range(room.opened.players):
            deadline = room.clocks.deadline(seat)
            bot_at = self.presence(room).bot_at[seat]
            if deadline is not None and deadline <= now:
                if room.clocks.left(seat, now) == 0:
                    room.apply(Left(at=room.time(now), seat=seat, why="time"))
                else:
                    choice = rule_choice(room.sight(seat, story=False))
                    assert choice is not None
                    room.play(Act(seat, choice), "clock", now)
            elif bot_at is not None and bot_at <= now:
                room.apply(Left(at=room.time(now), seat=seat, why="absent"))

    def forget_stories(self) -> None:
        """Those that nobody listens to any more can be told again from the log."""
        if self._bulletin is not None and not self.lock.locked() and not self._bots.busy:
            listening = {visit.seat for visit in self.attendance.visits}
            stories = self._bulletin.room.stories
            for viewer in stories.keys() - listening:
                del stories[viewer]

    @property
    def idle(self) -> bool:
        """Could it be read anew whenever somebody asks for it?"""
        return not self.attendance.visits and not self.lock.locked() and not self._bots.busy

    def close(self) -> None:
        self._ring_at(None)
        self._bots.close()


def no_table(table: str) -> Refused:
    return refused("no_table", "no_table", table=table[:32], length=ID_LENGTH)
