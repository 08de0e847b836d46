"""What a bot is."""

from dataclasses import dataclass
from typing import Protocol

from koloda.bots.knowledge import Knowledge


@dataclass(frozen=True)
class Budget:
    """How long a bot may think about one decision: milliseconds, or iterations of a search (the same every time)."""

    milliseconds: int | None = None
    iterations: int | None = None


def needs_story(bot: object) -> bool:
    """Does a bot look at what was told before? It does, unless it says `needs_story = False`: then it gets none."""
    return bool(getattr(bot, "needs_story", True))


class Bot(Protocol):
    def choose(self, knowledge: Knowledge, budget: Budget) -> int | None:
        """One of the legal actions. A bystander (`knowledge.must` is False) may also do nothing: None."""
