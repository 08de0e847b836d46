"""The history of one table: its stored events, the state they lead to, and what each viewer was told of them."""

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
        for line in log[1:]:
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
        announced = pack(announcements(event, before.seats))
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
        feed = self._feeds.get(viewer)
        if feed is None or feed.begins > since:
            if since == self.state.seq:
                self._feeds[viewer] = EventFeed(since)
            else:  # whoever comes back first brings the others' feeds along: they will come too
                people = [seat for seat in self.state.seats.having("person") if seat not in self._feeds]
                self._feeds.update(TableHistory(self.state.id, self.log, {viewer, *people})._feeds)
        return self._feeds[viewer]

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
