"""A bot as a Python class: it simulates how the game may go on after each of its moves, and picks the best.

    koloda play no_thanks --bot examples/bots/dreamer.py:Dreamer

It uses nothing but the rules, so it plays every game.
"""

import time
from random import Random
from typing import Any

from koloda.bots.bot import Budget
from koloda.bots.knowledge import Knowledge


class Dreamer:
    def __init__(self, seed: object = 0) -> None:
        self.random = Random(str(seed))

    def choose(self, knowledge: Knowledge, budget: Budget) -> int | None:
        if not knowledge.must:
            return None  # a bystander may do nothing
        if len(knowledge.legal) == 1:
            return knowledge.legal[0]
        wins = dict.fromkeys(knowledge.legal, 0.0)
        for _ in self.rounds(budget):
            for action in knowledge.legal:
                wins[action] += self.dream(knowledge, action)
        return max(wins, key=lambda action: wins[action])

    def rounds(self, budget: Budget) -> Any:
        """Simulate as often as the budget allows, at least once."""
        if budget.iterations is not None:
            yield from range(max(1, budget.iterations))
            return
        end = time.monotonic() + (budget.milliseconds or 100) / 1000
        yield
        while time.monotonic() < end:
            yield

    def dream(self, knowledge: Knowledge, action: int) -> float:
        """Finish a possible game at random after an action; return the seat's share of the win."""
        game, rules, seat = knowledge.game, knowledge.game.rules, knowledge.seat
        s = knowledge.partial_state.copy()  # the draws that are due deal the unknown cards
        self.draw(rules, s)
        rules.act(s, seat, action)
        self.draw(rules, s)
        while not rules.over(s):
            mover = rules.actors(s).bit_length() - 1  # one of those that must act
            rules.act(s, mover, self.random.choice(game.legal(s, mover)))
            self.draw(rules, s)
        winners = game.winners(s)
        return 1 / len(winners) if seat in winners else 0.0

    def draw(self, rules: Any, s: Any) -> None:
        while n := rules.chance(s):
            rules.draw(s, self.random.randrange(n))
