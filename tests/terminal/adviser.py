"""An adviser without a search, for the tests of hints and of a bot in the person's place."""

from koloda.bots.bot import Budget
from koloda.bots.knowledge import Knowledge
from koloda.bots.search_state import ActionValue


class Adviser:
    """Thinks that later actions are better."""

    ready = False

    def __init__(self, game: str, seed: object, threads: int) -> None:
        pass

    def estimates(self, knowledge: Knowledge, budget: Budget) -> list[ActionValue]:
        legal = knowledge.legal
        return [ActionValue(action, 10 * n, n / len(legal)) for n, action in enumerate(legal)]

    def choose(self, knowledge: Knowledge, budget: Budget) -> int | None:
        return knowledge.legal[-1] if knowledge.must else None
