"""Decisions judged by what the seat could know: careful with mistakes, blind to hidden cards."""

from collections.abc import Sequence
from itertools import islice
from typing import Any

import pytest

from koloda.analysis.judge import SURE, WORTH, Difference, Effort, Judgement, check_judge, judge
from koloda.bots.hint import Opinion, opinions
from koloda.bots.knowledge import Knowledge, knowledge_of
from koloda.core.errors import UnknownOption
from koloda.core.game import Game
from koloda.games import GAMES, no_thanks, tugriki
from tests.bots.test_hint import dealt_anew, decisions
from tests.bots.test_plain_games import BLIND

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
LITTLE = Effort(quick=2, quick_iterations=20, searches=4, most_searches=8, iterations=30, long=4, long_iterations=60)
DEAR = "no_thanks[players=3 chips=11] turn=1 card=35 chips=11/11/11"
"""Who takes the 35 without a chip on it throws the game away."""


def judged(game: Game, position: str, move: str, effort: Effort = LITTLE) -> Judgement:
    s = game.notation.read_position(position)
    (seat,) = (seat for seat in range(s.players) if game.rules.actors(s) >> seat & 1)
    return judge(knowledge_of(game, s, seat), game.notation.read_action(s, move), effort)


def test_a_costly_move_is_a_mistake() -> None:
    found = judged(no_thanks.GAME, DEAR, "take")
    assert found.verdict == "mistake"
    assert found.best == no_thanks.GAME.notation.read_action(no_thanks.GAME.new(), "pass")
    assert found.loss == found.difference.mean >= WORTH + SURE * found.difference.error
    assert [move.action for move in found.moves] == [found.best, found.played]


def test_the_best_move_is_never_a_mistake() -> None:
    found = judged(no_thanks.GAME, DEAR, "pass")
    assert (found.verdict, found.loss, found.best) == ("fine", 0, found.played)


def test_where_there_is_no_choice_there_is_nothing_to_judge() -> None:
    found = judged(no_thanks.GAME, "no_thanks[players=3 chips=11] turn=1 card=35 pot=11 chips=0/11/11", "take")
    assert (found.verdict, found.loss, found.searched) == ("fine", 0, False)


@every_game
def test_the_judgement_is_the_same_whatever_the_hidden_cards_are(game: Game) -> None:
    for number, (s, seat) in enumerate(islice(decisions(game, 3), 2)):
        other = dealt_anew(game, s, seat, number)
        for played in game.legal(s, seat)[:2]:
            one, same = (judge(knowledge_of(game, each, seat), played, LITTLE) for each in (s, other))
            assert one == same
            assert one.verdict != "mistake" or one.best != played


def test_a_bystander_who_does_nothing_is_judged_like_one_who_acts() -> None:
    game = tugriki.GAME
    s = game.notation.read_position(
        "tugriki[players=3 attention=on] turn=2 silent=1 hands=R3,R8/Y5,Y6/PX,row rows=R4-6 bank=5 tugriks=38/38/39"
    )
    legal = game.legal(s, 2)
    assert legal
    called, silent = (judge(knowledge_of(game, s, 2), played, LITTLE) for played in (legal[0], None))
    assert called.seat == silent.seat == 2
    assert {called.verdict, silent.verdict} <= {"fine", "mistake", "great"}
    assert {move.action for move in silent.moves} == {*legal, None}
    assert called.best == silent.best


def test_how_sure_a_difference_is() -> None:
    assert Difference(WORTH + 0.031, 0.01).counts
    assert not Difference(WORTH + 0.029, 0.01).counts
    assert Difference(WORTH + 0.029, 0.01).open
    assert not Difference(WORTH - 0.001, 0.01).open
    assert Difference(0.03, 0.01).clear
    assert not Difference(0.029, 0.01).clear
    assert Difference(WORTH + 0.061, 0.01).certain
    assert not Difference(WORTH + 0.059, 0.01).certain


def test_a_difference_that_shrinks_must_count_if_it_shrinks_as_much_again() -> None:
    short, long = Difference(0.09, 0.01), Difference(0.06, 0.002)
    assert long.shrinking(short).mean == pytest.approx(0.03)
    assert long.shrinking(short).counts
    assert not Difference(0.05, 0.002).shrinking(short).counts
    assert short.shrinking(long) == short, "one that grows is no larger for it"


@pytest.mark.parametrize(
    ("long", "searches", "verdict"),
    [
        pytest.param([0.4, 0.4, 0.4, 0.4], 2, "mistake", id="certain"),
        pytest.param([0.05, 0.05, 0.05, 0.05], 4, "fine", id="shrinks"),
        pytest.param([0.9, 0.3, 0.5, 0.6], 4, "mistake", id="disagree"),
        pytest.param([0.0, 0.0, 0.0, 0.0], 4, "fine", id="seen through"),
    ],
)
def test_a_glance_is_enough_where_more_long_searches_would_change_nothing(
    monkeypatch: pytest.MonkeyPatch, long: Sequence[float], searches: int, verdict: str
) -> None:
    """Short searches see a difference of 0.4; each long one sees another."""
    asked: list[str] = []

    def noted(knowledge: Knowledge, seeds: Sequence[str], *args: Any, **options: Any) -> list[Opinion]:
        found = opinions(knowledge, seeds, *args, **options)
        if "quick" in seeds[0]:
            return found
        lost = [0.4] * len(seeds)
        if "long" in seeds[0]:
            lost = [long[int(seed.split()[-1])] for seed in seeds]
            asked.extend(seeds)
        return [
            [move._replace(value=0.9 - less * (move.action == take)) for move in each]
            for each, less in zip(found, lost, strict=True)
        ]

    monkeypatch.setattr("koloda.analysis.judge.opinions", noted)
    take = no_thanks.GAME.notation.read_action(no_thanks.GAME.new(), "take")
    found = judged(no_thanks.GAME, DEAR, "take")
    assert len(asked) == searches
    assert found.verdict == verdict
    assert found.short.mean == pytest.approx(0.4)


def test_a_game_without_a_search_has_no_judge() -> None:
    with pytest.raises(UnknownOption) as error:
        check_judge(BLIND)
    assert error.value.text("en") == (
        "Nobody can judge decisions in No Thanks!: the game cannot sample hidden cards, which a search needs."
    )
