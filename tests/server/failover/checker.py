"""Judges the evidence of a campaign: what clients saw against what the database holds, table by table."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

from koloda.core.errors import KolodaError
from koloda.server.bots.runner import asked
from koloda.server.messages import Answer, ChatLine, PlayMove, UndoMove, Wait
from koloda.server.tables.commands import decide
from koloda.server.tables.events import AnyEvent
from koloda.server.tables.refusals import Refused, failure_of
from koloda.server.tables.replay import finished, full_record
from koloda.table.record import verify
from tests.server.failover.campaign import EVENTS, Figures
from tests.server.failover.evidence import Fault, Seen, TableEnd, TableEvidence, ends, faults, load
from tests.server.invariants import Broken, Reader, Story, only_owner_may

LINK: Final = "http://koloda.test"
"""Stands for the address of a node in the link of a table: it is not the same at all nodes."""
FRAME_FIELDS: Final[Mapping[str, frozenset[str]]] = {
    "emote": frozenset(("say", "seat", "emote")),
    "nudge": frozenset(("say", "seat", "by")),
    "beat": frozenset(("say", "seq", "now")),
}
"""All that frames besides news and answers may have."""
RECOMPUTED: Final = ("stale", "not_legal", "not_your_turn")
"""Refusals that follow from the table alone."""
CHECKS: Final = {
    "lost": "acknowledged moves lost",
    "doubled": "moves done twice",
    "reordered": "moves in another order than their answers",
    "answer": "answers that contradict each other or the log",
    "gap": "news with a gap",
    "told": "news that differ from the log",
    "hidden": "news or answers with something that the seat may not know",
    "clock": "clocks that ran out too early",
    "log": "logs that cannot be replayed",
    "stuck": "tables that are neither finished nor playable",
    "behind": "clients that did not hear everything in the end",
}


class Moment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What of the news depends on the moment and on who is connected. It has nothing of the game."""

    now: int
    left: list[int | None]
    waits: list[Wait | None]
    lead_at: int | None
    chat: list[ChatLine] | None
    screens: int
    watching: int
    here: list[bool]
    bot_at: list[int | None]

    @classmethod
    def of(cls, news: Mapping[str, Any]) -> "Moment":
        """Raises `ValidationError` for anything else than this."""
        table, waits, lines = news["table"], news["waits"], news["chat"] or []
        found = {name: news[name] for name in ("now", "left", "waits", "lead_at", "chat")}
        found |= {name: table[name] for name in ("screens", "watching")}
        found |= {name: [seat[name] for seat in table["seats"]] for name in ("here", "bot_at")}
        for kind, given in ((Wait, waits), (ChatLine, lines)):
            for each in given:
                if each is not None and set(each) != set(kind.__struct_fields__):
                    raise msgspec.ValidationError(f"unknown fields: {sorted(each)}")
        return msgspec.convert(found, cls)


class Problem(msgspec.Struct, kw_only=True):
    """Something that must not be."""

    kind: str
    table: str
    seat: int | None
    events: list[int]
    what: str

    def __str__(self) -> str:
        seat = "" if self.seat is None else f", seat {self.seat}"
        events = f", events {', '.join(map(str, self.events))}" if self.events else ""
        return f"{self.kind}: table {self.table}{seat}{events}: {self.what}"


class Takeover(msgspec.Struct, kw_only=True):
    """A table lost its owner while something was due, and went on."""

    table: str
    kind: str
    """Of the fault."""
    seconds: float
    alone: bool
    """Did nothing else fail meanwhile?"""


class TableReport(msgspec.Struct, kw_only=True):
    table: str
    events: int = 0
    frames: int = 0
    compared: int = 0
    """Bytes of news."""
    accepted: int = 0
    """Acknowledged moves and undos of people."""
    commands: int = 0
    repeated: int = 0
    """Commands with more than one answer."""
    over: bool = False
    away: list[float] = []
    """Seconds for which clients were away because their connection broke."""
    takeovers: list[Takeover] = []
    problems: list[Problem] = []


