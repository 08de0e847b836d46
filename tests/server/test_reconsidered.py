"""Whoever changes their mind may do so often, but no log grows without end, and a long one stops nobody."""

import asyncio

import pytest

from koloda.core.game import Act
from koloda.server.messages import PlayMove, UndoMove
from koloda.server.tables import history as histories
from koloda.server.tables.commands import TableCommand, decide
from koloda.server.tables.events import TakenBack
from koloda.server.tables.history import TableHistory
from koloda.server.tables.reconsidered import PER_DECISION, PER_GAME, Reconsidered
from koloda.server.tables.refusals import Refused
from tests.server.in_process_server import go
from tests.server.leaks import NOW, new_table, play


def first(history: TableHistory, seat: int) -> int:
    moves = history.state.legal_moves[seat]
    assert moves is not None
    return moves.legal[0]


def command(history: TableHistory, seat: int, action: int) -> PlayMove:
    moves, match = history.state.legal_moves[seat], history.state.match
    assert moves is not None
    assert match is not None
    text = history.state.game.notation.write_action(match.state, action)
    return PlayMove(id="1", offer=moves.number, move=text)


def refusal(history: TableHistory, seat: int, given: TableCommand) -> str:
    try:
        decide(history.state, seat, given, NOW)
    except Refused as refused:
        return refused.failure.detail.key
    return ""


def test_a_choice_is_taken_back_so_often() -> None:
    history = new_table("mind_up", 3, 4)
    for _ in range(PER_DECISION):
        play(history, Act(0, first(history, 0)))
        assert refusal(history, 0, command(history, 0, first(history, 0))) == ""
        play(history, Act(0, first(history, 0)))
    play(history, Act(0, first(history, 0)))
    assert refusal(history, 0, command(history, 0, first(history, 0))) == "server.reconsidered"
    assert refusal(history, 0, UndoMove(id="1")) == "server.reconsidered"
    assert not history.state.can_undo(0)
    play(history, Act(1, first(history, 1)))
    assert refusal(history, 1, command(history, 1, first(history, 1))) == "", "others still may"
    play(history, Act(2, first(history, 2)))
    play(history, Act(0, first(history, 0)))
    assert refusal(history, 0, command(history, 0, first(history, 0))) == "", "and so may the next decision"


def test_an_undone_move_counts() -> None:
    history = new_table("no_thanks", 3, 4)
    seat = history.state.due[0]
    passes = first(history, seat)
    for _ in range(PER_DECISION):
        play(history, Act(seat, passes))
        assert history.state.can_undo(seat)
        assert refusal(history, seat, UndoMove(id="1")) == ""
        history.advance([TakenBack(at=NOW, seat=seat)])
    play(history, Act(seat, passes))
    assert not history.state.can_undo(seat)
    assert refusal(history, seat, UndoMove(id="1")) == "server.reconsidered"


def test_the_count_is_the_same_from_the_log() -> None:
    history = new_table("mind_up", 3, 4)
    for _ in range(5):
        play(history, Act(0, first(history, 0)))
    history.advance([TakenBack(at=NOW, seat=0)])
    again = TableHistory(history.state.id, history.log)
    assert again.state.reconsidered == history.state.reconsidered
    assert history.state.reconsidered[0] == Reconsidered(standing=0, most=1, times=3, total=3)


def test_a_whole_game_has_a_bound_too() -> None:
    seat = Reconsidered()
    for _ in range(PER_GAME):
        assert not seat.exhausted
        seat = seat.decided().decided(-1).changed().decided().decided()
    assert seat.times == 0
    assert seat.exhausted


def test_a_long_log_is_read_in_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody else has a turn in between, both when a table is loaded and when its story is told."""
    history = new_table("mind_up", 3, 4)
    for seat in (0, 1) * (2 * PER_DECISION):
        play(history, Act(seat, first(history, seat)))
    slices = len(history.log) // histories.SLICE

    async def read() -> None:
        turns = 0

        async def count() -> None:
            nonlocal turns
            while True:
                turns += 1
                await asyncio.sleep(0)

        counting = asyncio.create_task(count())
        loaded = await TableHistory.load(history.state.id, history.log)
        assert turns >= slices - 1
        turns = 0
        await loaded.prepare_feed(1)
        assert turns >= slices - 1
        counting.cancel()
        monkeypatch.setattr(histories, "TableHistory", None)
        assert loaded.feed(1).since(0) == history.feed(1).since(0), "and it is not told again"

    expected = history.feed(1).since(0)
    assert expected
    go(read)
