"""What must hold whatever fails: at the database while it happens, and between clients and the log afterwards."""

import asyncio
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

import msgspec

from koloda.server.messages import Answer, AnyCommand, HandOver, PlayMove, UndoMove
from koloda.server.storage.leases import LEASE
from koloda.server.storage.store import Append
from koloda.server.tables.clocks import SECOND
from koloda.server.tables.events import AnyEvent, Left, MovePlayed, Paused, TakenBack
from koloda.server.tables.history import TableHistory, decode_event
from koloda.server.tables.news import NewsEncoder
from koloda.server.tables.state import TableState
from koloda.server.tables.subscribers import Presence
from tests.server.memory_store import MemoryStore
from tests.server.simulation import START

SKEWED = 100
"""Milliseconds by which clocks of nodes and the database may differ."""
SLOWEST = 0.05
"""Seconds that an answer takes to a client at most."""
UNDECIDED = ("storage", "unavailable")
"""Failures after which a command may have been carried out or not."""
HIDES = {"view", "offer", "undo", "facts"}
"""What of the news differs from seat to seat: here a card could show."""
ABSENT = object()
TEST_ADDRESS = "http://koloda.test"
_decode = msgspec.json.Decoder().decode


Kind = Literal["lost", "doubled", "reordered", "answer", "gap", "told", "hidden", "clock", "log"]
"""What is wrong: an accepted command is not in the log, or something is there twice, or in another order; a command got
answers that contradict each other; a client missed news; it was told something else than the log says, or what only the
game itself knows; a clock ran out too early; the log contradicts itself.
"""


class Broken(AssertionError):
    """Something that must hold does not."""

    def __init__(self, problem: str, kind: Kind = "log", seat: int | None = None, events: Sequence[int] = ()) -> None:
        super().__init__(problem)
        self.kind = kind
        self.seat = seat
        self.events = list(events)
        """The numbers of the events that it is about."""


class Gap(NamedTuple):
    """A table had no living owner, by the clock of the database."""

    table: str
    begin: int
    end: int
    same: bool = False
    """Its owner was away, and came back to it."""


def only_owner_may(event: AnyEvent) -> bool:
    match event:
        case MovePlayed():
            return event.by != "person"
        case Left():
            return event.why in ("absent", "time")
    return isinstance(event, Paused)


class Watch:
    """Sees everything that the database does, and knows by itself whose lease is valid."""

    def __init__(self) -> None:
        self.store: MemoryStore
        self.problems: list[str] = []
        self.gaps: list[Gap] = []
        self._expires: dict[int | None, int] = {}

    def broken(self, problem: str) -> None:
        self.problems.append(problem)

    def check(self) -> None:
        if self.problems:
            raise Broken(self.problems[0])

    def now(self) -> int:
        return START + int(asyncio.get_running_loop().time() * 1000)

    def committed(self, table: str) -> int:
        return len(self.store._events.get(table, ()))

    def saw(self, name: str, sender: int, args: tuple[Any, ...], before: Mapping[str, tuple[int | None, int]]) -> None:
        """The database has done something. `before` are the owners before that."""
        now = self.now()
        if name == "append":
            self._appended(sender, args[0])
        for table, (owner, _) in before.items():
            if self.store.leases.owners[table][0] != owner:
                end = self._expires.get(owner, 0)
                if end > now:
                    self.broken(f"{name}: table {table} was taken from node {owner}, whose lease is valid")
                self.gaps.append(Gap(table, end, now))
        if name in ("join", "renew"):
            node = max(self.store.leases._seen) if name == "join" else args[0]
            end = self._expires.get(node, now)
            if end < now:  # it was away, and nobody has taken its tables
                self.gaps += [Gap(table, end, now, same=True) for table, (owner, _) in before.items() if owner == node]
            self._expires[node] = now + LEASE
        elif name == "leave":
            self._expires[args[0]] = now

    def _appended(self, sender: int, change: Append) -> None:
        if change.first == 1:
            return
        owner = self.store.leases.owners[change.table][0]
        for event in map(decode_event, change.events):
            if only_owner_may(event) and owner != sender:
                self.broken(f"node {sender} has stored {event} at a table of node {owner}")


@dataclass
class Sent:
    """A command as a client knows it: one id, however often it is sent."""

    command: AnyCommand
    known: int
    """The last event that the client knew."""
    at: float
    answers: list[tuple[float, Answer]] = field(default_factory=list)

    @property
    def decided(self) -> list[Answer]:
        return [each for _, each in self.answers if each.failure is None or each.failure.code not in UNDECIDED]

    @property
    def accepted(self) -> Answer | None:
        return next((each for each in self.decided if each.failure is None), None)


class Reader(NamedTuple):
    """What a client has of a table."""

    seat: int | None
    """None for a spectator."""
    frames: list[dict[str, Any]]
    sent: list[Sent]


