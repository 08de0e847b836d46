"""A real table, followed from one seat: whoever enters what the seat sees knows exactly what a seat here would know."""

from itertools import islice

import pytest

from koloda.bots.engine import Engine
from koloda.bots.hint import hint
from koloda.core.advisor import advisor_of
from koloda.core.errors import KolodaError, NotUnderstood, NotYourTurn, UnknownOption
from koloda.core.game import Game
from koloda.games import GAMES, find
from koloda.table.followed_game import FollowedGame
from tests.table.real_tables import known, meeting_truth, played

FOLLOWED = {name: game for name, game in GAMES.items() if advisor_of(game) is not None}
every_game = pytest.mark.parametrize("game", FOLLOWED.values(), ids=FOLLOWED)


@every_game
def test_every_seat_knows_at_every_decision_what_it_would_know_here(game: Game) -> None:
    for players in game.set_up.players:
        match = played(game, players, players=players)
        for seat in range(players):
            decisions = 0
            for follow, true in meeting_truth(match, seat, players=players):
                decisions += 1
                assert follow.over == true.over
                assert follow.asked is None
                assert follow.turn == (None if true.over else seat)
                assert follow.moves == true.legal(seat)
                assert game.observe(follow.match.state, seat) == game.observe(true.state, seat)
                assert known(follow.knowledge()) == known(true.knowledge(seat))
            assert decisions > 1
            assert follow.match.scores() == match.scores()


@every_game
def test_the_advice_is_the_hint_of_the_same_knowledge(game: Game) -> None:
    game.once(Engine).load()
    match = played(game, 7, players=3)
    for follow, true in islice(meeting_truth(match, 1, players=3), 0, 12, 4):
        if len(follow.moves) > 1:
            assert hint(follow.knowledge(), 3, 20) == hint(true.knowledge(1), 3, 20)


@every_game
def test_the_lines_alone_are_the_game_and_the_last_can_be_taken_back(game: Game) -> None:
    follow = None
    for follow, _ in islice(meeting_truth(played(game, 3, players=3), 0, players=3), 8):
        again = FollowedGame(game, 0, 3)
        for line in follow.lines:
            again.enter(line)
        assert again.lines == follow.lines
        assert known(again.knowledge()) == known(follow.knowledge())
        assert again.told() == follow.told()
    assert follow is not None
    before = known(follow.knowledge()), follow.lines, follow.told()
    follow.enter(game.notation.write_action(follow.match.state, follow.moves[0]))
    assert follow.back() is not None
    assert (known(follow.knowledge()), follow.lines, follow.told()) == before
    while follow.back():
        pass
    assert known(follow.knowledge()) == known(FollowedGame(game, 0, 3).knowledge())
    assert follow.lines == []


@every_game
def test_told_is_the_story_line_by_line(game: Game) -> None:
    for follow, true in meeting_truth(played(game, 4, players=3), 2, players=3):
        story = [told for line in follow.told() for told in line]
        assert not follow.lines or story == true.story(2)


@every_game
def test_a_refused_line_changes_nothing(game: Game) -> None:
    for follow, _ in islice(meeting_truth(played(game, 5, players=3), 1, players=3), 6):
        before = known(follow.knowledge()), follow.lines
        for line in ("", "nonsense", "99", "17 17 17 17 17 17 17", "nobody: take", "1: take", "card", ":"):
            with pytest.raises(KolodaError) as refused:
                follow.enter(line)
            for language in ("en", "ru"):
                assert refused.value.text(language)
            assert (known(follow.knowledge()), follow.lines) == before


def test_a_game_without_an_advisor_says_which_have_one() -> None:
    game = next(game for game in GAMES.values() if advisor_of(game) is None)
    with pytest.raises(UnknownOption) as refused:
        FollowedGame(game, 0)
    assert all(name in refused.value.text() for name in FOLLOWED)


def test_a_seat_that_is_not_there_is_refused() -> None:
    with pytest.raises(UnknownOption, match="There is no seat 5; there are 4"):
        FollowedGame(find("no_thanks"), 4, 4)


def test_players_are_named_and_whose_turn_it_is_is_checked() -> None:
    follow = FollowedGame(find("no_thanks"), 0, 3, ["Anna", "Boris", ""])
    follow.enter("boris")
    follow.enter("card 30")
    with pytest.raises(NotYourTurn, match="It is Boris's turn"):
        follow.enter("Anna: take")
    with pytest.raises(NotUnderstood, match='"Vera" is not a player: Anna, Boris, 3'):
        follow.enter("Vera: take")
    follow.enter("boris: pass")
    follow.enter("3: pass")
    assert follow.your_turn
    assert follow.lines == ["first 2", "card 30", "pass", "pass"]
