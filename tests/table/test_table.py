"""The table: what its record keeps, and what can be taken back."""

import pytest

from koloda.core.errors import NotLegal, NotYourTurn
from koloda.games.no_thanks.state import PASS, TAKE
from koloda.table.match import Undo
from koloda.table.table import Table
from tests.table.games import opened, play_on


def first_to_act(seat: int) -> Table:
    """A table of No Thanks! where a seat has the first decision."""
    for key in range(100):
        table = opened("no_thanks", str(key), players=3)
        if table.actors == [seat]:
            return table
    raise AssertionError


def test_undo_past_bots_that_showed_nothing() -> None:
    table = first_to_act(0)
    before = table.state
    table.act(0, PASS)
    table.act(1, PASS)
    table.undo(0)
    assert table.state == before
    assert table.steps[-1].after == before
    assert table.match.entries[-1] == Undo(0)


def test_no_undo_once_a_card_was_drawn() -> None:
    table = first_to_act(0)
    table.act(0, TAKE)
    with pytest.raises(NotLegal, match="There is nothing to undo"):
        table.undo(0)


def test_no_undo_past_another_person() -> None:
    table = first_to_act(0)
    table.record.bots.clear()
    table.act(0, PASS)
    table.act(1, PASS)
    with pytest.raises(NotLegal, match="There is nothing to undo"):
        table.undo(0)


def test_no_undo_before_the_first_move_or_after_the_end() -> None:
    with pytest.raises(NotLegal):
        first_to_act(1).undo(0)
    table = play_on(opened("no_thanks", players=3))
    with pytest.raises(NotLegal):
        table.undo(table.state.turn)


def test_a_refused_move_leaves_no_trace_in_the_record() -> None:
    table = first_to_act(1)
    entries = list(table.match.entries)
    with pytest.raises(NotYourTurn):
        table.act(0, PASS)
    assert table.match.entries == entries


def test_the_story_is_told_from_any_step() -> None:
    table = play_on(opened("no_thanks", players=3), 5)
    assert table.story(0)[len(table.story(0)) - 1 :] == table.story(0, len(table.steps) - 1)


def test_no_undo_of_a_choice_that_turned_up_all_others() -> None:
    """MU-8: the last to choose has seen what everybody chose."""
    table = opened("mind_up", players=3)
    for seat in (0, 1):
        table.act(seat, table.legal(seat)[0])
        assert table.can_undo(seat)
    table.act(2, table.legal(2)[0])
    assert not any(table.can_undo(seat) for seat in range(3))
