"""How much of a result is skill, how much the cards, how much the rest.

For this every deal is played several times, the bot of each seat drawn by lot each time. A result is then

    mean + what the bot is worth + what the deal is worth in that seat + the rest

and its variance falls into three parts. *Skill* is the variance of what the bots are worth. *Deal* is how far two
results in the same seat of the same deal go together, whoever sat there and around: the mean product of what is left
of them when the bots' worth is taken off. *Play* is the rest: what the others did, and how it fell out.
"""

from typing import Any, NamedTuple

from koloda.arena.intervals import Estimate, estimate
from koloda.arena.match_result import MatchResult


class VarianceParts(NamedTuple):
    """Variances; that of the deal with an interval (it is a mean over deals)."""

    skill: float
    deal: Estimate
    total: float

    @property
    def shares(self) -> tuple[float, float, float]:
        """Of skill, deal and play; what comes out below nothing by chance is nothing."""
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
    """The parts of the variance of a result by seat (`match.games.wins`, say), from seats filled by lot."""
    import numpy as np

    games = match.games
    means = np.array([float(values[games.bots == bot].mean()) for bot in match.bots])
    seats = np.array([float((games.bots == bot).mean()) for bot in match.bots])
    # Means of equal bots would differ too, by chance: that much is no skill.
    by_chance = np.array([_error(match.by_deal(values, bot)) for bot in match.bots]) ** 2
    skill = float((seats * ((means - values.mean()) ** 2 - by_chance)).sum())
    left = values - means[games.bots]
    played = np.diff(np.append(games.starts, len(games)))
    together = np.add.reduceat(left, games.starts) ** 2 - np.add.reduceat(left**2, games.starts)
    return VarianceParts(skill, estimate(together.mean(axis=1) / (played * (played - 1))), float(values.var()))


def _error(by_deal: Any) -> float:
    """The standard error of a mean over deals."""
    import numpy as np

    return float(np.nanstd(by_deal, ddof=1) / np.sqrt(len(by_deal))) if len(by_deal) > 1 else 0.0
