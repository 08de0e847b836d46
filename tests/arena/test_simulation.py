"""Simulation: figures checked against games played one by one."""

from collections import Counter
from collections.abc import Iterator

import pytest

from koloda.arena.simulation import Simulation, quantile, simulate, summary
from koloda.compiled.generator import stream
from koloda.compiled.playouts import RandomGames
from koloda.compiled.random_games import Results
from koloda.games import GAMES
from tests.envs.reference_batch import played


def interpreted(name: str, players: int, games: int, key: int) -> tuple[list[list[int]], list[list[int]], list[int]]:
    """The same games with the interpreted rules: scores, winners and lengths."""
    game = GAMES[name]
    scores, winners, lengths = [], [], []
    for number in range(games):
        s, length = played(game, game.new(players), stream(key, number))
        scores.append(game.scores(s))
        winners.append(game.winners(s))
        lengths.append(length)
    return scores, winners, lengths


@pytest.mark.parametrize("name", GAMES)
def test_figures_are_those_of_the_interpreted_games(name: str) -> None:
    result = simulate(name, 3, 30, seed=11)
    scores, winners, lengths = interpreted(name, 3, 30, 11)
    assert result.lengths == Counter(lengths)
    assert result.decisions == sum(lengths)
    for seat in range(3):
        assert result.scores[seat] == Counter(score[seat] for score in scores)
        won = sum(1 / len(w) for w in winners if seat in w)
        assert result.win_share(seat)[0] == pytest.approx(won / 30)


def test_the_interval_covers_the_truth_about_as_often_as_it_says() -> None:
    """Win shares of seat 1 in No Thanks! among random players are 1/4; 200 intervals of 95 %."""
    covered = 0
    for key in range(200):
        share, half = simulate("no_thanks", 4, 400, seed=key).win_share(0)
        covered += abs(share - 0.25) <= half
    assert 180 <= covered <= 199


def test_the_seats_of_a_report_are_one_family() -> None:
    told = simulate("no_thanks", 4, 400).report()["seats"]
    assert {seat["family"] for seat in told} == {4}
    for seat in told:
        (low, high), (lower, higher) = seat["win_share_95"], seat["win_share_adjusted_95"]
        assert (higher - lower) / (high - low) == pytest.approx(2.4977 / 1.96, abs=1e-3)


def test_summary_and_quantiles() -> None:
    counted = Counter({1: 50, 2: 30, 10: 20})
    assert summary(counted) == pytest.approx(
        {"mean": 3.1, "sd": 3.477, "min": 1, "p5": 1, "p25": 1, "p50": 1, "p75": 2, "p95": 10, "max": 10}, abs=1e-3
    )
    assert [quantile(counted, q) for q in (0.5, 0.51, 0.8, 0.81)] == [1, 2, 2, 10]


def test_one_game_has_no_interval_to_speak_of() -> None:
    result = Simulation("no_thanks", 2, 1, 0, {}, wins=[Counter({1: 1}), Counter()])
    assert result.win_share(0) == (1.0, 0.0)


def test_an_interrupted_simulation_leaves_no_work_to_its_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise the process would end only after all games have been played."""
    played_first, closed = [], []
    chunks = RandomGames.chunks

    def watched(self: RandomGames, games: int, threads: int) -> Iterator[Results]:
        try:
            for found in chunks(self, games, threads):
                played_first.append(len(found.lengths))
                yield found
        finally:
            closed.append(True)

    def interrupt(done: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(RandomGames, "chunks", watched)
    with pytest.raises(KeyboardInterrupt):
        simulate("no_thanks", 3, 10_000_000, jobs=2, progress=interrupt)
    assert closed == [True]
    assert len(played_first) == 1
