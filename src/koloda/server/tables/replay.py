"""A game that is over: step by step, as a record, and with all that is needed to verify the dealer."""

from koloda.core.game import Act, Draw
from koloda.server.messages import DealProof, DealtDraw, Replay, ReplayStep, TableInfo
from koloda.server.tables.events import AnyEvent, Begun, Played, TakenBack
from koloda.server.tables.history import TableHistory, decode_event
from koloda.server.tables.refusals import refused
from koloda.table import record as records
from koloda.table.course import Course, Entry, Undo


def full_record(history: TableHistory) -> records.Record:
    """The record of a game that is over, with everything that was undone."""
    table = history.state
    if table.status != "over" or table.dealer is None:
        raise refused("not_over", "not_over")
    record = records.started(table.game, table.values, table.seats.names, table.dealer)
    record.bots = {seat: each.bot for seat, each in enumerate(table.seats.by_seat) if each.bot}
    for line in history.log:
        for entry in _entries(decode_event(line)):
            record.course.add(entry)
    return record


def _entries(event: AnyEvent) -> list[Entry]:
    match event:
        case Begun() | Played():
            return [Draw(what) if who < 0 else Act(who, what) for who, what in event.entries]
        case TakenBack():
            return [Undo(event.seat)]
    return []


def record_text(history: TableHistory) -> str:
    return records.write(full_record(history))


def replay(history: TableHistory, info: TableInfo, seat: int | None) -> Replay:
    """What counted, as one seat saw it."""
    course = full_record(history).course
    game, players = history.state.game, history.state.opened.players
    if seat is not None and not 0 <= seat < players:
        raise refused("no_seat", "no_such_seat", seat=seat + 1, players=players)
    steps: list[ReplayStep] = []
    facts = []
    decided: int | None = None
    for number, (before, event, after) in enumerate(course.steps, 1):
        if isinstance(event, Act):
            decided = event.seat
        facts += game.narration.narrate(before, event, after, seat)
        if number == len(course.steps) or isinstance(course.steps[number].event, Act):
            steps.append(ReplayStep(facts=facts, seat=decided, view=game.view(after, seat)))
            facts = []
    return Replay(table=info, seat=seat, steps=steps)


def deal(history: TableHistory) -> DealProof:
    record = full_record(history)
    table, game = history.state, history.state.game
    course = Course(game, game.start(record.values))
    draws = []
    for entry in record.course.entries:
        if isinstance(entry, Draw):
            text = game.notation.write_draw(course.state, entry.outcome)
            outcomes = game.rules.chance(course.state)
            draws.append(DealtDraw(outcomes=outcomes, outcome=entry.outcome, text=text))
        course.add(entry)
    nonces = [nonce.hex() for nonce in record.nonces]
    return DealProof(commitment=table.commitment, secret=table.secret.hex(), nonces=nonces, draws=draws)
