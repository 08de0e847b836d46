"""Splits the variance of results into skill, cards and the rest.

The arena plays every deal several times and draws the bot of each seat at random each time. A result is then

    mean + effect of the bot + effect of the deal in that seat + residual

and its variance has three parts. *Skill* is the variance of the bots' effects. *Deal* is the covariance of two results
in the same seat of the same deal, with independently drawn bots: the mean product of the results less the effects of
the bots. *Play* is the rest: what the other players did, and chance during the game.
"""

from dataclasses import replace
from math import inf
from typing import Any, NamedTuple

from koloda.arena.intervals import Estimate, estimate
from koloda.arena.match_result import MatchResult

GROUPS = 20
"""The interval of a share comes from leaving out one of so many groups of deals at a time (a jackknife)."""
PARTS = ("skill", "deal", "play")


class VarianceParts(NamedTuple):
    """Variances by cause. The deal's has an interval, because it is a mean over deals."""

    skill: float
    deal: Estimate
    total: float
    errors: tuple[float, float, float] = (inf, inf, inf)
    """Standard errors of the shares."""
    groups: int = 0
    """The number of groups of deals that the errors come from."""

    @property
    def shares(self) -> tuple[float, float, float]:
        """The shares of skill, deal and play. Estimates below zero count as zero."""
        skill, deal = max(self.skill, 0.0), max(self.deal.mean, 0.0)
        rest = max(self.total - skill - deal, 0.0)
        whole = skill + deal + rest
        return (skill / whole, deal / whole, rest / whole) if whole else (0.0, 0.0, 0.0)

    @property
    def estimates(self) -> tuple[Estimate, Estimate, Estimate]:
        """The shares of skill, deal and play with their intervals, as one family."""
        deals, freedom = self.deal.deals, self.groups - 1
        skill, deal, play = (
            Estimate(share, error, deals, freedom, len(PARTS))
            for share, error in zip(self.shares, self.errors, strict=True)
        )
        return skill, deal, play

    def report(self) -> dict[str, Any]:
        intervals = {part: found.report(0, 1) for part, found in zip(PARTS, self.estimates, strict=True)}
        return {"variance": self.total, **dict(zip(PARTS, self.shares, strict=True)), "intervals": intervals}


def variance_parts(match: MatchResult, values: Any) -> VarianceParts:
    """Split the variance of `values` (by game and seat, such as `match.games.wins`) of a match with random seatings."""
    import numpy as np

    found = _split(match, values)
    groups = min(GROUPS, found.deal.deals)
    group = match.games.deal % max(groups, 1)
    without = [group != number for number in range(groups)]
    if groups < 2 or found.total == 0 or any(set(match.bots) - set(match.games.bots[kept].flat) for kept in without):
        return found
    parts = [_split(replace(match, games=match.games.subset(kept)), values[kept]) for kept in without]
    shares = np.array([(part.skill / part.total, part.deal.mean / part.total) for part in parts if part.total])
    shares = np.c_[shares, 1 - shares.sum(axis=1)]
    skill, deal, play = np.sqrt(((shares - shares.mean(axis=0)) ** 2).sum(axis=0) * (groups - 1) / groups).tolist()
    return found._replace(errors=(skill, deal, play), groups=groups)


def _split(match: MatchResult, values: Any) -> VarianceParts:
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
