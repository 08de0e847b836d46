"""A game that is over: step by step, as a record, and with all that is needed to verify the dealer."""

from itertools import pairwise

from koloda.core.events import facts_of
from koloda.core.game import Act, Draw
from koloda.server.messages import DealProof, DealtDraw, Replay, ReplayStep, TableInfo
from koloda.server.tables.events import AnyEvent, Begun, Played, TakenBack
from koloda.server.tables.history import TableHistory, decode_event
from koloda.server.tables.refusals import refused
from koloda.table import record as records
from koloda.table.match import Entry, Undo, narrate


def full_record(history: TableHistory) -> records.Record:
    """The record of a game that is over, with everything that was undone."""
    table = history.state
    if table.status != "over" or table.dealer is None:
        raise refused("not_over", "not_over")
    record = records.started(table.game, table.values, table.seats.names, table.dealer)
    record.bots = {seat: each.bot for seat, each in enumerate(table.seats.by_seat) if each.bot}
    for line in history.log:
        record.match.apply(*_entries(decode_event(line)))
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
    done = full_record(history).match.steps
    game, players = history.state.game, history.state.opened.players
    if seat is not None and not 0 <= seat < players:
        raise refused("no_seat", "no_such_seat", seat=seat + 1, players=players)
    decisions = [number for number, step in enumerate(done) if number == 0 or isinstance(step.event, Act)]
    steps: list[ReplayStep] = []
    for first, end in pairwise([*decisions, len(done)]):  # a decision and the draws that it brought
        decided = done[first].event
        by = decided.seat if isinstance(decided, Act) else None
        facts = facts_of(narrate(game, done[first:end], seat))
        steps.append(ReplayStep(facts=facts, seat=by, view=game.view(done[end - 1].after, seat)))
    return Replay(table=info, seat=seat, steps=steps)


def deal(history: TableHistory) -> DealProof:
    record = full_record(history)
    table, game = history.state, history.state.game
    draws = []
    for s, entry in record.replay():
        if isinstance(entry, Draw):
            text = game.notation.write_draw(s, entry.outcome)
            draws.append(DealtDraw(outcomes=game.rules.chance(s), outcome=entry.outcome, text=text))
    nonces = [nonce.hex() for nonce in record.nonces]
    return DealProof(commitment=table.commitment, secret=table.secret.hex(), nonces=nonces, draws=draws)
