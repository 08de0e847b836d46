"""Level 0: random legal actions."""

from random import Random

import msgspec

from koloda.bots.bot import Budget
from koloda.bots.knowledge import Knowledge


class RandomBot:
    needs_story = False

    def __init__(self, seed: object) -> None:
        self._random = Random(str(seed))

    def choose(self, knowledge: Knowledge, budget: Budget) -> int | None:
        if not knowledge.must and self._random.random() < 0.5:
            return None
        return self._random.choice(knowledge.legal)


def random_choice(knowledge: Knowledge) -> int:
    """A random legal action that depends only on the view: the same for equal knowledge."""
    return Random(msgspec.json.encode(knowledge.view)).choice(knowledge.legal)