def broken_commands(log: Sequence[AnyEvent], readers: Iterable[Reader]) -> Iterator[Broken]:
    """No accepted command is lost, doubled or reordered; a repeat gets the first answer."""
    order: list[tuple[float, float, int, int]] = []
    for reader in readers:
        if (seat := reader.seat) is None:
            continue
        accepted: dict[int, Sent] = {}
        undecided: Counter[Any] = Counter()
        for sent in reader.sent:
            yield from _broken_answers(sent, seat)
            answer = sent.accepted
            if answer is not None and isinstance(sent.command, PlayMove | UndoMove):
                if answer.seq in accepted:
                    yield Broken(f"two commands of seat {seat} got event {answer.seq}", "lost", seat, [answer.seq])
                accepted[answer.seq] = sent
                answered = min(at for at, each in sent.answers if each == answer)
                order.append((sent.at, answered, answer.seq, seat))
            elif not sent.decided:
                undecided[type(sent.command)] += 1
        yield from _broken_events(log, seat, accepted, undecided)
        asked = sum(isinstance(sent.command, HandOver) for sent in reader.sent)
        left = [
            number
            for number, event in enumerate(log, 1)
            if isinstance(event, Left) and event.seat == seat and event.why == "asked"
        ]
        if len(left) > asked:
            what = f"seat {seat} handed over {asked} times, and {len(left)} times by the log"
            yield Broken(what, "doubled", seat, left)
    yield from _reordered(order)


def _reordered(order: list[tuple[float, float, int, int]]) -> Iterator[Broken]:
    """Whatever was sent after an answer has a later event than the one that was answered."""
    latest = 0
    answers = sorted((answered, seq) for _, answered, seq, _ in order)
    position = 0
    for sent, _, seq, seat in sorted(order):
        while position < len(answers) and answers[position][0] < sent:
            latest = max(latest, answers[position][1])
            position += 1
        if seq < latest:
            what = f"a command of seat {seat} that was sent after the answer to event {latest} became event {seq}"
            yield Broken(what, "reordered", seat, [seq, latest])


def _broken_answers(sent: Sent, seat: int) -> Iterator[Broken]:
    """Once accepted, always so, with the same answer. A refused move stays refused; other commands may be accepted when
    they are repeated, since refusals are not stored.
    """
    accepted = sent.accepted
    if accepted is not None:
        since = min(at for at, each in sent.answers if each == accepted) + SLOWEST
        for at, each in sent.answers:
            wrong = each.failure is None or isinstance(sent.command, PlayMove) or at > since
            if wrong and each in sent.decided and each != accepted:
                what = f"{sent.command} got different answers: {sent.decided}"
                yield Broken(what, "answer", seat, [accepted.seq, each.seq])
                break
    for each in sent.decided:
        if each.seq < sent.known and each.failure is not None:
            what = f"{sent.command} was refused by a node that knew less than the client: {each}"
            yield Broken(what, "answer", seat, [each.seq, sent.known])


def _broken_events(
    log: Sequence[AnyEvent], seat: int, accepted: Mapping[int, Sent], undecided: Counter[Any]
) -> Iterator[Broken]:
    found: set[int] = set()
    for number, event in enumerate(log, 1):
        played = isinstance(event, MovePlayed) and event.by == "person" and event.entries[0][0] == seat
        if not played and not (isinstance(event, TakenBack) and event.seat == seat):
            continue
        kind = PlayMove if played else UndoMove
        if number in accepted:
            found.add(number)
            if not isinstance(accepted[number].command, kind):
                what = f"event {number} is not what seat {seat} asked for: {accepted[number].command}"
                yield Broken(what, "lost", seat, [number])
        elif undecided[kind]:
            undecided[kind] -= 1
        else:
            what = f"event {number} of seat {seat} is doubled: no command of its own brought it"
            yield Broken(what, "doubled", seat, [number])
    if lost := sorted(accepted.keys() - found):
        yield Broken(f"what was accepted is not in the log: events {lost} of seat {seat}", "lost", seat, lost)


