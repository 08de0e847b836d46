"""What a match says about its bots: shares, scores, differences, ratings and who beats whom."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

from koloda.arena.intervals import Estimate, estimate, estimate_share
from koloda.arena.plan import Plan
from koloda.arena.ratings import Rating, rate


@dataclass
class Games:
    """The games of a match as arrays, in the order of deals: a row a game, a column a seat."""

    deal: Any
    bots: Any
    scores: Any
    places: Any
    decisions: Any

    @classmethod
    def of(cls, plan: Plan, results: Sequence[dict[str, Any]]) -> "Games":
        import numpy as np

        rows = np.array([row for result in results for row in result["games"]], np.int64)
        seated = [(deal, seats) for deal in range(plan.deals) for seats in plan.seatings(deal)]
        k = plan.players
        return cls(
            np.array([deal for deal, _ in seated], np.int64),
            np.array([seats for _, seats in seated], np.int64),
            rows[:, :k],
            rows[:, k : 2 * k],
            rows[:, 2 * k],
        )

    def __len__(self) -> int:
        return len(self.deal)

    @cached_property
    def wins(self) -> Any:
        """By seat, the share of the win: 1/k for each of k winners."""
        first = self.places == 1
        return first / first.sum(axis=1, keepdims=True)

    @cached_property
    def starts(self) -> Any:
        """Where the games of a deal begin."""
        import numpy as np

        return np.flatnonzero(np.r_[True, np.diff(self.deal) != 0])

    def by_deal(self, values: Any, counted: Any) -> Any:
        """The mean over a deal's games and seats of what is counted; NaN where nothing is."""
        import numpy as np

        totals = np.add.reduceat(np.where(counted, values, 0).sum(axis=1).astype(np.float64), self.starts)
        counts = np.add.reduceat(counted.sum(axis=1), self.starts)
        return np.divide(totals, counts, out=np.full(len(totals), np.nan), where=counts > 0)


@dataclass
class MatchResult:
    plan: Plan
    games: Games
    failures: dict[str, int]
    """By bot: how often it had to be replaced by a legal default."""
    seconds: float = 0.0
    """Spent playing, in all processes together."""

    @classmethod
    def of(cls, plan: Plan, results: Sequence[dict[str, Any]]) -> "MatchResult":
        failures: dict[str, int] = {}
        for result in results:
            for bot, times in result.get("failures", {}).items():
                failures[bot] = failures.get(bot, 0) + times
        seconds = sum(result.get("seconds", 0.0) for result in results)
        return cls(plan, Games.of(plan, results), failures, seconds)

    @property
    def bots(self) -> range:
        return range(len(self.plan.names))

    @property
    def fair(self) -> float:
        return 1 / self.plan.players

    def by_deal(self, values: Any, bot: int) -> Any:
        return self.games.by_deal(values, self.games.bots == bot)

    def win_share(self, bot: int) -> Estimate:
        """A seat's share of the wins, when the bot sits in it."""
        return estimate_share(self.by_deal(self.games.wins, bot))

    def score(self, bot: int) -> Estimate:
        return estimate(self.by_deal(self.games.scores, bot))

    def difference(self, values: Any, a: int, b: int) -> Estimate:
        """How much more a has than b on the same deals."""
        return estimate(self.by_deal(values, a) - self.by_deal(values, b))

    @cached_property
    def ratings(self) -> list[Rating]:
        return rate(len(self.bots), self.games.bots, self.games.places)

    def above(self, a: int, b: int) -> Estimate:
        """How often a finishes above b at the same table; a shared place counts half."""
        return self._above[a, b] if a < b else _complement(self._above[b, a])

    @cached_property
    def _above(self) -> dict[tuple[int, int], Estimate]:
        return {(a, b): estimate_share(self._above_by_deal(a, b)) for a, b in self.pairs()}

    def pairs(self) -> Iterator[tuple[int, int]]:
        return combinations(self.bots, 2)

    def _above_by_deal(self, a: int, b: int) -> Any:
        import numpy as np

        games, k = self.games, self.plan.players
        meetings = [(i, j) for i in range(k) for j in range(k) if i != j]
        met = np.stack([(games.bots[:, i] == a) & (games.bots[:, j] == b) for i, j in meetings], axis=1)
        mine = np.stack([games.places[:, i] for i, _ in meetings], axis=1)
        theirs = np.stack([games.places[:, j] for _, j in meetings], axis=1)
        return games.by_deal((mine < theirs) + 0.5 * (mine == theirs), met)

    @cached_property
    def cycles(self) -> list[list[int]]:
        """A beats B beats C beats A, each for certain (the interval leaves out one half): the shortest ones."""
        beats = {a: [b for b in self.bots if b != a and self.above(a, b).low > 0.5] for a in self.bots}
        return shortest_cycles(beats)

    @property
    def rate(self) -> float:
        """Games per second and process."""
        return len(self.games) / self.seconds if self.seconds else 0.0

    def report(self) -> dict[str, Any]:
        """The result for machines. Times are left out: the same plan gives the same bytes."""
        names, wins, scores = self.plan.names, self.games.wins, self.games.scores
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
                    "failures": self.failures.get(names[bot], 0),
                }
                for bot in self.bots
            ],
            "differences": [
                {
                    "bots": [names[a], names[b]],
                    "win_share": self.difference(wins, a, b).report(),
                    "score": self.difference(scores, a, b).report(),
                    "above": self.above(a, b).report(0, 1),
                }
                for a, b in self.pairs()
            ],
            "cycles": [[names[bot] for bot in cycle] for cycle in self.cycles],
        }


def _complement(above: Estimate) -> Estimate:
    return above._replace(mean=1 - above.mean)


def shortest_cycles(beats: dict[int, list[int]]) -> list[list[int]]:
    """For every bot the shortest way back to itself, each cycle told once, from its first bot."""
    found: dict[tuple[int, ...], None] = {}
    for start in beats:
        ways = [[start]]
        while ways:
            closed = [way for way in ways if start in beats[way[-1]]]
            if closed:
                for way in closed:
                    turn = way.index(min(way))
                    found.setdefault((*way[turn:], *way[:turn]), None)
                break
            ways = [[*way, following] for way in ways for following in beats[way[-1]] if following not in way]
    return [list(cycle) for cycle in sorted(found)]
