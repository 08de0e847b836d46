"""The state of one table: the story for bots, and what a repeated question costs."""

import pytest

from koloda.compiled.generator import stream
from koloda.core.events import facts_of
from koloda.core.game import Act
from koloda.games import GAMES
from koloda.server import messages
from koloda.server.tables.commands import BotMove, decide
from koloda.server.tables.events import AnyEvent, Left, Opened, TakenBack
from koloda.server.tables.history import TableHistory, decode_event
from koloda.server.tables.legal_moves import LegalMoves
from koloda.server.tables.replay import finished, full_record
from koloda.server.tables.state import TableState, evolve
from tests.server.leaks import NOW, chosen, new_table, play


def moves_of(history: TableHistory, seat: int) -> LegalMoves:
    moves = history.state.legal_moves[seat]
    assert moves is not None
    return moves


@pytest.mark.parametrize("game", GAMES)
def test_bots_hear_what_counts(game: str) -> None:
    """Their story is that of the steps that were not undone; what the server says besides is not for them."""
    history = new_table(game, 3, 1)
    deal = stream(1)
    history.feed(2)
    undone = 0
    while history.state.status == "playing":
        act = chosen(history.state, deal)
        play(history, act)
        history.knowledge(2)
        if history.state.can_undo(act.seat) and deal(3) == 0:
            history.advance([TakenBack(at=NOW, seat=act.seat)])
            undone += 1
    assert undone
    steps = full_record(finished(history)).match.steps
    for seat in (0, 2):
        told = [each for step in steps for each in history.state.game.narration.narrate(*step, seat)]
        assert history.knowledge(seat).events == told
        assert history.knowledge(seat).story == facts_of(told)


def test_the_story_is_the_same_whenever_it_is_asked_for() -> None:
    history = new_table("dobro", 4, 2)
    deal = stream(2)
    early = history.feed(1)
    for _ in range(30):
        play(history, chosen(history.state, deal), "clock" if deal(5) == 0 else "person")
    history.advance([Left(at=NOW, seat=0)])
    late = TableHistory(history.state.id, history.log).feed(1)
    assert early.since(0) == late.since(0)
    assert early.since(20) == late.since(20) != early.since(0)
    assert b"server.time_up" in early.since(0)


def test_what_can_no_longer_be_undone_is_not_kept() -> None:
    """Many tables must fit into memory."""
    history = new_table("no_thanks", 4, 3)
    deal = stream(3)
    while history.state.status == "playing":
        event = play(history, chosen(history.state, deal))
        if len(event.entries) > 1:
            assert history.state.match is not None
            assert len(history.state.match.steps) == 0
    assert history.state.match is not None
    assert full_record(finished(history)).match.state == history.state.match.state


def test_after_an_undo_every_offer_is_new() -> None:
    """Others' simultaneous choices leave an offer alone; what was taken back may be about to be changed."""
    history = new_table("mind_up", 3, 4)
    first, other = moves_of(history, 0), moves_of(history, 1)
    play(history, Act(0, first.legal[0]))
    assert moves_of(history, 1) == other
    history.advance([TakenBack(at=NOW, seat=0)])
    assert moves_of(history, 1) == other._replace(number=history.state.seq)


@pytest.mark.parametrize(("simultaneous", "played"), [(False, 0), (True, 1)])
def test_a_bots_choice_for_a_table_that_has_moved_on(simultaneous: bool, played: int) -> None:
    history = new_table("mind_up", 3, 5)
    history.advance([Left(at=NOW, seat=2)])
    moves, seq = moves_of(history, 2), history.state.seq
    play(history, Act(0, moves_of(history, 0).legal[0]))
    command = BotMove(action=moves.legal[0], number=moves.number, seq=None if simultaneous else seq)
    assert len(decide(history.state, 2, command, NOW)) == played


def test_a_bots_choice_for_a_seat_whose_person_is_back() -> None:
    history = new_table("mind_up", 3, 5)
    history.advance([Left(at=NOW, seat=2)])
    moves = moves_of(history, 2)
    history.advance(decide(history.state, 2, messages.TakeOver(id="1"), NOW))
    assert decide(history.state, 2, BotMove(action=moves.legal[0], number=moves.number, seq=None), NOW) == []


@pytest.mark.parametrize("game", GAMES)
def test_a_log_leads_to_the_same_state_live_and_replayed(game: str) -> None:
    """And neither `decide` nor `evolve` changes the state that it was given."""
    history = new_table(game, 3, 6)
    deal = stream(6)
    states: list[TableState] = []
    while history.state.status == "playing":
        states.append(history.state)
        play(history, chosen(history.state, deal))
    events: list[AnyEvent] = [decode_event(line) for line in history.log]
    opened = events[0]
    assert isinstance(opened, Opened)
    replayed = TableState.open(history.state.id, opened)
    for event in events[1:]:
        if replayed.seq == states[0].seq:
            assert same(replayed, states.pop(0))
        replayed = evolve(replayed, event)
        if not states:
            break
    assert not states


def test_a_state_in_a_log_tells_no_secret() -> None:
    table = new_table("dobro", 3, 7).state
    assert table.opened.secret not in repr(table)
    assert table.id not in repr(table)


def same(one: TableState, other: TableState) -> bool:
    assert one.match is not None
    assert other.match is not None
    seats = range(one.opened.players)
    return (
        one.match.state == other.match.state
        and one.legal_moves == other.legal_moves
        and one.seats.by_seat == other.seats.by_seat
        and (one.seq, one.at, one.arranged, one.draws, one.next)
        == (other.seq, other.at, other.arranged, other.draws, other.next)
        and [one.clocks.deadline(seat) for seat in seats] == [other.clocks.deadline(seat) for seat in seats]
        and [one.can_undo(seat) for seat in seats] == [other.can_undo(seat) for seat in seats]
    )
