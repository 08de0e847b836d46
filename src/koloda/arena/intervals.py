"""Means with 95 % intervals, clustered by deal.

The games of one deal are no independent witnesses: the same cards come again with the seats changed. So a figure is
first averaged over the games of a deal, and the spread of these means from deal to deal gives the interval (by
Student's t, with one degree of freedom less than deals).
"""

from functools import cache
from math import atan, cos, inf, isnan, pi, sin, sqrt
from statistics import NormalDist
from typing import Any, NamedTuple

LEVEL = 0.95
LARGE_FREEDOM = 200  # degrees of freedom from which a series does


class Estimate(NamedTuple):
    """A mean and half the width of its interval; without one (`half` infinite) when there was a single deal."""

    mean: float
    half: float
    deals: int

    @property
    def low(self) -> float:
        return self.mean - self.half

    @property
    def high(self) -> float:
        return self.mean + self.half

    def excludes(self, value: float) -> bool:
        return not self.low <= value <= self.high

    def report(self, lowest: float = -inf, highest: float = inf) -> dict[str, Any]:
        """For machines; `lowest` and `highest` are what the figure can be (0 and 1 for a share)."""
        interval = [max(self.low, lowest), min(self.high, highest)] if self.half < inf else None
        mean = None if isnan(self.mean) else self.mean
        return {"mean": mean, "interval_95": interval, "deals": self.deals}


def estimate(by_deal: Any, level: float = LEVEL) -> Estimate:
    """The mean of one number a deal; deals without one (NaN) are left out."""
    import numpy as np

    numbers = np.asarray(by_deal, np.float64)
    numbers = numbers[~np.isnan(numbers)]
    n = len(numbers)
    if n == 0:
        return Estimate(float("nan"), inf, 0)
    mean = float(numbers.mean())
    if n == 1:
        return Estimate(mean, inf, 1)
    error = sqrt(float(((numbers - mean) ** 2).sum()) / (n - 1) / n)
    return Estimate(mean, t_quantile(0.5 + level / 2, n - 1) * error, n)


def estimate_share(by_deal: Any) -> Estimate:
    """The mean of shares. What happened on no deal (or on every deal) may still happen: the interval reaches as far
    as would leave such a streak a chance of 1 in 40."""
    found = estimate(by_deal)
    if found.half == 0.0 and found.mean in (0.0, 1.0):
        return found._replace(half=1 - ((1 - LEVEL) / 2) ** (1 / found.deals))
    return found


def slope(x: Any, y: Any, deal: Any, level: float = LEVEL) -> Estimate:
    """How much more y there is for one more of x: least squares, clustered by deal (rows come in order of deals)."""
    import numpy as np

    xs, ys = np.asarray(x, np.float64), np.asarray(y, np.float64)
    starts = np.flatnonzero(np.r_[True, np.diff(deal) != 0]) if len(xs) else np.empty(0, np.int64)
    clusters = len(starts)
    away = xs - xs.mean() if len(xs) else xs
    spread = float((away * away).sum())
    if clusters < 2 or spread == 0.0:
        return Estimate(float("nan"), inf, clusters)
    b = float((away * ys).sum()) / spread
    residuals = ys - ys.mean() - b * away
    pushes = np.add.reduceat(away * residuals, starts)
    error = sqrt(float((pushes * pushes).sum()) * clusters / (clusters - 1)) / spread
    return Estimate(b, t_quantile(0.5 + level / 2, clusters - 1) * error, clusters)


def t_probability(t: float, freedom: int) -> float:
    """P(|T| <= t) for a whole number of degrees of freedom: the closed form as a finite sum."""
    angle = atan(t / sqrt(freedom))
    c, total = cos(angle), 0.0
    if freedom % 2:
        term = c
        for k in range(1, freedom - 1, 2):
            total += term
            term *= c * c * (k + 1) / (k + 2)
        return 2 / pi * (angle + sin(angle) * total)
    term = 1.0
    for k in range(0, freedom, 2):
        total += term
        term *= c * c * (k + 1) / (k + 2)
    return sin(angle) * total


@cache
def t_quantile(share: float, freedom: int) -> float:
    """The value that Student's t stays below with probability `share` (more than a half)."""
    z = NormalDist().inv_cdf(share)
    if freedom > LARGE_FREEDOM:
        return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
    low, high = 0.0, 1e9
    while high - low > 1e-12 * high:
        middle = (low + high) / 2
        if t_probability(middle, freedom) < 2 * share - 1:
            low = middle
        else:
            high = middle
    return (low + high) / 2
