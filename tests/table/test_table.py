"""The table and the step API: who may act, what is refused, what can be taken back."""

import pytest

import koloda
from koloda.core.errors import KolodaError, NotLegal, NotYourTurn, UnknownOption
from koloda.games.no_thanks.state import PASS, TAKE
from koloda.table.match import Undo
from tests.table.games import opened, play_on


def test_step_api_plays_to_the_end() -> None:
    play = koloda.play("No Thanks!", players=5, seed=3)
    while not play.over:
        play.act(play.actor, play.legal(play.actor)[-1])
    assert sum(play.scores()) == sum(play.view(None).scores or [])
    assert play.winners() == play.view(None).winners
    assert (play.actors, play.actor) == ([], -1)


def test_the_same_seed_gives_the_same_cards() -> None:
    assert koloda.play("no_thanks", seed=4).state == koloda.play("no_thanks", seed=4).state
    assert any(koloda.play("no_thanks", seed=4).state != koloda.play("no_thanks", seed=k).state for k in range(5, 9))


@pytest.mark.parametrize(
    ("seat", "action", "error", "message"),
    [
        (1, PASS, NotYourTurn, "Not your turn: it is Player 1's turn."),
        (4, PASS, NotYourTurn, "There is no seat 5; there are 4."),
        (-1, PASS, NotYourTurn, "There is no seat 0; there are 4."),
        (0, 7, NotLegal, "There is no action 7; they are numbered 0 to 1."),
        (0, PASS, NotLegal, '"pass" is not possible: without a chip you must take card 17 (NT-4).'),
    ],
)
def test_refused_actions_say_why_and_change_nothing(
    seat: int, action: int, error: type[KolodaError], message: str
) -> None:
    game = koloda.find("no_thanks")
    position = "no_thanks[players=4] turn=1 card=17 pot=11 chips=0/11/11/11"
    play = koloda.Play(game, game.notation.read_position(position), lambda n: 0)
    with pytest.raises(error) as refused:
        play.act(seat, action)
    assert str(refused.value) == message
    assert game.notation.write_position(play.state) == game.notation.write_position(
        game.notation.read_position(position)
    )
    play.act(0, TAKE)


def test_changing_the_list_of_legal_actions_changes_nothing() -> None:
    play = koloda.play("no_thanks", seed=1)
    play.legal(play.actor).append(7)
    with pytest.raises(NotLegal):
        play.act(play.actor, 7)


@pytest.mark.parametrize("given", ["chess", "", "no thanks?"])
def test_an_unknown_game(given: str) -> None:
    with pytest.raises(UnknownOption, match="There is no game"):
        koloda.play(given)


def first_to_act(seat: int) -> "koloda.table.table.Table":
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
    assert table.record.match.entries[-1] == Undo(0)


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
    entries = list(table.record.match.entries)
    with pytest.raises(NotYourTurn):
        table.act(0, PASS)
    assert table.record.match.entries == entries


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
