"""Level 0: anything that is allowed."""

from random import Random

import msgspec

from koloda.bots.bot import Budget
from koloda.bots.sight import Sight


class RandomBot:
    needs_story = False

    def __init__(self, seed: object) -> None:
        self._random = Random(str(seed))

    def choose(self, sight: Sight, budget: Budget) -> int | None:
        if not sight.must and self._random.random() < 0.5:
            return None
        return self._random.choice(sight.legal)


def random_choice(sight: Sight) -> int:
    """A legal action at random, in place of somebody else: the same for who knows the same."""
    return Random(msgspec.json.encode(sight.view)).choice(sight.legal)
