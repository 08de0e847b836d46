"""A game that is over: step by step, as a record, its scores over time, and all that is needed to verify the dealer.

All of it takes long to compute, so it is done in another process: `finished` is what that process needs to know.
"""

import gzip
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import msgspec

from koloda.core.events import facts_of
from koloda.core.game import Act, Draw
from koloda.games import find
from koloda.server.messages import CoursePoint, DealProof, DealtDraw, Replay, ReplayStep, ScoreCourse, TableInfo
from koloda.server.tables.events import AnyEvent, Begun, MovePlayed, TakenBack
from koloda.server.tables.history import TableHistory, decode_event
from koloda.server.tables.refusals import refused
from koloda.table import course as courses
from koloda.table import record as records
from koloda.table.dealer import Dealer
from koloda.table.match import Entry, Step, Undo, narrate

GZIP = 5
"""The level of compression."""

_encode = msgspec.json.Encoder().encode


class FinishedGame(NamedTuple):
    """What a table knows of its game once it is over; it can be sent to another process."""

    game: str
    values: Mapping[str, Any]
    names: Sequence[str]
    bots: Mapping[int, str]
    secret: bytes
    nonces: Sequence[bytes]
    log: Sequence[bytes]


class Document(NamedTuple):
    """An answer as it leaves the server."""

    plain: bytes
    gzipped: bytes

    @property
    def text(self) -> str:
        return self.plain.decode()

    @property
    def size(self) -> int:
        """How many bytes it takes to keep it."""
        return len(self.plain) + len(self.gzipped)


def finished(history: TableHistory) -> FinishedGame:
    table = history.state
    if table.status != "over" or table.dealer is None:
        raise refused("not_over", "not_over")
    return FinishedGame(
        game=table.game.name,
        values=dict(table.values),
        names=list(table.seats.names),
        bots={seat: each.bot for seat, each in enumerate(table.seats.by_seat) if each.bot},
        secret=table.secret,
        nonces=list(table.dealer.nonces),
        log=history.log[:],
    )


def full_record(game: FinishedGame) -> records.Record:
    """The record of a game that is over, with everything that was undone."""
    dealer = Dealer(game.secret, list(game.nonces))
    record = records.started(find(game.game), game.values, list(game.names), dealer)
    record.bots = dict(game.bots)
    for line in game.log:
        record.match.apply(*_entries(decode_event(line)))
    return record


def _entries(event: AnyEvent) -> list[Entry]:
    match event:
        case Begun() | MovePlayed():
            return [Draw(what) if who < 0 else Act(who, what) for who, what in event.entries]
        case TakenBack():
            return [Undo(event.seat)]
    return []


def record(game: FinishedGame) -> Document:
    return packed(records.write(full_record(game)).encode())


def replay(game: FinishedGame, info: TableInfo, seat: int | None) -> Document:
    """`messages.Replay`: what counted, as one seat saw it."""
    done = full_record(game).match.steps
    rules = find(game.game)
    steps: list[ReplayStep] = []
    for first, end in pairwise([*decisive(done), len(done)]):  # a decision and the draws that it brought
        decided = done[first].ply
        by = decided.seat if isinstance(decided, Act) else None
        facts = facts_of(narrate(rules, done[first:end], seat))
        steps.append(ReplayStep(facts=facts, seat=by, view=rules.view(done[end - 1].after, seat)))
    return packed(_encode(Replay(table=info, seat=seat, steps=steps)))


def decisive(steps: Sequence[Step]) -> list[int]:
    """Where the steps of a replay begin: at the deal, and at every decision."""
    return [number for number, step in enumerate(steps) if number == 0 or isinstance(step.ply, Act)]


def course(game: FinishedGame) -> Document:
    """`messages.ScoreCourse`."""
    points = courses.course(find(game.game), full_record(game).match.steps)
    found = [CoursePoint(at=point.at, scores=list(point.scores)) for point in points]
    return packed(_encode(ScoreCourse(points=found)))


def deal(game: FinishedGame) -> Document:
    """`messages.DealProof`."""
    record, rules = full_record(game), find(game.game)
    draws = []
    for s, entry in record.replay():
        if isinstance(entry, Draw):
            text = rules.notation.write_draw(s, entry.outcome)
            draws.append(DealtDraw(outcomes=rules.rules.chance(s), outcome=entry.outcome, text=text))
    nonces = [nonce.hex() for nonce in record.nonces]
    assert record.commitment is not None
    return packed(
        _encode(DealProof(commitment=record.commitment, secret=game.secret.hex(), nonces=nonces, draws=draws))
    )


def packed(answer: bytes) -> Document:
    return Document(answer, gzip.compress(answer, GZIP, mtime=0))