class Story:
    """Reads a log again, and compares what clients were told with it."""

    def __init__(
        self, table: str, lines: list[bytes], readers: list[Reader], gaps: list[Gap], address: str = TEST_ADDRESS
    ) -> None:
        self._readers = readers
        self._gaps = [gap for gap in gaps if gap.table == table]
        self._lines = lines
        seats = {reader.seat for reader in readers}
        self.history = TableHistory(table, lines[:1], seats)
        self._encoder = NewsEncoder(f"{address}/t/{table}")
        self._pending: dict[int, int] = {}
        self.events = [decode_event(line) for line in lines]

    def check(self) -> None:
        """Raise the first problem."""
        for problem in self.problems():
            raise problem

    def problems(self) -> Iterator[Broken]:
        frames: dict[int, list[tuple[int | None, dict[str, Any]]]] = {}
        for reader in self._readers:
            known = 0
            for frame in reader.frames:
                if frame["since"] not in (0, known) or frame["seq"] < known:
                    what = f"seat {reader.seat} had {known} events and got {frame['since']} to {frame['seq']}"
                    yield Broken(what, "gap", reader.seat, [known, frame["since"], frame["seq"]])
                known = frame["seq"]
                frames.setdefault(known, []).append((reader.seat, frame))
        for number in sorted(number for number in frames if number > len(self._lines)):
            for seat, _ in frames[number]:
                yield Broken(f"event {number} was told to seat {seat} and is not in the log", "lost", seat, [number])
        for number, line in enumerate(self._lines, 1):
            if number > 1:
                yield from self._go_on(line, self.events[number - 1])
            yield from self._compare(frames.get(number, []))
            yield from self.at_event(number)
        yield from broken_commands(self.events, self._readers)

    def at_event(self, number: int) -> Iterable[Broken]:
        """More to check when the history is where an event has led."""
        return ()

    def _compare(self, frames: list[tuple[int | None, dict[str, Any]]]) -> Iterator[Broken]:
        known: dict[tuple[int | None, int], dict[str, Any]] = {}
        for seat, frame in frames:
            key = seat, frame["since"]
            if key not in known:
                known[key] = self._told(*key)
            told = lasting(frame)
            wrong = [name for name in {*told, *known[key]} if told.get(name, ABSENT) != known[key].get(name, ABSENT)]
            if wrong:
                kind: Kind = "hidden" if HIDES & set(wrong) or set(told) - set(known[key]) else "told"
                what = f"seat {seat} was told something else than the log says: {sorted(wrong)} at {frame['seq']}"
                yield Broken(what, kind, seat, [frame["since"], frame["seq"]])

    def _told(self, seat: int | None, since: int) -> dict[str, Any]:
        players = self.history.state.opened.players
        nobody = Presence((False,) * players, (None,) * players, 0, 0)
        return lasting(_decode(self._encoder.news(self.history, seat, since, 0, nobody)))

    def _go_on(self, line: bytes, event: AnyEvent) -> Iterator[Broken]:
        before = self.history.state
        if isinstance(event, MovePlayed) and event.by == "clock":
            yield from self._early_clock(before, event)
        if event.at < before.at and not isinstance(event, Paused):
            yield Broken(f"{event} is before the event before it", "log", None, [before.seq, before.seq + 1])
        self.history.replay([line])
        was = before.clocks.since
        for seat, since in enumerate(self.history.state.clocks.since):
            if since == event.at:
                self._pending[seat] = event.at
            elif not isinstance(event, Paused) and (seat >= len(was) or since != was[seat]):
                self._pending.pop(seat, None)  # nothing is pending, or a decision that was taken back

    def _early_clock(self, before: TableState, event: MovePlayed) -> Iterator[Broken]:
        """Nobody's time counts while the table has no owner, unless others went on with it meanwhile.

        An owner that comes back, and is gone again before it has stored the pause, takes the knowledge of the gap with
        it: such gaps are not compared.
        """
        seat = event.entries[0][0]
        began, limit = self._pending.get(seat), before.opened.clock.move
        if began is None or limit is None:
            return
        lost = 0
        for gap in self._gaps:
            begin, end = max(gap.begin, began), min(gap.end, event.at)
            meanwhile = any(begin - LEASE <= each.at <= end + SKEWED for each in self.events if _goes_on(each))
            if end > begin and not meanwhile and not (gap.same and self._lost_again(gap)):
                lost += end - begin
        if event.at - began - lost < limit * SECOND - SKEWED:
            what = f"the clock of seat {seat} ran out at {event.at}, which had {lost} ms without an owner"
            yield Broken(what, "clock", seat, [before.seq + 1])

    def _lost_again(self, gap: Gap) -> bool:
        """Was the owner lost again before it stored anything?"""
        following = min((each.end for each in self._gaps if each.end > gap.end), default=None)
        return following is not None and not any(gap.end <= event.at + SKEWED <= following for event in self.events)


def _goes_on(event: AnyEvent) -> bool:
    return not isinstance(event, Paused)


def lasting(news: dict[str, Any]) -> dict[str, Any]:
    """News without what depends on the moment and on who is connected."""
    table = {name: value for name, value in news["table"].items() if name not in ("screens", "watching")}
    table["seats"] = [{**seat, "here": None, "bot_at": None} for seat in table["seats"]]
    passing = {"table": table, "now": None, "left": None, "waits": None, "lead_at": None, "chat": None}
    return {**news, **passing}
