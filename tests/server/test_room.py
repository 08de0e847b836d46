"""One table by itself: what bots are given of its story, what a repeated question costs nobody."""

import pytest

from koloda.bots.bot import Budget
from koloda.compiled.generator import stream
from koloda.core.game import Act
from koloda.games import GAMES
from koloda.server.deliberation import Deliberation, Question, Round
from koloda.server.events import Left, Played, TakenBack
from koloda.server.replay import full_record
from koloda.server.room import Room
from koloda.server.thinkers import Thinker
from koloda.table.course import Course
from tests.laws import choose_event
from tests.server.leaks import NOW, new_room


@pytest.mark.parametrize("game", GAMES)
def test_bots_hear_what_counts(game: str) -> None:
    """Their story is that of the steps that were not undone; what the server says besides is not for them."""
    room = new_room(game, 3, 1)
    deal = stream(1)
    room.story(2)
    undone = 0
    while room.status == "playing":
        assert room.table is not None
        act = choose_event(room.game, room.table.state, deal)
        assert isinstance(act, Act)
        room.play(act, "person", NOW)
        if room.can_undo(act.seat) and deal(3) == 0:
            room.apply(TakenBack(at=NOW, seat=act.seat))
            undone += 1
    assert undone
    steps = full_record(room).course.steps
    for seat in (0, 2):
        told = [fact for step in steps for fact in room.game.narration.narrate(*step, seat)]
        assert room.sight(seat).story == told


def test_the_story_is_the_same_whenever_it_is_asked_for() -> None:
    room = new_room("dobro", 4, 2)
    deal = stream(2)
    early = room.story(1)
    for _ in range(30):
        assert room.table is not None
        act = choose_event(room.game, room.table.state, deal)
        assert isinstance(act, Act)
        room.play(act, "clock" if deal(5) == 0 else "person", NOW)
    room.apply(Left(at=NOW, seat=0))
    late = Room.fold(room.id, room.log).story(1)
    assert early.since(0) == late.since(0)
    assert early.since(20) == late.since(20) != early.since(0)
    assert b"server.time_up" in early.since(0)


def test_what_can_no_longer_be_undone_is_not_kept() -> None:
    """Many tables have to fit into memory."""
    room = new_room("no_thanks", 4, 3)
    assert room.table is not None
    deal = stream(3)
    while room.status == "playing":
        act = choose_event(room.game, room.table.state, deal)
        assert isinstance(act, Act)
        event = room.play(act, "person", NOW)
        assert isinstance(event, Played)
        if len(event.entries) > 1:
            assert len(room.table.steps) == 0
    course: Course = full_record(room).course
    assert course.state == room.table.state


def test_after_an_undo_every_offer_is_new() -> None:
    """Others' simultaneous choices leave an offer alone; what was taken back may be about to be changed."""
    room = new_room("mind_up", 3, 4)
    other = room.standings.by_seat[1]
    assert other is not None
    first = room.standings.by_seat[0]
    assert first is not None
    room.play(Act(0, first.legal[0]), "person", NOW)
    assert room.standings.by_seat[1] == other
    room.apply(TakenBack(at=NOW, seat=0))
    assert room.standings.by_seat[1] == other._replace(number=room.seq)


@pytest.mark.parametrize(("at_once", "played"), [(False, 0), (True, 1)])
def test_a_bots_choice_for_a_table_that_has_moved_on(at_once: bool, played: int) -> None:
    room = new_room("mind_up", 3, 5)
    room.apply(Left(at=NOW, seat=2))
    standing, other = room.standings.by_seat[2], room.standings.by_seat[0]
    assert standing is not None
    assert other is not None
    thinker = Thinker("rule", "rule", "seed", Budget(), [], "en")
    question = Question(2, standing.number, thinker, room.sight(2))
    asked = Round(room.seq, at_once, [], [question], NOW)
    room.play(Act(0, other.legal[0]), "person", NOW)
    before = room.seq
    Deliberation._carry_out(asked, [(question, standing.legal[0])], room, NOW)
    assert room.seq == before + played
