"""The history of one table: its stored events, the state they lead to, and what each viewer was told of them."""

import asyncio
from collections.abc import Collection, Iterable, Sequence

import msgspec
from msgspec.structs import replace

from koloda.bots.knowledge import Knowledge, knowledge_of
from koloda.core.events import Told, facts_of
from koloda.server.tables.announcements import announcements
from koloda.server.tables.events import AnyEvent, Opened, TakenBack
from koloda.server.tables.feed import EventFeed, pack
from koloda.server.tables.state import TableState, Transition, evolve, transitions
from koloda.table.match import narrate

SLICE = 16
"""How many events to replay before everybody else has a turn: a few milliseconds."""

_event = msgspec.json.Decoder(AnyEvent)
encode_event = msgspec.json.Encoder().encode
decode_event = _event.decode


class TableHistory:
    """Feeds are kept only for those who asked for one: many tables have to fit into memory, and `log` has it all."""

    def __init__(self, table_id: str, log: Sequence[bytes], viewers: Iterable[int | None] = ()) -> None:
        """Replay stored events. The feeds of `viewers` are kept from the start."""
        opened = decode_event(log[0])
        assert isinstance(opened, Opened)
        self.state = TableState.open(table_id, opened)
        self.log = [log[0]]
        self._feeds: dict[int | None, EventFeed] = {viewer: EventFeed(0) for viewer in viewers}
        self.replay(log[1:])

    @classmethod
    async def load(cls, table_id: str, log: Sequence[bytes], viewers: Iterable[int | None] = ()) -> "TableHistory":
        """The same, a slice at a time: a long log must not stop everybody else."""
        history = cls(table_id, log[:SLICE], viewers)
        for first in range(SLICE, len(log), SLICE):
            await asyncio.sleep(0)
            history.replay(log[first : first + SLICE])
        return history

    def replay(self, lines: Iterable[bytes]) -> None:
        """Go on by stored events."""
        for line in lines:
            event = decode_event(line)
            self._add(Transition(self.state, event, evolve(self.state, event)), line)
        self._forget_steps()

    @classmethod
    def create(cls, table_id: str, events: Sequence[AnyEvent]) -> "TableHistory":
        """The history of a new table."""
        return cls(table_id, [encode_event(event) for event in events])

    def advance(self, events: Iterable[AnyEvent]) -> None:
        """Go on by events."""
        made = transitions(self.state, events)
        self.extend(made, [encode_event(each.event) for each in made])

    def extend(self, made: Sequence[Transition], lines: Sequence[bytes]) -> None:
        """Go on by transitions from the present state, and by their events as they are stored."""
        for transition, line in zip(made, lines, strict=True):
            self._add(transition, line)
        self._forget_steps()

    def _forget_steps(self) -> None:
        """They have been told, and would keep positions in memory that have passed."""
        if self.state.steps:
            self.state = replace(self.state, steps=())

    def _add(self, made: Transition, line: bytes) -> None:
        if self._feeds:
            self._tell(made)
        self.log.append(line)
        self.state = made.after

    def _tell(self, made: Transition) -> None:
        before, event, after = made
        announced = pack(announcements(event, before))
        steps = after.steps
        packed: list[tuple[list[Told], bytes]] = [([], b"")]
        for viewer, feed in self._feeds.items():
            if steps:
                feed.tell(after.seq, announced, _packed_once(narrate(after.game, steps, viewer), packed))
            else:
                feed.tell(after.seq, announced)
            if isinstance(event, TakenBack):
                assert before.match is not None
                assert after.match is not None
                feed.take_back(len(before.match.steps) - len(after.match.steps))

    def feed(self, viewer: int | None, since: int = 0) -> EventFeed:
        """The feed of a seat or of the spectators, at least from event number `since` on."""
        if self._lacks(viewer, since):
            self._feeds.update(TableHistory(self.state.id, self.log, self._viewers(viewer))._feeds)
        return self._feeds[viewer]

    async def prepare_feed(self, viewer: int | None, since: int = 0) -> None:
        """Make a feed a slice at a time, before it is needed. The table must not change meanwhile."""
        since = since if 0 <= since <= self.state.seq else 0
        if len(self.log) > SLICE and self._lacks(viewer, since):
            told = await TableHistory.load(self.state.id, self.log, self._viewers(viewer))
            self._feeds.update(told._feeds)

    def _lacks(self, viewer: int | None, since: int) -> bool:
        """Must the log be told again for this viewer? Whoever has all of it needs only what comes."""
        feed = self._feeds.get(viewer)
        if feed is not None and feed.begins <= since:
            return False
        if since == self.state.seq:
            self._feeds[viewer] = EventFeed(since)
            return False
        return True

    def _viewers(self, viewer: int | None) -> set[int | None]:
        """Whoever comes back first brings the others' feeds along: they will come too."""
        return {viewer, *(seat for seat in self.state.seats.having("person") if seat not in self._feeds)}

    def forget_feeds(self, kept: Collection[int | None]) -> None:
        """Forget all feeds but those of `kept`: they can be told again from the log."""
        for viewer in self._feeds.keys() - set(kept):
            del self._feeds[viewer]

    def knowledge(self, seat: int, story: bool = True) -> Knowledge:
        """What a bot in a seat is given; without the story where it needs none."""
        assert self.state.match is not None
        told = self.feed(seat).events(self.state.game.event_reader) if story else []
        return knowledge_of(self.state.game, self.state.match.state, seat, told.copy)


def _packed_once(told: list[Told], packed: list[tuple[list[Told], bytes]]) -> bytes:
    """What a viewer is told, packed. Most viewers are told the same: `packed` has what was packed for the others."""
    for others, narrated in packed:
        if others == told:
            return narrated
    packed.append((told, pack(facts_of(told))))
    return packed[-1][1]
