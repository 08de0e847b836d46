"""The `Bot` interface, and the budget of a decision."""

from dataclasses import dataclass
from typing import Protocol

from koloda.bots.knowledge import Knowledge


@dataclass(frozen=True)
class Budget:
    """How long a bot may think about one decision: in milliseconds, or in iterations (then games are reproducible)."""

    milliseconds: int | None = None
    iterations: int | None = None


def needs_story(bot: object) -> bool:
    """Does a bot use the story of the game? Yes, unless it sets `needs_story = False`; then its story is empty."""
    return bool(getattr(bot, "needs_story", True))


class Bot(Protocol):
    def choose(self, knowledge: Knowledge, budget: Budget) -> int | None:
        """Return one of the legal actions. A bystander (`knowledge.must` is False) may return None to do nothing."""