class SeenStory(Story):
    """Compares answers with the log as well."""

    def __init__(self, evidence: TableEvidence, readers: Sequence[Reader]) -> None:
        super().__init__(evidence.table, evidence.stored, list(readers), [], LINK)
        self._refused: dict[int, list[tuple[int, PlayMove | UndoMove, Answer]]] = {}
        self.due: list[Literal["", "bot", "clock"]] = []
        """By event: was a bot to move after it, or did at least a clock run?"""
        for reader in readers:
            for sent in reader.sent:
                for answer in sent.decided if reader.seat is not None else ():
                    if answer.failure is not None and isinstance(sent.command, PlayMove | UndoMove):
                        refused = self._refused.setdefault(answer.seq, [])
                        refused.append((reader.seat or 0, sent.command, answer))

    def at_event(self, number: int) -> Iterator[Broken]:
        table = self.history.state
        bots = table.status == "playing" and any(asked(table)[1:])
        self.due.append("bot" if bots else "clock" if table.clocks.running else "")
        for seat, command, answer in self._refused.get(number, ()):
            assert answer.failure is not None
            if answer.failure.code not in RECOMPUTED:
                what = f"seat {seat} was refused with {answer.failure.code}: {command}"
                yield Broken(what, "answer", seat, [number])
                continue
            try:
                decide(table, seat, command, table.at)
            except Refused as refused:
                known = refused.failure
            except KolodaError as problem:
                known = failure_of(problem)
            else:
                what = f"{command} was refused, and is legal after event {number}: {answer.failure}"
                yield Broken(what, "answer", seat, [number])
                continue
            if known != answer.failure:
                what = f"the refusal of {command} is {answer.failure}, by the log it is {known}"
                yield Broken(what, "hidden", seat, [number])


def check_table(evidence: TableEvidence, trouble: Sequence[Fault] = ()) -> TableReport:
    """Everything about one table."""
    report = TableReport(table=evidence.table, events=len(evidence.stored))
    clients = evidence.clients()
    try:
        readers = evidence.readers()
        for reader in readers.values():
            for frame in reader.frames:
                frame["table"]["link"] = f"{LINK}/t/{evidence.table}"
        _count(report, evidence, readers.values())
        story = SeenStory(evidence, list(readers.values()))
        report.problems += [_problem(evidence.table, broken) for broken in story.problems()]
        report.problems += _strange_frames(evidence.table, clients)
        report.problems += _strange_moments(evidence.table, readers.values())
        report.over = story.history.state.status == "over"
        if report.over:
            verify(full_record(finished(story.history)))
        _time_takeovers(report, story, trouble)
    except (KolodaError, Refused, ValueError, KeyError, AssertionError, msgspec.MsgspecError) as problem:
        what = f"the log cannot be replayed, or what clients saw cannot be read: {problem!r}"
        report.problems.append(Problem(kind="log", table=evidence.table, seat=None, events=[], what=what))
    report.problems += _unfinished(evidence.table, evidence.end, report.over)
    report.away = [seconds for seen in clients.values() for seconds in _away(seen)]
    return report


def _problem(table: str, broken: Broken) -> Problem:
    return Problem(kind=broken.kind, table=table, seat=broken.seat, events=broken.events, what=str(broken))


def _count(report: TableReport, evidence: TableEvidence, readers: Iterable[Reader]) -> None:
    news = [each.body for each in evidence.seen if each.what == "news"]
    report.frames, report.compared = len(news), sum(map(len, map(bytes, news)))
    for reader in readers:
        report.commands += len(reader.sent)
        report.repeated += sum(len(sent.decided) > 1 for sent in reader.sent)
        report.accepted += sum(
            sent.accepted is not None and isinstance(sent.command, PlayMove | UndoMove) for sent in reader.sent
        )


def _strange_frames(table: str, clients: Mapping[str, Sequence[Seen]]) -> Iterator[Problem]:
    """Frames besides news and answers have nothing of the game; accepted commands are answered with a number."""
    for seen in clients.values():
        for each in seen:
            body: dict[str, Any] = json.loads(bytes(each.body)) if each.what in ("other", "answer") else {}
            if each.what == "other" and set(body) - FRAME_FIELDS.get(str(body.get("say")), frozenset()):
                what = f"a frame has more than it should: {body}"
                yield Problem(kind="hidden", table=table, seat=each.seat, events=[], what=what)
            if each.what == "answer" and set(body) - {"say", "id", "seq", "failure", "next"}:
                what = f"an answer has more than it should: {body}"
                yield Problem(kind="hidden", table=table, seat=each.seat, events=[body.get("seq", 0)], what=what)
            if each.what == "odd":
                what = json.loads(bytes(each.body))
                yield Problem(kind="told", table=table, seat=each.seat, events=[], what=what)


