"""One table: the fold of its events, and what of it each seat may know."""

from collections.abc import Iterable, Sequence

import msgspec

from koloda.bots.sight import Sight, sight
from koloda.core.facts import Fact, fact
from koloda.core.game import Act, Draw
from koloda.games import find
from koloda.server import messages
from koloda.server.tables.announcements import about
from koloda.server.tables.clocks import Clocks
from koloda.server.tables.events import (
    AnyEvent,
    Begun,
    BotSat,
    Entry,
    Followed,
    Freed,
    Left,
    Opened,
    Paused,
    Played,
    Returned,
    Sat,
    TakenBack,
)
from koloda.server.tables.feed import Story, pack, unpack
from koloda.server.tables.legal_moves import Standings
from koloda.server.tables.seats import Places
from koloda.table.course import Step
from koloda.table.dealer import Dealer, commitment
from koloda.table.record import started
from koloda.table.table import Table

_event = msgspec.json.Decoder(AnyEvent)
_encode = msgspec.json.Encoder().encode
encode_event = _encode


class Room:
    """`log` is all that is stored. Steps are kept only as long as they can be undone, stories only of those who ask:
    many tables have to fit into memory."""

    def __init__(self, table_id: str, opened: Opened) -> None:
        self.id = table_id
        self.opened = opened
        self.game = find(opened.game)
        self.values = self.game.set_up.settle(opened.players, **opened.options)
        self.secret = bytes.fromhex(opened.secret)
        self.commitment = commitment(self.secret)
        self.places = Places(opened)
        self.clocks = Clocks(opened.players, opened.clock)
        self.standings = Standings(self.game, opened.players)
        self.table: Table | None = None
        self.next: str | None = None
        self.at = opened.at
        self.log = [encode_event(opened)]
        self.stories: dict[int | None, Story] = {}
        self.arranged = 1
        """The last event that was no decision."""

    @classmethod
    def fold(cls, table_id: str, log: Sequence[bytes], told_to: Iterable[int | None] = ()) -> "Room":
        """The table of stored events. The story of those in `told_to` is kept from the start."""
        opened = _event.decode(log[0])
        assert isinstance(opened, Opened)
        room = cls(table_id, opened)
        room.stories = {viewer: Story(0) for viewer in told_to}
        for line in log[1:]:
            room.apply(_event.decode(line), line)
        return room

    @property
    def seq(self) -> int:
        return len(self.log)

    @property
    def status(self) -> messages.Status:
        return "waiting" if self.table is None else "over" if self.table.over else "playing"

    @property
    def due(self) -> list[int]:
        """The seats that have to decide."""
        return [] if self.table is None else self.table.actors

    def apply(self, event: AnyEvent, line: bytes = b"") -> None:
        """Carry out an event that was decided on before. `line` is how it is stored."""
        match event:
            case Sat() | BotSat() | Freed():
                self._tell(about(event, self.places))
                self.places.apply(event)
                changed = set()
            case Begun():
                changed = self._begin(event)
            case Played():
                changed = self._carry_out(event)
            case TakenBack():
                changed = self._take_back(event)
            case Left() | Returned():
                self._tell(about(event, self.places))
                changed = {event.seat}
                self.clocks.stop(event.seat, event.at)
                self.places.apply(event)
            case Paused():
                self._tell(about(event, self.places))
                self.clocks.pause(event.milliseconds)
                changed = set()
            case Followed():
                self._tell(about(event, self.places))
                self.next = event.table
                changed = set()
            case Opened():
                raise ValueError("a table is opened once")
        self._done(event, line, changed)

    def play(self, act: Act, by: str, now: int) -> Played:
        """Carry out a decision and the draws that it brings, or raise an error and change nothing."""
        table = self._playing()
        course = table.record.course
        begins = len(course.steps)
        table.act(*act)
        steps = course.steps[begins:]
        event = Played(
            at=self.time(now),
            entries=[_entry(step) for step in steps],
            by=by,
            used=self.clocks.used(act.seat, self.time(now)),
        )
        self._done(event, b"", self._played(event, steps))
        return event

    def begin(self, nonces: list[str], now: int) -> Begun:
        """Deal the first cards."""
        table = self._set_out(nonces)
        event = Begun(at=self.time(now), nonces=nonces, entries=[_entry(step) for step in table.steps])
        self._done(event, b"", self._begun(table))
        return event

    def time(self, now: int) -> int:
        """No event is earlier than the one before, whatever the clock says."""
        return max(now, self.at)

    def _begin(self, event: Begun) -> set[int]:
        """The stored draws are the truth, as with every event."""
        table = self._set_out(event.nonces, event.entries)
        return self._begun(table)

    def _set_out(self, nonces: Sequence[str], entries: Sequence[Entry] = ()) -> Table:
        dealer = Dealer(self.secret, [bytes.fromhex(nonce) for nonce in nonces], len(entries))
        names = [place.name for place in self.places.by_seat]
        record = started(self.game, self.values, names, dealer)
        for _, outcome in entries:
            record.course.add(Draw(outcome))
        return Table(record, dealer)

    def _begun(self, table: Table) -> set[int]:
        self.table = table
        self._tell([fact("server.begun")], table.steps)
        self._forget_steps()
        return set()

    def _carry_out(self, event: Played) -> set[int]:
        table = self._playing()
        course = table.record.course
        begins = len(course.steps)
        for who, what in event.entries:
            course.add(Draw(what) if who < 0 else Act(who, what))
        table.dealer.drawn += len(event.entries) - 1
        return self._played(event, course.steps[begins:])

    def _played(self, event: Played, steps: Sequence[Step]) -> set[int]:
        act = steps[0].event
        assert isinstance(act, Act)
        before = steps[0].before
        must = bool(self.game.rules.actors(before) >> act.seat & 1)
        if must or self.game.steps_in:
            self.clocks.decided(act.seat, event.used)
        elif act.seat in self.places.deciding:
            self.clocks.take_back(act.seat, event.at)
        self._tell([fact("server.time_up", player=act.seat)] if event.by == "clock" else [], steps)
        if len(steps) > 1:
            self._forget_steps()
        return {act.seat}

    def _forget_steps(self) -> None:
        """What lies before a draw is not undone; the log has it."""
        course = self._playing().record.course
        course.steps.clear()
        course.entries.clear()

    def _take_back(self, event: TakenBack) -> set[int]:
        table = self._playing()
        steps = len(table.steps)
        table.undo(event.seat)
        self.clocks.take_back(event.seat, event.at)
        self._tell([fact("server.taken_back", player=event.seat)])
        for story in self.stories.values():
            del story.counted[len(table.steps) - steps :]
        return set(range(self.opened.players))

    def _done(self, event: AnyEvent, line: bytes, changed: set[int]) -> None:
        self.log.append(line or encode_event(event))
        self.at = event.at
        if not isinstance(event, Played | TakenBack):
            self.arranged = self.seq
        if self.table is not None:
            self.table.record.bots = self.places.played
            people = self.places.deciding
            self.standings.update(self.table.state, self.seq, people, changed)
            self.clocks.run_for([seat for seat in self.due if seat in people], event.at)

    def _playing(self) -> Table:
        assert self.table is not None
        return self.table

    # What is told

    def _tell(self, facts: list[Fact], steps: Sequence[Step] = ()) -> None:
        """The event that comes next brings these facts for everybody, and of the steps what each may know."""
        number = self.seq + 1
        told = pack(facts)
        shared: dict[bytes, bytes] = {}
        for viewer, story in self.stories.items():
            piece = told
            if steps:
                seen = pack([f for step in steps for f in self.game.narration.narrate(*step, viewer)])
                seen = shared.setdefault(seen, seen)
                story.counted.append(seen)
                piece = b",".join(filter(None, (told, seen))) if told else seen
            story.tell(number, piece)

    def story(self, viewer: int | None, since: int = 0) -> Story:
        """The story of a seat or of the spectators, told at least from event number `since` on."""
        story = self.stories.get(viewer)
        if story is None or story.begins > since:
            if since == self.seq:
                self.stories[viewer] = Story(since)
            else:  # who comes back first brings the others' stories along: they will come too
                people = [seat for seat in self.places.having("person") if seat not in self.stories]
                self.stories.update(Room.fold(self.id, self.log, {viewer, *people}).stories)
        return self.stories[viewer]

    def sight(self, seat: int, story: bool = True) -> Sight:
        """What a bot in a seat is given; without a story where it needs none."""
        counted = tuple(self.story(seat).counted) if story else ()
        return sight(self.game, self._playing().state, seat, lambda: unpack(counted))

    def can_undo(self, seat: int) -> bool:
        """May the person in a seat take the last decision back?"""
        return self.table is not None and seat in self.places.deciding and self.table.can_undo(seat)


def _entry(step: Step) -> Entry:
    event = step.event
    return (event.seat, event.action) if isinstance(event, Act) else (-1, event.outcome)
