"""Intervals: against tables of Student's t, against simulated games whose truth is known, and by resampling deals."""

from math import inf, isnan, sqrt

import numpy as np
import pytest

from koloda.arena.intervals import estimate, estimate_share, slope, t_quantile


@pytest.mark.parametrize(
    ("freedom", "expected"),
    [(1, 12.7062), (2, 4.3027), (3, 3.1824), (5, 2.5706), (10, 2.2281), (30, 2.0423), (200, 1.9719), (1000, 1.9623)],
)
def test_the_quantile_is_that_of_the_tables(freedom: int, expected: float) -> None:
    assert t_quantile(0.975, freedom) == pytest.approx(expected, abs=5e-5)


def test_the_series_takes_over_smoothly() -> None:
    assert t_quantile(0.975, 200) - t_quantile(0.975, 201) == pytest.approx(0.00006, abs=2e-5)


def test_one_deal_has_no_interval() -> None:
    assert estimate([3.0]).half == inf
    assert estimate([3.0]).report()["interval_95"] is None
    assert isnan(estimate([]).mean)


def test_what_never_happened_may_still_happen() -> None:
    never, always = estimate_share([0.0] * 100), estimate_share([1.0] * 100)
    assert never.report(0, 1)["interval_95"] == [0.0, pytest.approx(0.0362, abs=1e-4)]
    assert always.low == pytest.approx(1 - 0.0362, abs=1e-4)
    assert (1 - never.high) ** 100 == pytest.approx(0.025)
    assert estimate_share([0.5] * 100).half == 0.0  # the same on every deal, by design


def test_a_small_share_has_wilsons_interval() -> None:
    """Twenty wins in two hundred games: Wilson's 95 % interval is 6.6 % to 14.9 %, with the t quantile of 199."""
    found = estimate_share([1.0] * 20 + [0.0] * 180)
    low, high = found.low, found.high
    t, n = t_quantile(0.975, 199), 199  # the spread is that of a sample, so 199 games give this error
    for bound in (low, high):
        assert abs(0.1 - bound) == pytest.approx(t * sqrt(bound * (1 - bound) / n))
    assert (low, high) == pytest.approx((0.0653, 0.1499), abs=5e-4)
    assert found.half == pytest.approx(high - 0.1), "the farther side"


@pytest.mark.parametrize("family", [1, 2, 10, 500])
def test_an_interval_in_a_family_has_its_part_of_the_error(family: int) -> None:
    found = estimate([0.0, 1.0] * 20).among(family)
    assert found.simultaneous == pytest.approx(t_quantile(1 - 0.025 / family, 39) * found.error)
    assert found.excludes(0.5 + 1.001 * found.simultaneous)
    assert not found.excludes(0.5 - 0.999 * found.simultaneous)
    assert not estimate([1.0]).among(family).excludes(7.0), "one deal excludes nothing"


def clustered(seed: int, deals: int = 40, games: int = 6) -> np.ndarray:
    """Results with a true mean of 0; the games of a deal share the effect of the cards."""
    random = np.random.default_rng(seed)
    return random.normal(0, 1, (deals, 1)) + random.normal(0, 1, (deals, games))


def test_the_clustered_interval_covers_the_truth_and_a_naive_one_does_not() -> None:
    rounds, clusters, naive = 1000, 0, 0
    for seed in range(rounds):
        games = clustered(seed)
        clusters += not estimate(games.mean(axis=1)).excludes(0.0)
        flat = games.ravel()
        naive += abs(flat.mean()) <= 1.96 * flat.std(ddof=1) / sqrt(flat.size)
    assert 0.93 <= clusters / rounds <= 0.97
    assert naive / rounds < 0.80


def test_the_interval_is_that_of_resampled_deals() -> None:
    by_deal = clustered(7, deals=400).mean(axis=1)
    random = np.random.default_rng(1)
    means = [random.choice(by_deal, len(by_deal)).mean() for _ in range(4000)]
    found = estimate(by_deal)
    assert found.low == pytest.approx(np.quantile(means, 0.025), abs=0.01)
    assert found.high == pytest.approx(np.quantile(means, 0.975), abs=0.01)


def test_a_slope_is_that_of_least_squares() -> None:
    random = np.random.default_rng(3)
    x, y = random.normal(size=60), random.normal(size=60)
    assert slope(x, y, np.arange(60) // 3).mean == pytest.approx(np.polyfit(x, y, 1)[0])


def test_the_interval_of_a_slope_covers_the_truth_where_deals_share_their_luck() -> None:
    rounds, covered = 600, 0
    deal = np.arange(240) // 4
    for seed in range(rounds):
        random = np.random.default_rng(seed)
        x = np.repeat(random.normal(size=60), 4) + 0.3 * random.normal(size=240)
        y = 0.5 * x + np.repeat(random.normal(size=60), 4) + 0.3 * random.normal(size=240)
        covered += not slope(x, y, deal).excludes(0.5)
    assert 0.92 <= covered / rounds <= 0.98


def test_what_never_differs_has_no_slope() -> None:
    assert isnan(slope([1, 1, 1, 1], [1, 2, 3, 4], [0, 0, 1, 1]).mean)
