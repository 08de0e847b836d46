"""Splits the variance of results into skill, cards and the rest.

The arena plays every deal several times and draws the bot of each seat at random each time. A result is then

    mean + effect of the bot + effect of the deal in that seat + residual

and its variance has three parts. *Skill* is the variance of the bots' effects. *Deal* is the covariance of two results
in the same seat of the same deal, with independently drawn bots: the mean product of the results less the effects of
the bots. *Play* is the rest: what the other players did, and chance during the game.
"""

from typing import Any, NamedTuple

from koloda.arena.intervals import Estimate, estimate
from koloda.arena.match_result import MatchResult


class VarianceParts(NamedTuple):
    """Variances by cause. The deal's has an interval, because it is a mean over deals."""

    skill: float
    deal: Estimate
    total: float

    @property
    def shares(self) -> tuple[float, float, float]:
        """The shares of skill, deal and play. Estimates below zero count as zero."""
        skill, deal = max(self.skill, 0.0), max(self.deal.mean, 0.0)
        rest = max(self.total - skill - deal, 0.0)
        whole = skill + deal + rest
        return (skill / whole, deal / whole, rest / whole) if whole else (0.0, 0.0, 0.0)

    def report(self) -> dict[str, Any]:
        skill, deal, play = self.shares
        known = self.total > 0 and self.deal.deals > 1
        return {
            "variance": self.total,
            "skill": skill,
            "deal": deal,
            "deal_95": [bound / self.total for bound in (self.deal.low, self.deal.high)] if known else None,
            "play": play,
        }


def variance_parts(match: MatchResult, values: Any) -> VarianceParts:
    """Split the variance of `values` (by game and seat, such as `match.games.wins`) of a match with random seatings."""
    import numpy as np

    games = match.games
    means = np.array([float(values[games.bots == bot].mean()) for bot in match.bots])
    seats = np.array([float((games.bots == bot).mean()) for bot in match.bots])
    # The means of equal bots differ by chance too, so subtract their squared standard errors.
    by_chance = np.array([_error(match.by_deal(values, bot)) for bot in match.bots]) ** 2
    skill = float((seats * ((means - values.mean()) ** 2 - by_chance)).sum())
    left = values - means[games.bots]
    played = np.diff(np.append(games.starts, len(games)))
    together = np.add.reduceat(left, games.starts) ** 2 - np.add.reduceat(left**2, games.starts)
    return VarianceParts(skill, estimate(together.mean(axis=1) / (played * (played - 1))), float(values.var()))


def _error(by_deal: Any) -> float:
    """Return the standard error of a mean over deals."""
    import numpy as np

    return float(np.nanstd(by_deal, ddof=1) / np.sqrt(len(by_deal))) if len(by_deal) > 1 else 0.0
