"""Figures of a match, from constructed games with known truth."""

from collections.abc import Callable

import pytest

from koloda.arena.match_result import MatchResult, shortest_cycles
from koloda.arena.plan import Plan
from koloda.compiled.generator import stream
from koloda.core.errors import UnknownOption

Draw = Callable[[int], int]


def made_up(
    bots: str, deals: int, points: Callable[[list[str], Draw], list[int]], players: int | None = None
) -> MatchResult:
    """A match whose scores (more is better) are a function of the names by seat."""
    plan = Plan.of("no_thanks", bots.split(","), deals, players)
    rows = []
    for deal in range(deals):
        for number, seated in enumerate(plan.seatings(deal)):
            scores = points([plan.names[bot] for bot in seated], stream(deal, number))
            places = [1 + sum(other > mine for other in scores) for mine in scores]
            rows.append([*scores, *places, 10])
    return MatchResult.of(plan, [{"chunk": 0, "games": rows}])


BEATS = {("rock", "scissors"), ("scissors", "paper"), ("paper", "rock")}


def rock_paper_scissors(names: list[str], draw: Draw) -> list[int]:
    """Two hands; the better one wins nine times out of ten."""
    first = (names[0], names[1]) in BEATS
    if draw(10) == 0:
        first = not first
    return [int(first), int(not first)]


def test_the_cross_table_shows_rock_paper_scissors_going_round() -> None:
    match = made_up("rock,paper,scissors", 200, rock_paper_scissors, players=2)
    rock, paper, scissors = match.bots
    assert match.above(rock, scissors).mean == pytest.approx(0.9, abs=0.05)
    assert match.above(scissors, rock).mean == pytest.approx(0.1, abs=0.05)
    assert match.cycles == [[rock, scissors, paper]]
    assert match.report()["cycles"] == [["rock", "scissors", "paper"]]
    for bot in match.bots:
        assert match.win_share(bot).mean == pytest.approx(0.5, abs=0.05)
    assert max(r.mu for r in match.ratings) - min(r.mu for r in match.ratings) < 3


def strength(names: list[str], draw: Draw) -> list[int]:
    return [{"strong": 6, "middle": 4, "weak": 0}[name] + draw(10) for name in names]


def test_an_order_has_no_cycle_and_ratings_follow_it() -> None:
    match = made_up("weak,strong,middle", 150, strength)
    weak, strong, middle = match.bots
    assert match.cycles == []
    assert match.ratings[strong].mu > match.ratings[middle].mu > match.ratings[weak].mu
    assert match.score_difference(strong, weak).mean == pytest.approx(6, abs=0.5)
    assert match.win_difference(strong, weak).low > 0


def test_win_shares_are_per_seat_and_sum_up_to_the_games() -> None:
    match = made_up("strong,weak,weak", 50, strength)
    strong, weak = match.bots
    assert match.win_share(strong).mean + 2 * match.win_share(weak).mean == pytest.approx(1)
    assert match.fair == pytest.approx(1 / 3)


def test_equals_share_the_win_and_the_place() -> None:
    match = made_up("a,b,b", 4, lambda names, draw: [5, 5, 5])
    assert match.win_share(0).mean == pytest.approx(1 / 3)
    assert match.above(0, 1).mean == 0.5
    assert match.score_difference(0, 1).report()["interval_95"] == [0, 0]


def test_figures_are_those_of_counting_by_hand() -> None:
    match = made_up("strong,weak,middle", 30, strength)
    games = match.games
    won = score = above = meetings = seats = 0.0
    for row in range(len(games)):
        bots, scores = games.bots[row].tolist(), games.scores[row].tolist()
        winners = [seat for seat in range(3) if scores[seat] == max(scores)]
        mine, theirs = bots.index(0), bots.index(1)
        won += (mine in winners) / len(winners)
        score += scores[mine]
        above += (scores[mine] > scores[theirs]) + 0.5 * (scores[mine] == scores[theirs])
        meetings += 1
        seats += 1
    assert match.win_share(0).mean == pytest.approx(won / seats)
    assert match.score(0).mean == pytest.approx(score / seats)
    assert match.above(0, 1).mean == pytest.approx(above / meetings)


@pytest.mark.parametrize(("bots", "family", "pairs"), [(1, 1, 1), (2, 1, 1), (3, 3, 3), (4, 4, 6)])
def test_intervals_hold_for_all_bots_together(bots: int, family: int, pairs: int) -> None:
    plan = Plan.of("no_thanks", [f"bot{number}" for number in range(bots)], 8, players=4)
    rows = [[*range(4), *range(1, 5), 1] for deal in range(8) for _ in plan.seatings(deal)]
    told = MatchResult.of(plan, [{"games": rows}]).report()
    assert {result["win_share"]["family"] for result in told["results"]} == {family}
    assert {result["rating"]["family"] for result in told["results"]} == {bots}
    assert {each[kind]["family"] for each in told["differences"] for kind in ("win_share", "score", "above")} <= {pairs}


def test_cycles_are_told_once() -> None:
    assert shortest_cycles({0: [1], 1: [2], 2: [0], 3: [0]}) == [[0, 1, 2]]
    assert shortest_cycles({0: [1, 2], 1: [2], 2: []}) == []
    assert shortest_cycles({0: [1], 1: [2], 2: [3], 3: [0]}) == [[0, 1, 2, 3]]


def test_a_plan_refuses_what_cannot_be_played() -> None:
    with pytest.raises(UnknownOption, match="at least one bot"):
        Plan.of("no_thanks", [" "], 10)
    with pytest.raises(UnknownOption, match="deals should be"):
        Plan.of("no_thanks", ["1"], 0)
    with pytest.raises(UnknownOption, match="2-7 players"):
        Plan.of("no_thanks", ["1"], 5, players=9)


def test_seats_follow_the_bots_unless_they_are_given() -> None:
    assert Plan.of("no_thanks", ["1", "0", "0"], 1).players == 3
    assert Plan.of("no_thanks", ["1"], 1).players == 4
    assert Plan.of("no_thanks", ["1", "0"], 1, players=5).players == 5
    assert Plan.of("dobro", [str(n) for n in range(9)], 1).players == 6


def test_labels_leave_out_folders_unless_that_makes_bots_alike() -> None:
    assert Plan.of("no_thanks", ["node a/b/one.js", "x/two.py:Two", "1"], 1).labels == (
        "node one.js",
        "two.py:Two",
        "1",
    )
    assert Plan.of("no_thanks", ["a/one.py:One", "b/one.py:One"], 1).labels == ("a/one.py:One", "b/one.py:One")
