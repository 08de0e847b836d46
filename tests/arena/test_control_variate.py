"""Luck is taken out of the figures of a match: means stay unbiased, intervals shrink."""

import csv
import io
import json
from math import sqrt
from pathlib import Path

import numpy as np
import pytest

from koloda.arena import batch_job, runner
from koloda.arena.batch_job import play_batch
from koloda.arena.control_variate import FEWEST, coefficients, without_luck
from koloda.arena.intervals import estimate
from koloda.arena.match_result import MatchResult
from koloda.arena.plan import USUAL_LUCK_PLAYOUTS, Plan
from koloda.bots.levels import PolicyBot
from koloda.cli.main import main
from koloda.core.errors import UnknownOption


def played(plan: Plan) -> MatchResult:
    return MatchResult.of(plan, [play_batch(plan, number) for number in range(plan.batches)])


@pytest.mark.parametrize("game", ["no_thanks", "dobro"])
def test_twenty_independent_matches_agree_with_their_plain_means(game: str) -> None:
    """The variance is at most a fifth, and the plain and the corrected means differ by chance only."""
    differences, factors = [], []
    for seed in range(20):
        match = played(Plan.of(game, ["2", "1", "1", "1"], 30, seed=seed, luck_playouts=8))
        won = match.win_difference(0, 1)
        assert won.plain is not None
        assert won.excludes(0.0)
        differences.append(won.mean - won.plain.mean)
        factors.append((won.error**2, won.plain.error**2))
    assert abs(np.mean(differences)) <= 3 * np.std(differences, ddof=1) / sqrt(20)
    left, plain = np.sum(factors, axis=0)
    assert left / plain <= 0.2


def test_twenty_matches_agree_where_the_rule_only_stands_in_for_a_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    """Level 1 as if it came from elsewhere. Its decisions are not what playouts expect."""
    monkeypatch.setattr(batch_job, "bot_factory", lambda plan: lambda *_: PolicyBot(plan.rules, plan.players, "greedy"))
    differences, left = [], 0.0
    for seed in range(20):
        plan = Plan.of("no_thanks", ["2", "guest"], FEWEST, seed=seed, luck_playouts=32)
        player = batch_job.BatchPlayer(plan)
        won = MatchResult.of(plan, [player.play(number) for number in range(plan.batches)]).win_difference(0, 1)
        assert won.plain is not None
        differences.append(won.mean - won.plain.mean)
        left += (won.variance_factor or 1) / 20
    assert abs(np.mean(differences)) <= 3 * np.std(differences, ddof=1) / sqrt(20)
    assert left < 0.9


def test_coefficients_are_fitted_on_other_deals() -> None:
    """On 500 small matches of pure noise nothing is explained, and the mean is not drawn to zero."""
    random = np.random.default_rng(3)
    plain, corrected = [], []
    for _ in range(500):
        luck = random.normal(size=(2, FEWEST))
        values = 1 + luck[0] ** 2 + random.normal(size=FEWEST)  # luck that would fit its own deals only
        plain.append(values.mean())
        corrected.append(without_luck(values, luck).mean())
    assert np.mean(corrected) == pytest.approx(2, abs=4 * np.std(corrected) / sqrt(500))
    assert np.std(corrected) < 1.2 * np.std(plain)


def test_luck_that_explains_nothing_costs_next_to_nothing() -> None:
    """An uncertain multiple is made smaller: 30 deals of pure noise keep their variance."""
    random = np.random.default_rng(5)
    left = []
    for _ in range(200):
        values, luck = random.normal(size=30), random.normal(size=(2, 30))
        left.append(without_luck(values, luck).var() / values.var())
    assert np.mean(left) < 1.05
    assert coefficients(np.array([1.0, 2.0, 3.0, 4.0]), np.zeros((2, 4))) == pytest.approx([0, 0])


