"""Evaluates a population: every bot plays alone among every other, on the same deals (`Plan.population`).

What a pairing is worth to A is the share of the wins of one A at a table of B. Among its like it would win a fair
share, 1 / players. So A pushes B out if one A among B wins more than that, and α-rank (`alpha_rank.py`) compares
nothing else. With two players this is the usual table of who beats whom. With more, both of two bots may win more than
a fair share among the other, or neither.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from koloda.arena.alpha_rank import ALPHA, alpha_rank
from koloda.arena.alpha_rank import POPULATION as INDIVIDUALS
from koloda.arena.intervals import LEVEL, Estimate, estimate_share
from koloda.arena.match_result import MatchResult, shortest_cycles
from koloda.arena.plan import Plan
from koloda.arena.ratings import Rating, rate

RESAMPLES = 1000
"""So often the deals are drawn again, with replacement, for the intervals of masses."""


@dataclass(frozen=True)
class Mass:
    """A bot's α-rank, and where it lies in 95 of 100 cases if the deals are drawn again; None for a single deal."""

    mean: float
    interval: tuple[float, float] | None

    def report(self) -> dict[str, Any]:
        return {"mass": self.mean, "interval_95": None if self.interval is None else list(self.interval)}


@dataclass
class PopulationResult:
    """A finished population and its figures. Bots are indices into `plan.names`."""

    match: MatchResult

    @classmethod
    def of(cls, plan: Plan, results: Sequence[dict[str, Any]]) -> "PopulationResult":
        return cls(MatchResult.of(plan, results))

    @property
    def plan(self) -> Plan:
        return self.match.plan

    @property
    def bots(self) -> range:
        return self.match.bots

    @cached_property
    def by_deal(self) -> NDArray[np.float64]:
        """`[deal, a, b]`: the share of the wins of one a among b. On the diagonal it is a fair share."""
        plan, games = self.plan, self.match.games
        players, count = plan.players, len(self.bots)
        shape = plan.deals, len(plan.tables), players, players
        alone = games.bots.reshape(shape) == np.array([table[0] for table in plan.tables])[:, None, None]
        won = np.where(alone, games.wins.reshape(shape), 0.0).sum(axis=3).mean(axis=2)
        found = np.full((plan.deals, count, count), self.match.fair)
        for number, (one, other, *_) in enumerate(plan.tables):
            found[:, one, other] = won[:, number]
            if players == 2:
                found[:, other, one] = 1.0 - won[:, number]
        return found

    def share(self, one: int, other: int) -> Estimate:
        """Return the share of the wins of one bot at a table of another."""
        return estimate_share(self.by_deal[:, one, other], len(self.plan.tables))

    def overall(self, bot: int) -> Estimate:
        """Return the same, averaged over all others that it meets."""
        others = [other for other in self.bots if other != bot]
        return estimate_share(self.by_deal[:, bot, others].mean(axis=1), len(self.bots))

    @cached_property
    def masses(self) -> list[Mass]:
        """The α-rank of every bot."""
        found = alpha_rank(self._advantages(self.by_deal.mean(axis=0)))
        if self.plan.deals < 2:
            return [Mass(float(mass), None) for mass in found]
        random, deals, count = np.random.default_rng(self.plan.seed), self.plan.deals, len(self.bots)
        drawn = random.multinomial(deals, np.full(deals, 1 / deals), size=RESAMPLES) / deals
        again = alpha_rank(self._advantages((drawn @ self.by_deal.reshape(deals, -1)).reshape(-1, count, count)))
        low, high = np.quantile(again, [(1 - LEVEL) / 2, (1 + LEVEL) / 2], axis=0)
        return [Mass(float(mass), (float(a), float(b))) for mass, a, b in zip(found, low, high, strict=True)]

    def _advantages(self, shares: NDArray[np.float64]) -> NDArray[np.float64]:
        """By how many fair shares one bot wins more among others than one of these does."""
        return shares / self.match.fair - 1.0

    @cached_property
    def ratings(self) -> list[Rating]:
        games = self.match.games
        return rate(len(self.bots), games.bots, games.places)

    @cached_property
    def cycles(self) -> list[list[int]]:
        """The shortest cycles in which A pushes B out, B pushes C out and C pushes A out, each of them certainly."""
        fair = self.match.fair
        beats = {a: [b for b in self.bots if b != a and self.share(a, b).low > fair] for a in self.bots}
        return shortest_cycles(beats)

    def report(self) -> dict[str, Any]:
        """Return the result as JSON data. It contains no times, so the same plan gives the same bytes."""
        names, failures = self.plan.names, self.match.failures
        return {
            **self.plan.settings(),
            "games": len(self.match.games),
            "decisions": int(self.match.games.decisions.sum()),
            "fair_share": self.match.fair,
            "alpha": ALPHA,
            "individuals": INDIVIDUALS,
            "results": [
                {
                    "bot": names[bot],
                    "win_share": self.overall(bot).report(0, 1),
                    "rating": self.ratings[bot].report(),
                    "alpha_rank": self.masses[bot].report(),
                    "failures": failures.counts.get(names[bot], 0),
                }
                for bot in self.bots
            ],
            "pairings": [
                {"bot": names[one], "among": names[other], "win_share": self.share(one, other).report(0, 1)}
                for one in self.bots
                for other in self.bots
                if one != other
            ],
            "cycles": [[names[bot] for bot in cycle] for cycle in self.cycles],
            **failures.report(),
        }
