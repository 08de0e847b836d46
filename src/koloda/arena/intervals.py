"""Computes means with 95 % confidence intervals, clustered by deal.

The games of one deal are not independent: they use the same cards with the seats changed. So we first average a figure
over the games of a deal; the spread of these means from deal to deal gives the interval (Student's t, with one
degree of freedom less than there are deals).
"""

from functools import cache
from math import atan, cos, inf, isnan, pi, sin, sqrt
from statistics import NormalDist
from typing import Any, NamedTuple

LEVEL = 0.95
LARGE_FREEDOM = 200  # degrees of freedom above which a series approximates the quantile well enough


class Estimate(NamedTuple):
    """A mean and half the width of its interval. With a single deal there is no interval: `half` is infinite."""

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
        """Say whether the value is outside the interval."""
        return not self.low <= value <= self.high

    def report(self, lowest: float = -inf, highest: float = inf) -> dict[str, Any]:
        """Return the estimate as JSON data, clipped to what is possible (0 and 1 for a share)."""
        interval = [max(self.low, lowest), min(self.high, highest)] if self.half < inf else None
        mean = None if isnan(self.mean) else self.mean
        return {"mean": mean, "interval_95": interval, "deals": self.deals}


def estimate(by_deal: Any, level: float = LEVEL) -> Estimate:
    """Estimate a mean from one number per deal. Deals without a number (NaN) do not count."""
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
    """Estimate the mean of shares.

    If all shares are 0 (or all are 1), the spread is zero, which says too much. The interval then reaches to the share
    at which such a streak would still have a chance of 1 in 40.
    """
    found = estimate(by_deal)
    if found.half == 0.0 and found.mean in (0.0, 1.0):
        return found._replace(half=1 - ((1 - LEVEL) / 2) ** (1 / found.deals))
    return found


def slope(x: Any, y: Any, deal: Any, level: float = LEVEL) -> Estimate:
    """Estimate how much y grows with x: least squares, clustered by deal. Rows must be in the order of deals."""
    import numpy as np

    xs, ys = np.asarray(x, np.float64), np.asarray(y, np.float64)
    starts = np.flatnonzero(np.r_[True, np.diff(deal) != 0]) if len(xs) else np.empty(0, np.int64)
    clusters = len(starts)
    centred = xs - xs.mean() if len(xs) else xs
    spread = float((centred * centred).sum())
    if clusters < 2 or spread == 0.0:
        return Estimate(float("nan"), inf, clusters)
    b = float((centred * ys).sum()) / spread
    residuals = ys - ys.mean() - b * centred
    scores = np.add.reduceat(centred * residuals, starts)
    error = sqrt(float((scores * scores).sum()) * clusters / (clusters - 1)) / spread
    return Estimate(b, t_quantile(0.5 + level / 2, clusters - 1) * error, clusters)


def t_probability(t: float, freedom: int) -> float:
    """Return P(|T| <= t) for an integer number of degrees of freedom, by the closed form as a finite sum."""
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
def t_quantile(probability: float, freedom: int) -> float:
    """Return the quantile of Student's t for a probability above one half."""
    z = NormalDist().inv_cdf(probability)
    if freedom > LARGE_FREEDOM:
        return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
    low, high = 0.0, 1e9
    while high - low > 1e-12 * high:
        middle = (low + high) / 2
        if t_probability(middle, freedom) < 2 * probability - 1:
            low = middle
        else:
            high = middle
    return (low + high) / 2
