"""An adviser that needs no search, for the tests of hints and of a bot in the person's place."""

from koloda.bots.bot import Budget
from koloda.bots.search_state import Estimate
from koloda.bots.sight import Sight


class Adviser:
    """Thinks that later actions are better."""

    ready = False

    def __init__(self, game: str, seed: object) -> None:
        pass

    def estimates(self, sight: Sight, budget: Budget) -> list[Estimate]:
        legal = sight.legal
        return [Estimate(action, 10 * n, n / len(legal)) for n, action in enumerate(legal)]

    def choose(self, sight: Sight, budget: Budget) -> int | None:
        return sight.legal[-1] if sight.must else None