def _strange_moments(table: str, readers: Iterable[Reader]) -> Iterator[Problem]:
    for reader in readers:
        for frame in reader.frames:
            try:
                Moment.of(frame)
            except (msgspec.ValidationError, KeyError, TypeError) as problem:
                what = f"news of the moment have more than they should: {problem!r}"
                yield Problem(kind="hidden", table=table, seat=reader.seat, events=[frame["seq"]], what=what)


def _unfinished(table: str, end: TableEnd, over: bool) -> Iterator[Problem]:
    if (end.status == "over") != over:
        what = f"the database says that it is {end.status}, its log says otherwise"
        yield Problem(kind="log", table=table, seat=None, events=[end.last], what=what)
    if end.status != "over" and end.healed is not None and end.last < end.healed + EVENTS:
        what = f"it had {end.healed} events when everything was mended, and {end.last} in the end"
        yield Problem(kind="stuck", table=table, seat=None, events=[end.healed, end.last], what=what)
    for who in end.behind:
        what = f"{who} did not hear everything, or got no answer"
        yield Problem(kind="behind", table=table, seat=None, events=[end.last], what=what)


def _away(seen: Sequence[Seen]) -> Iterator[float]:
    """From a broken connection to the first news of the next one."""
    lost: float | None = None
    for each in seen:
        if each.what == "lost" and lost is None:
            lost = each.at
        elif each.what == "news" and lost is not None:
            yield each.at - lost
            lost = None


def _time_takeovers(report: TableReport, story: SeenStory, trouble: Sequence[Fault]) -> None:
    """From the loss of an owner to the first event that only an owner may store, where something was due all the time.

    Where only a clock ran, the new owner stores that it stood still, unless people went on before; and a person can
    take back the move after which it was a bot's turn.
    """
    events = story.events
    for fault in trouble:
        if report.table not in fault.orphans:
            continue
        before = next((position for position, event in enumerate(events) if event.at >= fault.at * 1000), len(events))
        first = _first_of_owner(story, before) if before and story.due[before - 1] else None
        if first is None:
            continue
        seconds = first.at / 1000 - fault.at
        alone = not any(_meanwhile(other, fault, first) for other in trouble if other is not fault)
        report.takeovers.append(Takeover(table=report.table, kind=fault.kind, seconds=seconds, alone=alone))


def _first_of_owner(story: SeenStory, position: int) -> AnyEvent | None:
    """None if people go on first, unless a bot has to move before and after that."""
    for number in range(position, len(story.events)):
        event: AnyEvent = story.events[number]
        if only_owner_may(event):
            return event
        if story.due[number - 1] != "bot":
            return None
    return None


def _meanwhile(other: Fault, fault: Fault, first: AnyEvent) -> bool:
    """Could another fault have held up a takeover?"""
    return other.hinders and other.at < first.at / 1000 and other.until > fault.at


class Verdict(msgspec.Struct, kw_only=True):
    figures: Figures
    faults: list[Fault]
    tables: list[TableReport]

    @property
    def problems(self) -> list[Problem]:
        return [problem for table in self.tables for problem in table.problems]

    @property
    def by_kind(self) -> Mapping[str, int]:
        counted = Counter(problem.kind for problem in self.problems)
        return {kind: counted[kind] for kind in CHECKS}

    def total(self, name: str) -> int:
        return sum(getattr(table, name) for table in self.tables)

    def takeovers(self, alone: bool) -> list[float]:
        return sorted(each.seconds for table in self.tables for each in table.takeovers if each.alone or not alone)

    @property
    def away(self) -> list[float]:
        return sorted(seconds for table in self.tables for seconds in table.away)


def check(folder: Path, processes: int = 1, tell: Callable[[str], None] = lambda line: None) -> Verdict:
    """Judge a whole campaign."""
    trouble = faults(folder)
    figures = msgspec.json.decode((folder / "campaign.json").read_bytes(), type=Figures)
    tables = ends(folder)
    reports: list[TableReport] = []
    with ProcessPoolExecutor(processes) as pool:
        for report in pool.map(partial(_check_stored, folder, trouble), tables, chunksize=4):
            reports.append(report)
            if len(reports) % 100 == 0:
                tell(f"{len(reports)} of {len(tables)} tables are checked")
    return Verdict(figures=figures, faults=trouble, tables=reports)


def _check_stored(folder: Path, trouble: Sequence[Fault], end: TableEnd) -> TableReport:
    return check_table(load(folder, end), trouble)
