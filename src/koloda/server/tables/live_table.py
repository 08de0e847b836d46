"""A live table: it decides commands one at a time, stores their events, then informs everybody who is connected."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import TypeVar

import msgspec

from koloda.core.errors import KolodaError
from koloda.core.facts import Fact, fact
from koloda.server import messages
from koloda.server.bus.notes import Appended, Attending, Client, Nudged, Reacted, Removed, Voted, Wrote
from koloda.server.messages import Answer, AnyCommand, ChatLine, Failure, PublicTable, TableInfo
from koloda.server.storage.leases import FIRST_FENCE, LEASE
from koloda.server.storage.store import Append, Conflict, Fenced, StorageError, TableSummary
from koloda.server.tables.announcements import closed
from koloda.server.tables.attendance import Attendance
from koloda.server.tables.clients import BotClients, TurnNotices
from koloda.server.tables.clocks import SECOND, Alarm
from koloda.server.tables.commands import (
    LONGEST_ID,
    BotMove,
    Follow,
    Missed,
    Reconnected,
    Resume,
    TableCommand,
    TakeLead,
    TimeUp,
    Waited,
    check_over,
    decide,
    returned,
)
from koloda.server.tables.history import SLICE, TableHistory, encode_event
from koloda.server.tables.idempotency import Answers, CommandKey, encoded
from koloda.server.tables.identifiers import no_table
from koloda.server.tables.listing import Listing, is_listed, listed, summary
from koloda.server.tables.news import NewsEncoder
from koloda.server.tables.refusals import Admit, Refused, admitted, failure_of, refused
from koloda.server.tables.seats import hashed
from koloda.server.tables.services import RETRY, Services
from koloda.server.tables.state import TableState, Transition, transitions
from koloda.server.tables.subscribers import GRACE, Presence, Subscribers, Subscription
from koloda.server.tables.talk import LINE_PAUSE, REACTION_PAUSE, Pauses, can_write, read_line

SOON = SECOND // 4
"""Changes of presence are announced together, after this delay."""
STORAGE = Failure(code="storage", detail=fact("server.storage"), retry_after=RETRY / SECOND)

OpenRematch = Callable[[TableState, int], Awaitable[str]]
"""Creates and stores the table of a rematch that a seat asks for, and returns its id."""

UNSTORED = messages.Emote | messages.Say | messages.Nudge | messages.Vote
"""Commands that leave nothing behind in the store, unless a vote decides something."""
TOO_EARLY = ("too_fast", "too_soon")
"""The codes of refusals that the same command may not get later."""
ATTEMPTS = 20
"""How often to decide again because another node was first."""

Result = TypeVar("Result")

_encode = msgspec.json.Encoder().encode
log = logging.getLogger(__name__)


class LiveTable:
    """Owns the table's lock, its subscribers and its timer.

    The table is loaded from the store when it is first needed, and again whenever a write has failed: what is stored is
    the truth. Other nodes may store events, too: then we read them and go on from there. What is due by the clock, and
    the bots, are the business of the node that owns the table (`owned`).
    """

    def __init__(self, table_id: str, services: Services, bots: BotClients, notices: TurnNotices) -> None:
        self.id = table_id
        self._services = services
        self._bots = bots
        self._notices = notices
        self._lock = asyncio.Lock()
        self._history: TableHistory | None = None
        self._seq = 0
        self._encoder = NewsEncoder(f"{services.address}/t/{table_id}")
        self._listing = Listing()
        self._answers = Answers(services.store, table_id)
        self._attendance = Attendance(services.time.now())
        self._subscribers = self._attendance.subscribers
        self._reactions, self._lines = Pauses(REACTION_PAUSE), Pauses(LINE_PAUSE)
        self._timer: Alarm | None = None
        self._wakes_at: int | None = None
        self._down_since: int | None = None
        """When the owner before us was last seen, until it is stored that the clocks did not count the time since."""
        self._used_at = services.time.now()
        self._bot_client = bots.attach(self)

    @property
    def seq(self) -> int:
        """The last event that is stored and published."""
        return self._seq

    @property
    def watched(self) -> bool:
        """Is anybody connected, to this node or to another one?"""
        return any(True for _ in self._subscribers.everywhere())

    @property
    def watched_here(self) -> bool:
        return bool(self._subscribers)

    @property
    def owned(self) -> bool:
        """Do the table's clocks and bots belong to this node?"""
        return self._services.node.owns(self.id)

    @property
    def timed(self) -> bool:
        """Can somebody's time run out here, as far as we know?"""
        return self._history is None or self._history.state.clocks.running

    @property
    def pace(self) -> float:
        """How long bots wait, as a multiple of the usual: the device chooses that has all people of the table."""
        people = set() if self._history is None else set(self._history.state.seats.having("person"))
        return next((each.pace for each in self._subscribers.everywhere() if people and people <= each.held), 1.0)

    @property
    def attended(self) -> bool:
        """Is somebody connected who has a seat?"""
        return bool(self._subscribers.held)

    @property
    def connected(self) -> tuple[int, int, int]:
        """How many people with a seat, spectators and shared screens are connected."""
        people = len(self._subscribers.held)
        screens = sum(each.screen for each in self._subscribers.everywhere())
        return people, sum(each.watches for each in self._subscribers.everywhere()), screens

    def households(self, seat: int) -> set[str]:
        """From where a seat is connected."""
        return {each.household for each in self._subscribers if each.seat == seat and each.household}

    @property
    def listed(self) -> bool:
        """Does the table belong into the lobby? Not if it is not loaded."""
        return self._history is not None and is_listed(self._history.state)

    @property
    def finished(self) -> bool:
        """Is nothing due here ever again? Not if it is not loaded."""
        return self._history is not None and self._history.state.status in ("over", "closed")

    @property
    def opened_at(self) -> int:
        return 0 if self._history is None else self._history.state.opened.at

    def listing(self) -> PublicTable | None:
        """The table as the lobby lists it."""
        return listed(self._history.state) if self._history is not None and self.listed else None

    @property
    def wakes_at(self) -> int | None:
        """When something is next due, not counting bots."""
        return self._wakes_at

    def touch(self) -> None:
        """Note that somebody has used this table."""
        self._used_at = self._now()

    def unused_for(self) -> int:
        """Milliseconds since somebody used this table."""
        return self._now() - self._used_at

    @property
    def idle(self) -> bool:
        """Can the table be unloaded, and loaded again when somebody uses it?"""
        return not self.watched_here and not self._lock.locked() and not self._bot_client.busy

    def _now(self) -> int:
        return self._services.time.now()

    # Reading

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[TableHistory]:
        """The table, to read; it does not change meanwhile. Other nodes may have changed it just now."""
        async with self._lock:
            yield await self._load()

    @asynccontextmanager
    async def reading_stored(self) -> AsyncIterator[TableHistory]:
        """The same with everything that is stored."""
        async with self._lock:
            yield await self._load_stored()

    async def _load_stored(self) -> TableHistory:
        """The table with everything that is stored. Hold the lock."""
        history = await self._load()
        return await self._catch_up(history)

    async def _catch_up(self, history: TableHistory) -> TableHistory:
        """Read what other nodes have stored since, and publish it. Hold the lock."""
        if self._services.node.alone:
            return history
        lines = await self._services.store.events(self.id, history.state.seq)
        if len(lines) > SLICE:
            self._history = None
        elif lines:
            before = history.state
            history.replay(lines)
            self._changed(history, before)
        return await self._load()

    async def catch_up(self) -> None:
        """Another node has stored something: read and publish it."""
        async with self._lock:
            try:
                await self._load_stored()
            except StorageError:  # we look again soon
                log.warning("what another node has stored could not be read")

    async def _current(self, work: Callable[[TableHistory], Awaitable[Result]]) -> Result:
        """Do something that stores events; again, on what is stored then, if another node was first. Hold the lock."""
        history = await self._load()
        for _ in range(ATTEMPTS):
            try:
                return await work(history)
            except Conflict:
                if self._services.node.alone:
                    self._history = None  # somebody has written who must not
                    raise
                seq = history.state.seq
                history = await self._catch_up(history)
                if history.state.seq == seq:  # the store knows less than we do, or the command was answered before
                    self._history = None
                    history = await self._load()
        raise Conflict(f"table {self.id} changes too fast")

    async def _check_current(self, history: TableHistory) -> None:
        """Raise `Conflict` if other nodes have stored something: nothing must be refused because we did not know."""
        seq = history.state.seq
        if (await self._catch_up(history)).state.seq != seq:
            raise Conflict("the table has gone on")

    async def _load(self) -> TableHistory:
        """The table, loaded from the store if necessary. Hold the lock."""
        self.touch()
        if self._history is None:
            stored = await self._services.store.events(self.id)
            if not stored:
                raise no_table(self.id)
            self._history = await TableHistory.load(self.id, stored)
            self._meet_others(self._history)
            self._subscribers.reseat(self._history.state)
            since, self._seq = self._seq, self._history.state.seq
            if since != self._seq:
                self._publish(self._history, since)
            self._plan(self._history)
        if self._history.state.status == "closed":
            raise Refused(_closed(self._history.state))
        return self._history

    async def news(self, token: str | None, since: int) -> bytes:
        """The encoded news for the seat with this token, or for a spectator."""
        async with self.reading_stored() as history:
            seat = history.state.seats.seat_of(hashed(token)) if token else None
            await history.prepare_feed(seat, since)
            return self._news(history, seat, since, history.state.lost.get(hashed(token)) if token else None)

    def _news(self, history: TableHistory, seat: int | None, since: int, lost: Fact | None) -> bytes:
        """With all that was said, as far as it is kept."""
        now, table = self._now(), history.state
        if seat is not None:
            self._subscribers.see(table.seats.by_seat[seat].token, now)
        lines = self._services.talks.lines(self.id)
        presence, waiting = self._attendance.presence(table, now), self._attendance.waiting(table, now)
        return self._encoder.news(history, seat, since, now, presence, waiting, lost, lines)

    def lasting_info(self, table: TableState) -> TableInfo:
        """About the table, whoever is connected at the moment."""
        return self._encoder.info(table, Subscribers(self._now()).presence(table, self._now()))

    # Changing

    async def create(self, history: TableHistory) -> None:
        """Store a new table."""
        async with self._lock:
            table, node = history.state, self._services.node
            await self._services.store.append(
                Append(table=self.id, first=1, events=history.log, summary=self._summary(table), owner=node.number)
            )
            if not node.alone:
                node.fences[self.id] = FIRST_FENCE
            self._history, self._seq = history, table.seq
            self._plan(history, self._publish(history, 0))

    async def execute(self, seat: int | None, command: TableCommand) -> None:
        """Carry out a command that needs no answer. Raises `Refused` or a `KolodaError`."""

        async def work(history: TableHistory) -> None:
            try:
                made = self._decided(history.state, seat, command)
            except (Refused, KolodaError):
                await self._check_current(history)
                raise
            await self._commit(history, made)

        async with self._lock:
            await self._current(work)

    async def move(self, moves: Sequence[tuple[int, BotMove]]) -> None:
        """Carry out what bots have chosen, and store it together."""

        async def work(history: TableHistory) -> None:
            await self._resume_clocks(history)
            made: list[Transition] = []
            for seat, command in moves:
                made += self._decided(made[-1].after if made else history.state, seat, command)
            await self._commit_as_owner(history, made)

        async with self._lock:
            await self._current(work)

    def _decided(self, table: TableState, seat: int | None, command: TableCommand) -> list[Transition]:
        return transitions(table, decide(table, seat, command, self._now(), self._bots.specs))

    async def _commit_as_owner(self, history: TableHistory, made: Sequence[Transition]) -> None:
        """The same for what only the owner of the table may do. If another node owns it by now, nothing happens."""
        fence = self._services.node.fence(self.id)
        if fence == 0:
            return
        try:
            await self._commit(history, made, fence=fence)
        except Fenced:
            self._disown()
            await self._catch_up(history)

    async def _commit(
        self,
        history: TableHistory,
        made: Sequence[Transition],
        command: CommandKey | None = None,
        answer: bytes = b"",
        fence: int | None = None,
    ) -> None:
        """Make transitions durable, then publish them. If storing fails, none of them has happened.

        A command that changes nothing leaves only its answer. Raises `Conflict` if another node was first.
        """
        if not made and command is None:
            return
        after = made[-1].after if made else history.state
        lines = [encode_event(each.event) for each in made]
        change = Append(
            table=self.id,
            first=history.state.seq + 1,
            events=lines,
            summary=self._summary(after),
            command=command,
            answer=answer,
            fence=fence,
        )
        try:
            await self._services.store.append(change)
        except Conflict:
            raise
        except BaseException:
            self._history = None  # it may have been stored nevertheless
            raise
        if not made:
            return
        before = history.state
        history.extend(made, lines)
        if self._followed:
            self.tell_seq()
        self._changed(history, before)
        if self._services.on_turn:
            self._announce_turns(before, after)

    @property
    def _followed(self) -> bool:
        """Must other nodes know at once what happens here? Where nobody is connected, they read it when they need it.

        Another node that owns the table must know, and so must one that may have to tell people of their turns.
        """
        node = self._services.node
        return not node.owns(self.id) or bool(node.attending(self.id)) or self._notices.wanted(self.id)

    def tell_seq(self) -> None:
        """Tell the other nodes how far this table is."""
        if self._history is not None:
            self._services.node.tell(Appended(table=self.id, seq=self._history.state.seq))

    def _summary(self, table: TableState) -> TableSummary:
        return summary(table, self._listing.of(table))

    def _changed(self, history: TableHistory, before: TableState) -> None:
        """Publish what has been stored, here or elsewhere."""
        after = history.state
        since, self._seq = self._seq, after.seq
        if after.arranged > before.seq:
            self._subscribers.reseat(after)
            if not can_write(after):
                self._services.talks.forget(self.id)
        self._plan(history, self._publish(history, since))
        if after.status in ("over", "closed"):  # nothing is ever due here again
            self._services.node.fences.pop(self.id, None)

    def _announce_turns(self, before: TableState, after: TableState) -> None:
        """Tell the observers whose turn it is now, and was not before."""
        seats = range(after.opened.players)
        was = before.clocks.since if len(before.clocks.since) == len(seats) else [None] * len(seats)
        now = [seat for seat in seats if after.clocks.since[seat] is not None and after.clocks.since[seat] != was[seat]]
        for observer in self._services.on_turn if now else ():
            observer(after, now)

    # Commands of people

    async def handle(
        self, client: str, command: AnyCommand, open_rematch: OpenRematch, admit: Admit = admitted
    ) -> Answer:
        """Answer a command, and carry it out only once. Only a missing table raises `Refused`.

        `client` is the hash of the token, "" for somebody without one. `admit` may refuse the table of a rematch, for
        the moment.
        """

        async def work(history: TableHistory) -> Answer:
            seat = history.state.seats.seat_of(client)
            if seat is None:
                await self._check_current(history)
                return await self._answer_stranger(history.state, client, command)
            if not 1 <= len(command.id) <= LONGEST_ID or "\0" in command.id:  # PostgreSQL cannot store it
                raise refused("bad_message", "command_id", most=LONGEST_ID)
            return await self._answer_once(history, seat, command, open_rematch, admit)

        async with self._lock:
            try:
                return await self._current(work)
            except Refused as problem:
                if problem.failure.code == "no_table":
                    raise
                return Answer(id=command.id, seq=self._seq, failure=problem.failure)
            except (Conflict, StorageError):
                return Answer(id=command.id, seq=self._seq, failure=STORAGE)

    async def _answer_stranger(self, table: TableState, client: str, command: AnyCommand) -> Answer:
        """Somebody without a seat. Whoever has just left may ask again because the answer was lost."""
        left = client and isinstance(command, messages.Leave | messages.OpenSeat)
        known = await self._answers.stored((client, command.id)) if left else None
        if known is not None:
            return known
        lost = table.lost.get(client)
        raise refused("no_seat", "no_seat") if lost is None else Refused(Failure(code="no_seat", detail=lost))

    async def _answer_once(
        self, history: TableHistory, seat: int, command: AnyCommand, open_rematch: OpenRematch, admit: Admit
    ) -> Answer:
        """A repeated move is always stale, so only refused moves are looked up in the store."""
        table = history.state
        key = (table.seats.by_seat[seat].token, command.id)
        known = self._answers.recent(key)
        if known is None and not isinstance(command, messages.PlayMove | UNSTORED):
            known = await self._answers.stored(key)
        if known is not None:
            return known
        if isinstance(command, messages.Rematch) and table.status == "over" and table.next is None:
            admit()  # outside of what is remembered: the same command may be sent again
        if isinstance(command, UNSTORED):
            self._subscribers.see(key[0], self._now())
        made: list[Transition] = []
        following = None
        try:
            match command:
                case messages.Emote():
                    self._reactions.take(key[0], self._now())
                    self._broadcast(_encode(messages.EmoteShown(seat=seat, emote=command.emote)))
                    self._tell(Reacted(table=self.id, seat=seat, emote=command.emote, key=key))
                case messages.Say():
                    line = self._say(table, seat, command.text)
                    self._tell(Wrote(table=self.id, line=line, key=key))
                case messages.Nudge():
                    now = self._now()
                    present = self._attendance.present(table, now)
                    self._attendance.idle.nudge(table, seat, command.seat, present, now)
                    self._show_nudge(history, command.seat, seat)
                    pending = table.clocks.since[command.seat] or 0
                    self._tell(Nudged(table=self.id, seat=command.seat, by=seat, pending=pending, at=now, key=key))
                case messages.Vote():
                    made = self._vote(history, seat, command)
                case messages.Rematch():
                    check_over(table)
                    following = table.next or await open_rematch(table, seat)
                    made = self._decided(table, seat, Follow(table=following))
                case messages.PlayMove():
                    made = self._decided(table, seat, command)
                case _:
                    lead = self._attendance.takes_lead(table, seat, command, self._now())
                    made = [] if lead is None else self._decided(table, seat, lead)
                    made += self._decided(made[-1].after if made else table, seat, command)
        except (Refused, KolodaError) as problem:
            await self._check_current(history)
            stored = await self._answers.stored(key) if isinstance(command, messages.PlayMove) else None
            failure = problem.failure if isinstance(problem, Refused) else failure_of(problem)
            if failure.code in TOO_EARLY:
                return Answer(id=command.id, seq=self._seq, failure=failure)
            if failure.code == "stale" and stored is None:  # the bot was faster, but the person is there
                await self._commit(history, transitions(table, returned(table, seat, self._now())))
            return self._answers.remember(key, stored or Answer(id=command.id, seq=self._seq, failure=failure))
        answer = Answer(id=command.id, seq=made[-1].after.seq if made else table.seq, next=following)
        leaves_nothing = isinstance(command, UNSTORED) and not made
        try:
            await self._commit(history, made, None if leaves_nothing else key, encoded(answer))
        except Conflict:
            known = await self._answers.stored(key)
            if known is None:
                raise
            return known
        return self._answers.remember(key, answer)

    def _show_nudge(self, history: TableHistory, seat: int, by: int) -> None:
        self._broadcast(_encode(messages.Nudged(seat=seat, by=by)))
        if self.owned:
            self._notices.nudged(history.state, seat, by)
        self._publish(history, history.state.seq)

    def _say(self, table: TableState, seat: int, text: str) -> ChatLine:
        """Show a line to the people in the seats."""
        if not can_write(table):
            raise refused("not_legal", "no_chat")
        now, writer, text = self._now(), table.seats.by_seat[seat], read_line(text)
        self._lines.take(writer.token, now)
        line = self._services.talks.say(self.id, seat, writer.name, text, now)
        self._show_line(line)
        return line

    def _show_line(self, line: ChatLine) -> None:
        frame = _encode(messages.Said(line=line))
        for each in self._subscribers:
            if each.seat is not None and not each.screen:
                each.send(frame)

    def _vote(self, history: TableHistory, seat: int, command: messages.Vote) -> list[Transition]:
        """Count a vote; if it decides, a bot plays."""
        table = history.state
        present = self._attendance.present(table, self._now())
        self._attendance.idle.vote(table, seat, command.seat, command.bot, present, self._now())
        voter, pending = table.seats.by_seat[seat].token, table.clocks.since[command.seat] or 0
        self._tell(Voted(table=self.id, seat=command.seat, voter=voter, bot=command.bot, pending=pending))
        made = self._outvoted(table)
        if not made:
            self._publish(history, table.seq)
            self._plan(history)
        return made

    def _outvoted(self, table: TableState) -> list[Transition]:
        """Bots play for the people for whom those present have waited long enough."""
        made: list[Transition] = []
        for seat in self._attendance.outvoted(table, self._now()):
            made += self._decided(made[-1].after if made else table, seat, Waited())
        return made

    # Other nodes

    def _tell(self, note: Reacted | Wrote | Nudged | Voted | Attending | Removed) -> None:
        self._services.node.tell(note)

    def take_note(self, note: Reacted | Wrote | Nudged | Voted) -> None:
        """Show what somebody did at another node, and that is not stored."""
        history = self._history
        if history is None:
            return
        match note:
            case Reacted():
                self._broadcast(_encode(messages.EmoteShown(seat=note.seat, emote=note.emote)))
            case Wrote():
                self._show_line(self._services.talks.add(self.id, note.line))
            case Nudged():
                self._attendance.idle.note_nudge(note.seat, note.pending, note.at)
                self._show_nudge(history, note.seat, note.by)
            case Voted():
                self._attendance.idle.note_vote(note.seat, note.pending, note.voter, note.bot)
                self._publish(history, history.state.seq)
                self._plan(history)
        if not isinstance(note, Voted):
            self._answers.remember(note.key, Answer(id=note.key[1], seq=self._seq))

    @property
    def clients(self) -> list[Client]:
        """Who is connected to this node, for the others."""
        return [each.client for each in self._subscribers]

    def tell_clients(self) -> None:
        self._tell(Attending(table=self.id, clients=self.clients))

    def _meet_others(self, history: TableHistory) -> None:
        self._subscribers.connected_elsewhere(history.state, self._services.node.elsewhere(self.id), self._now())

    def others_changed(self) -> None:
        """Somebody has come to another node, or has gone there."""
        if self._history is not None:
            self._meet_others(self._history)
            self._plan(self._history)

    async def own(self, down_since: int | None) -> None:
        """This node owns the table now. The node that did before was last seen at a moment.

        The clocks do not count the time since, unless others have gone on with the table.
        """

        self._down_since = down_since
        async with self._lock:
            await self._load_stored()
            await self._current(self._resume_clocks)
            if self._history is not None:
                self._plan(self._history)

    async def _resume_clocks(self, history: TableHistory) -> None:
        """Before anything else that only the owner may do: or a clock runs out that did not run. Hold the lock."""
        down_since = self._down_since
        if down_since is not None and history.state.at <= down_since + LEASE:
            resume = Resume(down_since=down_since)
            await self._commit_as_owner(history, self._decided(history.state, None, resume))
        self._down_since = None

    def _disown(self) -> None:
        """Another node owns the table by now."""
        self._services.node.fences.pop(self.id, None)

    # Subscribers

    def _publish(self, history: TableHistory, since: int) -> Presence:
        """Send the news since an event to everybody, and who is present. All spectators get the same bytes."""
        now = self._now()
        presence, waiting = self._attendance.show(history.state, now)
        if history.state.status == "closed":
            self.end(_closed(history.state))
            return presence
        frames: dict[int | str | None, bytes] = {}
        for each in self._subscribers:
            viewer = each.seat if each.lost is None else each.token
            if viewer not in frames:
                frames[viewer] = self._encoder.news(history, each.seat, since, now, presence, waiting, each.lost)
            each.note(history.state.seq, now)
            each.send(frames[viewer])
        return presence

    def end(self, failure: Failure) -> None:
        """Disconnect everybody."""
        for each in self._subscribers:
            each.end(failure)

    def _broadcast(self, frame: bytes) -> None:
        for each in self._subscribers:
            each.send(frame)

    async def subscribe(self, subscription: Subscription, since: int, greet: bool = True) -> bool:
        """Connect a subscriber; a person who was away plays again. The first frame is the news since `since`.

        Without `greet` there is no first frame; and if there is already something new, the subscriber is not connected
        and the result is False.
        """
        async with self._lock:
            history = await self._load_stored()
            seat = subscription.find_seat(history.state)
            for present in subscription.held:
                history = await self._welcome_back(present)
            if not greet and since != history.state.seq:
                return False
            await history.prepare_feed(seat, since)
            self._subscribers.add(subscription, self._now())
            subscription.note(history.state.seq, self._now())
            if greet:
                subscription.send(self._news(history, seat, since, subscription.lost))
            self._plan(history)
            self.tell_clients()
            return True

    async def _welcome_back(self, seat: int) -> TableHistory:
        async def work(history: TableHistory) -> None:
            await self._commit(history, self._decided(history.state, seat, Reconnected()))

        try:
            await self._current(work)
        except (Conflict, StorageError):
            log.warning("a return could not be stored")
        return await self._load()

    def unsubscribe(self, subscription: Subscription) -> None:
        now = self._now()
        self._subscribers.remove(subscription, now)
        self.tell_clients()
        soon = now + (GRACE if subscription.held else SOON)
        self._wake_at(soon if self._wakes_at is None else min(self._wakes_at, soon))

    def forget_feeds(self) -> None:
        """Drop the feeds without subscribers: they can be rebuilt from the log."""
        if self._history is not None and not self._lock.locked() and not self._bot_client.busy:
            self._history.forget_feeds(self._subscribers.seats)

    # Timer

    def _plan(self, history: TableHistory, presence: Presence | None = None) -> None:
        """Set the timer for what is due next, and let bots and absent people know.

        `presence` is the current presence, if it is known. If another node owns the table, we only show who is there.
        """
        if self._services.closing:
            return
        now, table = self._now(), history.state
        if presence is None:
            presence = self._attendance.presence(table, now)
        moments = [*(table.clocks.deadline(seat) for seat in range(table.opened.players)), *presence.bot_at]
        moments += self._attendance.changes_at(table, now)
        owned = self.owned
        if not owned:
            moments = [moment for moment in moments if moment is not None and moment > now]
        if presence != self._attendance.shown:
            moments.append(now + SOON if self._wakes_at is None else min(now + SOON, self._wakes_at))
        self._wake_at(min((moment for moment in moments if moment is not None), default=None))
        if owned:
            self._bot_client.table_changed(history)
            self._notices.table_changed(table, presence.here)

    def _wake_at(self, when: int | None) -> None:
        if when != self._wakes_at and self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._services.closing:
            when = None
        if when is not None and self._timer is None:
            self._timer = self._services.time.call_at(when, self._ring)
        self._wakes_at = when

    def _ring(self) -> None:
        self._timer, self._wakes_at = None, None
        self._services.begin(self.wake())

    async def resume(self, down_since: int) -> None:
        """Let the clocks go on from where they stood when the server went down, which was alone."""
        async with self.reading() as history:
            await self._commit(history, self._decided(history.state, None, Resume(down_since=down_since)))
            self._plan(history)

    async def wake(self) -> None:
        """Do what is due: for people whose time is up, and for people who are away."""
        if self._services.closing:
            return
        if self.owned and self._services.node.is_away(self._now()):  # the clocks stand still until we are back
            self._wake_at(self._now() + RETRY)
            return

        async def work(history: TableHistory) -> None:
            if self.owned:
                await self._resume_clocks(history)
                await self._commit_as_owner(history, self._overdue(history.state))

        async with self._lock:
            try:
                await self._current(work)
                history = await self._load()
            except Refused:
                raise
            except Exception:  # keep the table going
                log.exception("what is due could not be done, trying again")
                self._wake_at(self._now() + RETRY)
                return
            if not self._attendance.is_shown(history.state, self._now()):
                self._publish(history, history.state.seq)
            self._plan(history)

    def _overdue(self, table: TableState) -> list[Transition]:
        now = self._now()
        made: list[Transition] = []
        for seat in range(table.opened.players):
            deadline = table.clocks.deadline(seat)
            bot_at = self._attendance.presence(table, now).bot_at[seat]
            if deadline is not None and deadline <= now:
                made += self._decided(table, seat, TimeUp())
            elif bot_at is not None and bot_at <= now:
                made += self._decided(table, seat, Missed())
            table = made[-1].after if made else table
        made += self._outvoted(table)
        heir = self._attendance.heir(table, now)
        if heir is not None:
            made += self._decided(made[-1].after if made else table, heir, TakeLead(why="away"))
        return made

    async def remove(self) -> None:
        """Remove the table from the store, with everything about it."""
        async with self._lock:
            if not await self._services.store.remove([self.id]):
                raise no_table(self.id)
            self._tell(Removed(table=self.id))
            self.drop()

    def drop(self) -> None:
        """The table is no longer stored: whoever still waits for it learns that it is gone."""
        self._history = None
        self.close()
        self.end(no_table(self.id).failure)

    def close(self) -> None:
        self._wake_at(None)
        self._bot_client.close()


def _closed(table: TableState) -> Failure:
    return Failure(code="closed", detail=closed(table.closed))
