"""Evaluates a match: win shares, scores, differences, ratings, and who beats whom."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

from koloda.arena.control_variate import FEWEST, without_luck
from koloda.arena.failures import Failures
from koloda.arena.intervals import Estimate, estimate, estimate_share, mirrored
from koloda.arena.plan import Plan
from koloda.arena.ratings import Rating, rate

NOTHING_LEFT = 1e-6
"""The part of a standard error that only rounding leaves."""


@dataclass
class GameResults:
    """The games of a match as arrays in the order of deals: one row per game, one column per seat."""

    deal: Any
    bots: Any
    scores: Any
    places: Any
    decisions: Any
    luck_wins: Any = None
    """What luck brought, if it was measured."""
    luck_scores: Any = None

    @classmethod
    def of(cls, plan: Plan, results: Sequence[dict[str, Any]]) -> "GameResults":
        import numpy as np

        rows = np.array([row for result in results for row in result["games"]], np.int64)
        seated = [(deal, seats) for deal in range(plan.deals) for seats in plan.seatings(deal)]
        k = plan.players
        luck = [row for result in results for row in result.get("luck", ())]
        lucky = np.array(luck, np.float64) if luck else None
        return cls(
            np.array([deal for deal, _ in seated], np.int64),
            np.array([seats for _, seats in seated], np.int64),
            rows[:, :k],
            rows[:, k : 2 * k],
            rows[:, 2 * k],
            None if lucky is None else lucky[:, :k],
            None if lucky is None else lucky[:, k:],
        )

    def __len__(self) -> int:
        return len(self.deal)

    @cached_property
    def wins(self) -> Any:
        """The share of the win by seat: 1/k for each of k winners."""
        first = self.places == 1
        return first / first.sum(axis=1, keepdims=True)

    @cached_property
    def starts(self) -> Any:
        """The row at which each deal begins."""
        import numpy as np

        return np.flatnonzero(np.r_[True, np.diff(self.deal) != 0])

    def subset(self, kept: Any) -> "GameResults":
        """The games of a mask."""
        every = (self.deal, self.bots, self.scores, self.places, self.decisions, self.luck_wins, self.luck_scores)
        return GameResults(*(None if each is None else each[kept] for each in every))

    def by_deal(self, values: Any, counted: Any) -> Any:
        """Average `values` over the seats in `counted`, deal by deal; NaN for a deal without any."""
        import numpy as np

        totals = np.add.reduceat(np.where(counted, values, 0).sum(axis=1).astype(np.float64), self.starts)
        counts = np.add.reduceat(counted.sum(axis=1), self.starts)
        return np.divide(totals, counts, out=np.full(len(totals), np.nan), where=counts > 0)


@dataclass
class MatchResult:
    """A finished match and its figures. `bots` are indices into `plan.names`."""

    plan: Plan
    games: GameResults
    failures: Failures
    """How often the arena had to decide in a bot's place, and why."""
    seconds: float = 0.0
    """Playing time, added up over all processes."""

    @classmethod
    def of(cls, plan: Plan, results: Sequence[dict[str, Any]]) -> "MatchResult":
        seconds = sum(result.get("seconds", 0.0) for result in results)
        return cls(plan, GameResults.of(plan, results), Failures.of(results), seconds)

    @property
    def bots(self) -> range:
        return range(len(self.plan.names))

    @property
    def fair(self) -> float:
        return 1 / self.plan.players

    def by_deal(self, values: Any, bot: int) -> Any:
        return self.games.by_deal(values, self.games.bots == bot)

    def win_share(self, bot: int) -> Estimate:
        """Return the share of the wins of a seat in which the bot sits."""
        plain = self.by_deal(self.games.wins, bot)
        return self.take_luck_out(estimate_share(plain, self.family), plain, self._luck(bot))

    def score(self, bot: int) -> Estimate:
        plain = self.by_deal(self.games.scores, bot)
        return self.take_luck_out(estimate(plain, len(self.bots)), plain, self._luck(bot))

    def win_difference(self, a: int, b: int) -> Estimate:
        """Return by how much a's win share exceeds b's on the same deals."""
        return self._difference(self.games.wins, a, b)

    def score_difference(self, a: int, b: int) -> Estimate:
        """Return by how much a's score exceeds b's on the same deals."""
        return self._difference(self.games.scores, a, b)

    def _difference(self, values: Any, a: int, b: int) -> Estimate:
        plain = self.by_deal(values, a) - self.by_deal(values, b)
        luck = [mine - theirs for mine, theirs in zip(self._luck(a), self._luck(b), strict=True)]
        return self.take_luck_out(estimate(plain, self.pair_family), plain, luck)

    @property
    def luck_taken_out(self) -> bool:
        """Was luck measured, on enough deals to take it out of the figures?"""
        return self.games.luck_wins is not None and self.plan.deals >= FEWEST

    def _luck(self, bot: int) -> list[Any]:
        """What luck brought a bot, by deal: in wins and in points."""
        if not self.luck_taken_out:
            return []
        return [self.by_deal(each, bot) for each in (self.games.luck_wins, self.games.luck_scores)]

    def take_luck_out(self, plain: Estimate, by_deal: Any, luck: Sequence[Any]) -> Estimate:
        """An estimate with luck taken out, if it was measured. It can leave 0 to 1 a little, as a share cannot."""
        if not luck:
            return plain
        found = estimate(without_luck(by_deal, luck), plain.family)
        if found.error <= NOTHING_LEFT * plain.error:  # equal bots that playouts know: rounding is no evidence
            return plain
        return found._replace(plain=plain)

    @property
    def family(self) -> int:
        """The number of win shares that are looked at together."""
        return mirrored(len(self.bots))

    @property
    def pair_family(self) -> int:
        """The number of pairs of bots that are looked at together."""
        return max(len(list(self.pairs())), 1)

    @cached_property
    def ratings(self) -> list[Rating]:
        return rate(len(self.bots), self.games.bots, self.games.places)

    def above(self, a: int, b: int) -> Estimate:
        """Return how often a finishes above b in the same game; a shared place counts half."""
        return self._above[a, b] if a < b else self._above[b, a].complement

    @cached_property
    def _above(self) -> dict[tuple[int, int], Estimate]:
        return {(a, b): self._finishes_above(a, b) for a, b in self.pairs()}

    def pairs(self) -> Iterator[tuple[int, int]]:
        return combinations(self.bots, 2)

    def _finishes_above(self, a: int, b: int) -> Estimate:
        import numpy as np

        games, k = self.games, self.plan.players
        meetings = [(i, j) for i in range(k) for j in range(k) if i != j]
        met = np.stack([(games.bots[:, i] == a) & (games.bots[:, j] == b) for i, j in meetings], axis=1)

        def ahead(values: Any) -> Any:
            return np.stack([values[:, i] - values[:, j] for i, j in meetings], axis=1)

        plain = games.by_deal(0.5 - 0.5 * np.sign(ahead(games.places)), met)
        lucky = (games.luck_wins, games.luck_scores) if self.luck_taken_out else ()
        luck = [games.by_deal(ahead(each), met) for each in lucky]
        return self.take_luck_out(estimate_share(plain, self.pair_family), plain, luck)

    @cached_property
    def cycles(self) -> list[list[int]]:
        """The shortest cycles in which A beats B beats C beats A, each with an interval that excludes one half."""
        beats = {a: [b for b in self.bots if b != a and self.above(a, b).low > 0.5] for a in self.bots}
        return shortest_cycles(beats)

    @property
    def rate(self) -> float:
        """Games per second and process."""
        return len(self.games) / self.seconds if self.seconds else 0.0

    def report(self) -> dict[str, Any]:
        """Return the result as JSON data. It contains no times, so the same plan gives the same bytes."""
        names = self.plan.names
        return {
            **self.plan.settings(),
            "games": len(self.games),
            "decisions": int(self.games.decisions.sum()),
            "fair_share": self.fair,
            "results": [
                {
                    "bot": names[bot],
                    "seats": int((self.games.bots == bot).sum()),
                    "win_share": self.win_share(bot).report(0, 1),
                    "score": self.score(bot).report(),
                    "rating": self.ratings[bot].report(),
                    "failures": self.failures.counts.get(names[bot], 0),
                }
                for bot in self.bots
            ],
            "differences": [
                {
                    "bots": [names[a], names[b]],
                    "win_share": self.win_difference(a, b).report(),
                    "score": self.score_difference(a, b).report(),
                    "above": self.above(a, b).report(0, 1),
                }
                for a, b in self.pairs()
            ],
            "cycles": [[names[bot] for bot in cycle] for cycle in self.cycles],
            **self.failures.report(),
        }


def shortest_cycles(beats: dict[int, list[int]]) -> list[list[int]]:
    """Find the shortest cycles through every bot. Each cycle is listed once and starts with its lowest bot."""
    found: dict[tuple[int, ...], None] = {}
    for start in beats:
        paths = [[start]]
        while paths:
            closed = [path for path in paths if start in beats[path[-1]]]
            if closed:
                for path in closed:
                    first = path.index(min(path))
                    found.setdefault((*path[first:], *path[:first]), None)
                break
            paths = [[*path, loser] for path in paths for loser in beats[path[-1]] if loser not in path]
    return [list(cycle) for cycle in sorted(found)]
