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
    share: bool = False
    """Is it a share, between 0 and 1? Its interval then does not extend equally far to both sides."""
    plain: "Estimate | None" = None
    """If luck was taken out of it: the same figure with luck."""

    @property
    def variance_factor(self) -> float | None:
        """The variance without luck, as a part of the plain one; None if luck is in it."""
        if self.plain is None or not 0 < self.plain.error < inf:
            return None
        return (self.error / self.plain.error) ** 2

    @property
    def half(self) -> float:
        """How far its own interval extends from the mean, to the farther side."""
        low, high = self._interval(1)
        return max(self.mean - low, high - self.mean)

    @property
    def simultaneous(self) -> float:
        """How far its interval in the family extends from the mean, to the farther side."""
        return max(self.mean - self.low, self.high - self.mean)

    @property
    def low(self) -> float:
        return self._interval(self.family)[0]

    @property
    def high(self) -> float:
        return self._interval(self.family)[1]

    def _interval(self, family: int) -> tuple[float, float]:
        error = (1 - LEVEL) / family
        if self.freedom < 1 or not isfinite(self.error):
            return -inf, inf  # with a mean that is not a number, too
        t = t_quantile(1 - error / 2, self.freedom)
        if not self.share or (self.error == 0.0 and 0.0 < self.mean < 1.0):
            return self.mean - t * self.error, self.mean + t * self.error
        if self.error == 0.0:  # up to the share at which such a streak would still have a chance of half the error
            reach = float(1 - (error / 2) ** (1 / self.deals))
            return (0.0, reach) if self.mean == 0.0 else (1 - reach, 1.0)
        return wilson(self.mean, self.error, t)

    def excludes(self, value: float) -> bool:
        """Say whether the value is outside the simultaneous interval: whether chance alone hardly explains it."""
        low, high = self._interval(self.family)
        return low > -inf and not low <= value <= high

    def among(self, family: int) -> "Estimate":
        """The same estimate as one of so many that are looked at together."""
        return self._replace(family=family, plain=self.plain and self.plain.among(family))

    @property
    def complement(self) -> "Estimate":
        """The share of the other side."""
        return self._replace(mean=1 - self.mean, plain=self.plain and self.plain.complement)

    def report(self, lowest: float = -inf, highest: float = inf) -> dict[str, Any]:
        """Return the estimate as JSON data, clipped to what is possible (0 and 1 for a share)."""

        def interval(family: int) -> list[float] | None:
            low, high = self._interval(family)
            return [max(low, lowest), min(high, highest)] if low > -inf else None

        return {
            "mean": None if isnan(self.mean) else self.mean,
            "interval_95": interval(1),
            "family": self.family,
            "adjusted_95": interval(self.family),
            "deals": self.deals,
            **self._luck_report(lowest, highest),
        }

    def _luck_report(self, lowest: float, highest: float) -> dict[str, Any]:
        if self.plain is None:
            return {}
        return {"variance_factor": self.variance_factor, "plain": self.plain.report(lowest, highest)}


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
    return estimate(by_deal, family)._replace(share=True)


def wilson(mean: float, error: float, t: float) -> tuple[float, float]:
    """Wilson's interval of a share.

    A share that came out too low by chance has too small a standard error as well: mean ± t · error would raise twice
    as many alarms as it should where shares are small. Wilson's interval contains the shares p from which the mean is
    at most t standard errors away, with the error that it would have at p. `n` is the number of independent games that
    would give this error.
    """
    n = mean * (1 - mean) / error**2
    centre = (mean + t * t / (2 * n)) / (1 + t * t / n)
    half = t / (1 + t * t / n) * sqrt(mean * (1 - mean) / n + t * t / (4 * n * n))
    return centre - half, centre + half


def slope(x: Any, y: Any, deal: Any, family: int = 1) -> Estimate:
    """Estimate how much y grows with x: least squares, clustered by deal. Rows must be in the order of deals.

    The error is at least the homoskedastic one: if only a few rows have an x of their own (a rare card), the clustered
    error alone is too small too often.
    """
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
    clustered = float((scores * scores).sum()) * clusters / (clusters - 1) / spread**2
    homoskedastic = float((residuals * residuals).sum()) / max(len(xs) - 2, 1) / spread
    error = sqrt(max(clustered, homoskedastic))
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
