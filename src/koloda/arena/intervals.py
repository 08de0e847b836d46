"""Computes means with 95 % confidence intervals, clustered by deal, and corrects them for looking at many.

The games of one deal are not independent: they use the same cards with the seats changed. So we first average a figure
over the games of a deal; the spread of these means from deal to deal gives the interval (Student's t, with one
degree of freedom less than there are deals).

Whoever looks at many figures finds one that stands out by chance alone. So every estimate knows its *family*: how many
figures are looked at together. Its simultaneous interval is wide enough to hold for all of them in 95 of 100 cases
(Bonferroni: each has an error of at most 5 % / family, however much the figures depend on each other).
"""

from functools import cache
from math import atan, cos, inf, isfinite, isnan, pi, sin, sqrt
from statistics import NormalDist
from typing import Any, NamedTuple

LEVEL = 0.95
LARGE_FREEDOM = 200  # degrees of freedom above which a series approximates the quantile well enough


class Estimate(NamedTuple):
    """A mean with its standard error. With a single deal there is no interval: the halves of intervals are infinite."""

    mean: float
    error: float
    deals: int
    freedom: int
    """Degrees of freedom of the standard error."""
    family: int = 1
    """How many figures are looked at together."""
    streak: bool = False
    """Every deal gave the same extreme share, 0 or 1."""

    @property
    def half(self) -> float:
        """Half the width of its own interval."""
        return self._half(1)

    @property
    def simultaneous(self) -> float:
        """Half the width of its interval in the family."""
        return self._half(self.family)

    def _half(self, family: int) -> float:
        error = (1 - LEVEL) / family
        if self.freedom < 1 or not isfinite(self.error):
            return inf
        if self.streak:  # the share at which such a streak would still have a chance of half the error
            return float(1 - (error / 2) ** (1 / self.deals))
        return t_quantile(1 - error / 2, self.freedom) * self.error

    @property
    def low(self) -> float:
        return self.mean - self.simultaneous

    @property
    def high(self) -> float:
        return self.mean + self.simultaneous

    def excludes(self, value: float) -> bool:
        """Say whether the value is outside the simultaneous interval: whether chance alone hardly explains it."""
        return isfinite(self.simultaneous) and not self.low <= value <= self.high

    def among(self, family: int) -> "Estimate":
        """The same estimate as one of so many that are looked at together."""
        return self._replace(family=family)

    def report(self, lowest: float = -inf, highest: float = inf) -> dict[str, Any]:
        """Return the estimate as JSON data, clipped to what is possible (0 and 1 for a share)."""

        def interval(half: float) -> list[float] | None:
            return [max(self.mean - half, lowest), min(self.mean + half, highest)] if half < inf else None

        return {
            "mean": None if isnan(self.mean) else self.mean,
            "interval_95": interval(self.half),
            "family": self.family,
            "adjusted_95": interval(self.simultaneous),
            "deals": self.deals,
        }


def mirrored(count: int) -> int:
    """The size of a family of shares that add up: of two shares, the second only mirrors the first."""
    return 1 if count == 2 else count


def estimate(by_deal: Any, family: int = 1) -> Estimate:
    """Estimate a mean from one number per deal. Deals without a number (NaN) do not count."""
    import numpy as np

    numbers = np.asarray(by_deal, np.float64)
    numbers = numbers[~np.isnan(numbers)]
    n = len(numbers)
    if n == 0:
        return Estimate(float("nan"), inf, 0, 0, family)
    mean = float(numbers.mean())
    if n == 1:
        return Estimate(mean, inf, 1, 0, family)
    error = sqrt(float(((numbers - mean) ** 2).sum()) / (n - 1) / n)
    return Estimate(mean, error, n, n - 1, family)


def estimate_share(by_deal: Any, family: int = 1) -> Estimate:
    """Estimate the mean of shares.

    If all shares are 0 (or all are 1), the spread is zero, which says too much. The interval then reaches to the share
    at which such a streak would still have a chance of 1 in 40.
    """
    found = estimate(by_deal, family)
    return found._replace(streak=found.error == 0.0 and found.mean in (0.0, 1.0))


def slope(x: Any, y: Any, deal: Any, family: int = 1) -> Estimate:
    """Estimate how much y grows with x: least squares, clustered by deal. Rows must be in the order of deals."""
    import numpy as np

    xs, ys = np.asarray(x, np.float64), np.asarray(y, np.float64)
    starts = np.flatnonzero(np.r_[True, np.diff(deal) != 0]) if len(xs) else np.empty(0, np.int64)
    clusters = len(starts)
    centred = xs - xs.mean() if len(xs) else xs
    spread = float((centred * centred).sum())
    if clusters < 2 or spread == 0.0:
        return Estimate(float("nan"), inf, clusters, 0, family)
    b = float((centred * ys).sum()) / spread
    residuals = ys - ys.mean() - b * centred
    scores = np.add.reduceat(centred * residuals, starts)
    error = sqrt(float((scores * scores).sum()) * clusters / (clusters - 1)) / spread
    return Estimate(b, error, clusters, clusters - 1, family)


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


def z_quantile(family: int) -> float:
    """How many standard errors the simultaneous interval of a normal figure extends to either side."""
    return NormalDist().inv_cdf(1 - (1 - LEVEL) / family / 2)


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
