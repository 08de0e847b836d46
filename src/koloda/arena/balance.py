"""Measures how balanced a game is: seats, cards, length, lead changes, luck and skill, the effect of house rules."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from koloda.analysis.reference import has_reference
from koloda.arena.card_values import CardValue, Hands, PairValue, card_values, pair_values
from koloda.arena.control_variate import FEWEST
from koloda.arena.failures import Failures
from koloda.arena.intervals import Estimate, estimate, estimate_share, mirrored
from koloda.arena.match_result import MatchResult
from koloda.arena.plan import STATISTICS, Plan
from koloda.arena.simulation import distribution, summary
from koloda.arena.variance_parts import VarianceParts, variance_parts
from koloda.bots.levels import SEARCH, level_of, levels
from koloda.core.game import Game, Statistics
from koloda.core.options import Value

PAIRS_SHOWN = 12
RANDOM_GAMES = 8  # per deal, to tell luck from skill
FAST_LUCK_PLAYOUTS = 8
"""For bots that do not think: a ninth of the variance of seats is left, and a report takes a few percent longer."""
Play = Callable[[Plan], list[dict[str, Any]]]


@dataclass
class Balance:
    """Two matches under one set of house rules: one between the plan's bots, one between bots of different strength.

    Both play the same deals. In the second, `skilled`, the bot of each seat is drawn at random; its
    figures are about variances, so luck stays in them.
    """

    match: MatchResult
    game_statistics: list[list[Any]]
    skilled: MatchResult
    failures: Failures
    """Those of both matches."""

    @classmethod
    def of(cls, plan: Plan, play: Play) -> "Balance":
        plan = replace(plan, keep=(STATISTICS,))
        results = play(plan)
        match = MatchResult.of(plan, results)
        replayed = [row for result in results for row in result["courses"]]
        different = plan.names if len(plan.names) > 1 else (plan.bots[0], weaker(plan.bots[0], plan.rules))
        mixed = replace(plan, bots=different, random_seatings=RANDOM_GAMES, keep=(), luck_playouts=0)
        others = play(mixed)
        return cls(match, replayed, MatchResult.of(mixed, others), Failures.of([*results, *others]))

    @property
    def plan(self) -> Plan:
        return self.match.plan

    @property
    def statistics(self) -> Statistics | None:
        """What the game counts cards by; None if it does not."""
        return self.plan.rules.statistics

    @property
    def in_turn(self) -> bool:
        return not self.plan.rules.simultaneous

    def by_deal(self, values: Any) -> Any:
        """Average one number per game over the games of each deal."""
        import numpy as np

        column = np.asarray(values, np.float64)[:, None]
        return self.match.games.by_deal(column, np.ones_like(column, bool))

    def seat(self, seat: int) -> Estimate:
        """Return the win share of a seat, without luck if it was measured."""
        games = self.match.games
        plain = self.by_deal(games.wins[:, seat])
        lucky = (games.luck_wins, games.luck_scores) if self.match.luck_taken_out else ()
        luck = [self.by_deal(each[:, seat]) for each in lucky]
        return self.match.take_luck_out(estimate_share(plain, self.family), plain, luck)

    def turn(self, turn: int) -> Estimate:
        """Return the win share by order of play: 0 is the player who decides first.

        Always plain. Who begins is drawn, so what it is worth to begin is luck itself: it would be taken out.
        """
        return estimate_share(self.by_deal(self.turns[:, turn]), self.family)

    @cached_property
    def family(self) -> int:
        """The number of figures about seats, order of play and cards: whoever reads the report looks at all of them."""
        return self._shares + 2 * (0 if self.hands is None else len(self.hands.known()))

    @property
    def _shares(self) -> int:
        """The number of win shares by seat and by order of play."""
        return mirrored(self.plan.players) * (2 if self.in_turn else 1)

    @cached_property
    def turns(self) -> Any:
        """Win shares by game and order of play."""
        import numpy as np

        wins, k = self.match.games.wins, self.plan.players
        first = np.array([row[2] for row in self.game_statistics])
        return np.take_along_axis(wins, (first[:, None] + np.arange(k)) % k, axis=1)

    @property
    def lengths(self) -> Any:
        return self.match.games.decisions

    @cached_property
    def lead_changes(self) -> Any:
        import numpy as np

        return np.array([row[0] for row in self.game_statistics])

    @cached_property
    def last_lead_change(self) -> Any:
        """When the lead changed for the last time, as a share of the game's decisions."""
        import numpy as np

        return np.array([row[1] for row in self.game_statistics]) / np.maximum(self.lengths, 1)

    @cached_property
    def hands(self) -> Hands | None:
        if self.statistics is None:
            return None
        return Hands(self.match.games, self.game_statistics, self.statistics.KINDS)

    @cached_property
    def cards(self) -> list[CardValue]:
        return [] if self.hands is None else card_values(self.hands, self._shares)

    @cached_property
    def pairs(self) -> list[PairValue]:
        return [] if self.hands is None else pair_values(self.hands, PAIRS_SHOWN)

    @cached_property
    def win_parts(self) -> VarianceParts:
        return variance_parts(self.skilled, self.skilled.games.wins)

    @cached_property
    def score_parts(self) -> VarianceParts:
        return variance_parts(self.skilled, self.skilled.games.scores.astype(float))

    def figures(self) -> dict[str, Any]:
        """Return the figures by which house rules are compared, each as one number per deal."""
        shown = {"length": self.lengths, "lead_changes": self.lead_changes, "settled": self.last_lead_change}
        found = {name: self.by_deal(values) for name, values in shown.items()}
        found["score"] = self.by_deal(self.match.games.scores.mean(axis=1))
        found["margin"] = self.by_deal(self.match.games.scores.max(axis=1) - self.match.games.scores.min(axis=1))
        if self.in_turn:
            found["first"] = self.by_deal(self.turns[:, 0])
        strongest = max(self.skilled.bots, key=lambda bot: self.skilled.win_share(bot).mean)
        found["skill"] = self.skilled.by_deal(self.skilled.games.wins, strongest)
        return found

    def report(self, name: Callable[[int], str]) -> dict[str, Any]:
        """Return the result as JSON data. `name` returns the name of a kind of card."""
        seats = range(self.plan.players)
        counted: Counter[int] = Counter(self.lengths.tolist())
        leads: Counter[int] = Counter(self.lead_changes.tolist())
        return {
            **self.plan.settings(),
            "games": len(self.match.games),
            "fair_share": self.match.fair,
            "seats": [self.seat(seat).report(0, 1) for seat in seats],
            "order_of_play": [self.turn(turn).report(0, 1) for turn in seats] if self.in_turn else None,
            "length": {**summary(counted), "distribution": distribution(counted)},
            "lead_changes": {**estimate(self.by_deal(self.lead_changes)).report(), "distribution": distribution(leads)},
            "settled": estimate(self.by_deal(self.last_lead_change)).report(0, 1),
            "luck": {
                "bots": list(self.skilled.plan.bots),
                "win_share": self.win_parts.report(),
                "score": self.score_parts.report(),
            },
            "cards_are": None if self.statistics is None else "dealt" if self.statistics.DEALT else "taken",
            "cards": [
                {
                    "card": name(card.kind),
                    "seats": card.seats,
                    "win_share": card.win_share.report(),
                    "score": card.score.report(),
                    "certain": card.certain,
                }
                for card in self.cards
            ],
            "pairs": [
                {
                    "cards": [name(kind) for kind in pair.kinds],
                    "seats": pair.seats,
                    "extra_win_share": pair.extra.report(),
                    "certain": pair.certain,
                }
                for pair in self.pairs
            ],
            **self.failures.report(),
        }


