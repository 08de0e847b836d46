"""The bot that does anything it may."""

from random import Random

from koloda.core.view import View


class RandomBot:
    def __init__(self, seed: object) -> None:
        self._random = Random(str(seed))

    def choose(self, view: View, legal: list[int]) -> int:
        return self._random.choice(legal)