def test_the_intervals_of_small_matches_hold() -> None:
    """30 deals of which luck explains nothing, half, or nearly all: the truth is missed in about one of twenty."""
    random = np.random.default_rng(6)
    for explained in (0.0, 0.5, 0.95):
        missed = 0
        for _ in range(400):
            luck = random.normal(size=(2, 30))
            values = 0.3 + sqrt(explained) * luck[0] + sqrt(1 - explained) * random.normal(size=30)
            missed += estimate(without_luck(values, luck)).excludes(0.3)
        assert 400 * 0.05 - 3.5 * sqrt(400 * 0.05 * 0.95) < missed < 400 * 0.05 + 3.5 * sqrt(400 * 0.05 * 0.95)


def test_equal_bots_that_playouts_know_keep_their_plain_figures() -> None:
    """Nothing but rounding would be left, which is no evidence for anything."""
    won = played(Plan.of("no_thanks", ["0", "random"], FEWEST, luck_playouts=2)).win_difference(0, 1)
    assert won.plain is None
    assert won.error > 0.01


def test_what_luck_explains_is_taken_out() -> None:
    random = np.random.default_rng(4)
    luck = random.normal(size=(2, 200))
    values = 5 + 2 * luck[0] - 0.5 * luck[1] + 0.1 * random.normal(size=200)
    values[7] = np.nan  # a deal without the bot
    found = without_luck(values, luck)
    assert np.isnan(found[7])
    assert np.nanstd(found) == pytest.approx(0.1, rel=0.2)
    few = values[: FEWEST - 1]
    assert without_luck(few, luck[:, : FEWEST - 1]) == pytest.approx(few, nan_ok=True)
    assert without_luck(values, 0 * luck) == pytest.approx(values, nan_ok=True)


MATCH = ["arena", "no_thanks", "--bots", "2,1,0", "--luck-playouts", "4", "--lang", "en"]


def test_the_arena_reports_figures_without_luck_beside_the_plain_ones(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "default_file", lambda plan: tmp_path / f"{plan.digest()}.jsonl")
    page = tmp_path / "page.html"
    assert main([*MATCH, "--deals", "20", "--json", "--html", str(page)]) == 0
    one = capsys.readouterr().out
    assert main([*MATCH, "--deals", "20", "--json", "--jobs", "2"]) == 0
    assert capsys.readouterr().out == one, "the same for any number of jobs"
    told = json.loads(one)
    assert told["luck_playouts"] == 4
    won = told["differences"][0]["win_share"]
    assert 0 < won["variance_factor"] < 0.6
    assert won["plain"]["adjusted_95"][0] < won["adjusted_95"][0] < won["mean"]
    assert "Luck is taken out" in page.read_text("utf-8")
    assert "Of plain variance" in page.read_text("utf-8")
    assert main([*MATCH, "--deals", "20"]) == 0
    shown = capsys.readouterr().out
    assert "Of plain variance" in shown
    assert "with 4 playouts for each position" in " ".join(shown.split())
    assert main([*MATCH, "--deals", "2", "--csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert sum(float(row["luck_win_share"]) for row in rows[:3]) == pytest.approx(0, abs=1e-5)
    assert main([*MATCH, "--deals", "2"]) == 0
    assert "these figures are plain" in capsys.readouterr().out


def test_luck_is_measured_where_that_pays() -> None:
    """Where a bot plays that thinks, if there are enough deals; bots of levels 0 to 2 better play more deals."""

    def usual(bots: list[str], deals: int) -> int:
        return Plan.of("no_thanks", bots, deals, luck_playouts=None).luck_playouts

    assert usual(["3", "2"], FEWEST) == usual(["guest.py:Guest", "0"], 100) == USUAL_LUCK_PLAYOUTS
    assert usual(["3", "2"], FEWEST - 1) == usual(["2", "rule", "1"], 1000) == 0


def test_a_number_of_playouts_that_cannot_be_is_refused() -> None:
    with pytest.raises(UnknownOption, match="luck-playouts"):
        Plan.of("no_thanks", ["1", "2"], 1, luck_playouts=-1)
