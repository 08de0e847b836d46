"""How balanced a game is: seats, cards, length, lead changes, luck and skill, house rules on the same deals."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from koloda.arena.card_values import CardValue, Hands, PairValue, card_values, pair_values
from koloda.arena.contest import Contest
from koloda.arena.intervals import Estimate, estimate, estimate_share
from koloda.arena.luck import Parts, parts
from koloda.arena.plan import Plan
from koloda.arena.simulation import distribution, summary
from koloda.bots.levels import LEVELS, level_of, levels
from koloda.core.game import Game, Statistics
from koloda.core.options import Value

PAIRS = 12
MIXED = 8  # games a deal, to tell luck from skill
Play = Callable[[Plan], list[dict[str, Any]]]


@dataclass
class Balance:
    """One set of house rules: a match among the plan's bots; and the same deals among different bots, by lot."""

    match: Contest
    courses: list[list[Any]]
    skilled: Contest

    @classmethod
    def of(cls, plan: Plan, play: Play) -> "Balance":
        plan = replace(plan, keep=("course",))
        results = play(plan)
        match = Contest.of(plan, results)
        courses = [course for result in results for course in result["courses"]]
        different = plan.names if len(plan.names) > 1 else (plan.bots[0], weaker(plan.bots[0], plan.rules))
        mixed = replace(plan, bots=different, by_lot=MIXED, keep=())
        return cls(match, courses, Contest.of(mixed, play(mixed)))

    @property
    def plan(self) -> Plan:
        return self.match.plan

    @property
    def statistics(self) -> Statistics:
        assert self.plan.rules.statistics is not None
        return self.plan.rules.statistics

    @property
    def in_turn(self) -> bool:
        return not self.plan.rules.simultaneous

    def by_deal(self, values: Any) -> Any:
        """One number a game, averaged over the games of a deal."""
        import numpy as np

        column = np.asarray(values, np.float64)[:, None]
        return self.match.games.by_deal(column, np.ones_like(column, bool))

    def seat(self, seat: int) -> Estimate:
        """Win share of a seat."""
        return estimate_share(self.by_deal(self.match.games.wins[:, seat]))

    def turn(self, turn: int) -> Estimate:
        """Win share of who decides first (0), of the next one, and so on."""
        return estimate_share(self.by_deal(self.turns[:, turn]))

    @cached_property
    def turns(self) -> Any:
        """Win shares by order of play."""
        import numpy as np

        wins, k = self.match.games.wins, self.plan.players
        first = np.array([course[2] for course in self.courses])
        return np.take_along_axis(wins, (first[:, None] + np.arange(k)) % k, axis=1)

    @property
    def lengths(self) -> Any:
        return self.match.games.decisions

    @cached_property
    def lead_changes(self) -> Any:
        import numpy as np

        return np.array([course[0] for course in self.courses])

    @cached_property
    def settled(self) -> Any:
        """The part of a game's decisions after which the lead did not change any more."""
        import numpy as np

        return np.array([course[1] for course in self.courses]) / np.maximum(self.lengths, 1)

    @cached_property
    def hands(self) -> Hands:
        return Hands(self.match.games, self.courses, self.statistics.KINDS)

    @cached_property
    def cards(self) -> list[CardValue]:
        return card_values(self.hands)

    @cached_property
    def pairs(self) -> list[PairValue]:
        return pair_values(self.hands, PAIRS)

    @cached_property
    def luck(self) -> Parts:
        return parts(self.skilled, self.skilled.games.wins)

    @cached_property
    def luck_of_scores(self) -> Parts:
        return parts(self.skilled, self.skilled.games.scores.astype(float))

    def figures(self) -> dict[str, Any]:
        """One number a deal for everything that house rules are compared by."""
        shown = {"length": self.lengths, "lead_changes": self.lead_changes, "settled": self.settled}
        found = {name: self.by_deal(values) for name, values in shown.items()}
        found["score"] = self.by_deal(self.match.games.scores.mean(axis=1))
        found["margin"] = self.by_deal(self.match.games.scores.max(axis=1) - self.match.games.scores.min(axis=1))
        if self.in_turn:
            found["first"] = self.by_deal(self.turns[:, 0])
        strongest = max(self.skilled.bots, key=lambda bot: self.skilled.win_share(bot).mean)
        found["skill"] = self.skilled.by_deal(self.skilled.games.wins, strongest)
        return found

    def report(self, name: Callable[[int], str]) -> dict[str, Any]:
        """For machines; `name` says what a kind of card is called."""
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
            "settled": estimate(self.by_deal(self.settled)).report(0, 1),
            "luck": {
                "bots": list(self.skilled.plan.bots),
                "win_share": self.luck.report(),
                "score": self.luck_of_scores.report(),
            },
            "cards_are": "dealt" if self.statistics.DEALT else "taken",
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
        }


def weaker(bot: str, game: Game) -> str:
    """A bot to measure skill against: the level below, of those that the game has; for the lowest, the one above."""
    level = level_of(bot)
    if level == 0:
        return str(levels(game)[:2][-1])
    return str([other for other in levels(game) if other < (len(LEVELS) - 1 if level is None else level)][-1])


@dataclass
class Compared:
    """Other house rules on the same deals: how much more of everything."""

    changed: Mapping[str, Value]
    balance: Balance
    differences: dict[str, Estimate]

    def report(self) -> dict[str, Any]:
        return {
            "changed": dict(self.changed),
            "skill": self.balance.luck.shares[0],
            "deal": self.balance.luck.shares[1],
            "differences": {name: found.report() for name, found in self.differences.items()},
        }


def compare(usual: Balance, plan: Plan, changed: Mapping[str, Value], play: Play) -> Compared:
    """The same deals and bots under other rules."""
    other = Balance.of(plan, play)
    mine, theirs = other.figures(), usual.figures()
    return Compared(changed, other, {name: estimate(mine[name] - theirs[name]) for name in mine})
