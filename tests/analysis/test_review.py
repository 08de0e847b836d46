"""The review of a game: the same every time, with everything that a page or a report shows."""

from itertools import islice

import pytest

from koloda.analysis.account import account
from koloda.analysis.review import entry_numbers, moments, playouts_for, review
from koloda.arena.bot_games import bot_games
from koloda.core.errors import BadRecord, UnknownOption
from koloda.core.game import Act, Game
from koloda.games import GAMES, no_thanks, tugriki
from koloda.table.match import Match, Undo

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def test_a_game_is_reviewed() -> None:
    (match,) = bot_games(no_thanks.GAME, "0", 1, seed=3, players=3)
    steps: list[tuple[int, int]] = []
    found = review(match, accuracy=0.2, progress=lambda *done: steps.append(done))
    assert found.account == account(match, playouts_for(0.2, 3))
    assert [each.step for each in found.decisions] == [moment.step for moment in moments(match)]
    assert steps == sorted(steps)
    assert steps[-1][0] == steps[-1][1] == len(match.steps) + len(found.decisions)
    mistakes = [each for each in found.decisions if each.judged.verdict == "mistake"]
    assert mistakes
    assert sum(found.count(seat, "mistake") for seat in range(3)) == len(mistakes)
    assert found.lost(0) == sum(each.judged.loss for each in found.of(0))
    mattered = found.mattered()
    assert 0 < len(mattered) <= 3
    assert max(mistakes, key=lambda each: each.judged.loss) in mattered
    for each in mattered:
        assert no_thanks.GAME.notation.read_position(each.position) == match.steps[each.step].before
    assert review(match, accuracy=0.2) == found


@every_game
def test_a_decision_is_one_where_there_was_a_choice(game: Game) -> None:
    for match in bot_games(game, "0", 2, seed=4, players=3):
        for moment in islice(moments(match), 30):
            before, ply, _ = match.steps[moment.step]
            assert isinstance(ply, Act)
            assert moment.knowledge.legal == game.legal(before, moment.knowledge.seat)
            if moment.played is None:
                assert game.steps_in
                assert not moment.knowledge.must
            else:
                assert (moment.knowledge.seat, moment.played) == ply
                assert len(moment.knowledge.legal) > 1 or not moment.knowledge.must


def test_bystanders_who_let_something_pass_are_noticed() -> None:
    omissions = [
        moment
        for match in bot_games(tugriki.GAME, "0", 4, seed=4, players=3)
        for moment in moments(match)
        if moment.played is None
    ]
    assert omissions


def test_entries_of_a_record_count_what_was_undone() -> None:
    (played,) = bot_games(no_thanks.GAME, "2", 1, seed=3, players=3)
    plies = [step.ply for step in played.steps]
    at = next(number for number, ply in enumerate(plies) if isinstance(ply, Act))
    first = plies[at]
    assert isinstance(first, Act)
    match = Match(no_thanks.GAME, played.steps[0].before, history=True)
    match.apply(*plies[: at + 1], Undo(first.seat), *plies[at:])
    numbers = entry_numbers(match)
    assert numbers == [*range(1, at + 1), *range(at + 3, len(match.entries) + 1)]
    assert [match.entries[number - 1] for number in numbers] == [step.ply for step in match.steps]


def test_what_cannot_be_reviewed() -> None:
    match = Match(no_thanks.GAME, no_thanks.GAME.new(), history=True)
    with pytest.raises(BadRecord, match="not over"):
        review(match)
    with pytest.raises(UnknownOption, match="accuracy"):
        review(match, accuracy=2)
