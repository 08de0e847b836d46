"""A game that is over, told again: step by step, as a record, and with all that is needed to check the dealer."""

import msgspec

from koloda.core.game import Act, Draw
from koloda.server.messages import Deal, DealtDraw, Replay, ReplayStep, TableInfo
from koloda.server.tables.events import AnyEvent, Begun, Played, TakenBack
from koloda.server.tables.refusals import refused
from koloda.server.tables.state import Room
from koloda.table import record as records
from koloda.table.course import Course, Entry, Undo

_event = msgspec.json.Decoder(AnyEvent)


def full_record(room: Room) -> records.Record:
    """The record of a game that is over, with everything that was undone."""
    if room.status != "over" or room.table is None:
        raise refused("not_over", "not_over")
    names = [place.name for place in room.places.by_seat]
    record = records.started(room.game, room.values, names, room.table.dealer)
    record.bots = {seat: place.bot for seat, place in enumerate(room.places.by_seat) if place.bot}
    for line in room.log:
        for entry in _entries(_event.decode(line)):
            record.course.add(entry)
    return record


def _entries(event: AnyEvent) -> list[Entry]:
    match event:
        case Begun() | Played():
            return [Draw(what) if who < 0 else Act(who, what) for who, what in event.entries]
        case TakenBack():
            return [Undo(event.seat)]
    return []


def record_text(room: Room) -> str:
    return records.write(full_record(room))


def replay(room: Room, info: TableInfo, seat: int | None) -> Replay:
    """What counted, as one seat saw it."""
    course = full_record(room).course
    if seat is not None and not 0 <= seat < room.opened.players:
        raise refused("no_seat", "no_such_seat", seat=seat + 1, players=room.opened.players)
    steps: list[ReplayStep] = []
    facts = []
    decided: int | None = None
    for number, (before, event, after) in enumerate(course.steps, 1):
        if isinstance(event, Act):
            decided = event.seat
        facts += room.game.narration.narrate(before, event, after, seat)
        if number == len(course.steps) or isinstance(course.steps[number].event, Act):
            steps.append(ReplayStep(facts=facts, seat=decided, view=room.game.view(after, seat)))
            facts = []
    return Replay(table=info, seat=seat, steps=steps)


def deal(room: Room) -> Deal:
    record = full_record(room)
    game = room.game
    course = Course(game, game.start(record.values))
    draws = []
    for entry in record.course.entries:
        if isinstance(entry, Draw):
            text = game.notation.write_draw(course.state, entry.outcome)
            outcomes = game.rules.chance(course.state)
            draws.append(DealtDraw(outcomes=outcomes, outcome=entry.outcome, text=text))
        course.add(entry)
    nonces = [nonce.hex() for nonce in record.nonces]
    return Deal(commitment=room.commitment, secret=room.secret.hex(), nonces=nonces, draws=draws)