def with_usual_luck(plan: Plan) -> Plan:
    """A plan whose luck is measured, if it can be: with a few playouts if the plan asks for none."""
    if plan.luck_playouts or plan.deals < FEWEST or not has_reference(plan.rules):
        return plan
    return replace(plan, luck_playouts=FAST_LUCK_PLAYOUTS)


def weaker(bot: str, game: Game) -> str:
    """Return a bot to measure skill against: the level below that the game has; for the lowest, the one above."""
    level = level_of(bot)
    if level == 0:
        return str(levels(game)[:2][-1])
    return str([other for other in levels(game) if other < (SEARCH if level is None else level)][-1])


@dataclass
class Comparison:
    """What other house rules change on the same deals, figure by figure."""

    changed: Mapping[str, Value]
    balance: Balance
    differences: dict[str, Estimate]

    def report(self) -> dict[str, Any]:
        return {
            "changed": dict(self.changed),
            "skill": self.balance.win_parts.shares[0],
            "deal": self.balance.win_parts.shares[1],
            "differences": {name: found.report() for name, found in self.differences.items()},
        }


def compare(usual: Balance, plan: Plan, changed: Mapping[str, Value], play: Play) -> Comparison:
    """Play the same deals with the same bots under the rules of `plan`, and compare."""
    other = Balance.of(replace(plan, luck_playouts=0), play)  # no figure that is compared is about seats
    mine, theirs = other.figures(), usual.figures()
    return Comparison(changed, other, {name: estimate(mine[name] - theirs[name]) for name in mine})


def among_all(comparisons: list[Comparison]) -> list[Comparison]:
    """The differences of all comparisons as one family."""
    family = sum(len(other.differences) for other in comparisons)
    return [
        replace(other, differences={name: found.among(family) for name, found in other.differences.items()})
        for other in comparisons
    ]
