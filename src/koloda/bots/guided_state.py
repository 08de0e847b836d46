"""Searches guided by a network, in progress: their working memory, and what they have found so far."""

from math import log

from koloda.bots.search_state import Question, RegretMatchingState, TreeSearchState
from koloda.compiled import guided_matching, guided_search, loader
from koloda.compiled.loader import Driver

CANDIDATES = 8
"""Moves between which a bot decides: those that its network finds most likely."""
PREFERENCE = 0.01
"""By how much more of the win a move must promise than another that the network finds e times as likely."""
RARELY = 0.001  # what no network is certain enough about
ENOUGH = 200  # iterations after which a clear leader is chosen early


class GuidedTreeState(TreeSearchState):
    """Guided tree search (`compiled/guided_search.py`). There is no interpreted one: the network takes too long."""

    kind = guided_search.GuidedSearch
    board_count = guided_search.BOARDS
    enough = ENOUGH

    def __init__(self, question: Question, compiled: bool) -> None:
        assert compiled
        super().__init__(question, compiled)
        self.memories = loader.records([question.recollection] * guided_search.BOARDS)
        weights = question.network
        self.network = weights.room(guided_search.LANES)
        self.search.trust = weights.trust
        self.search.first_seed = question.stream[0]
        self.search.determinizations = question.stream[1]
        self.search.candidates = len(question.legal) + 1 if question.judges_all else CANDIDATES

    def keep_places(self) -> None:
        """Every decision gets a new tree: the network soon knows where to look."""

    def choice(self) -> int | None:
        """The best on average among the actions tried most, and the likelier for the network of two that are close."""
        estimates = self.estimates()
        most = max(each.visits for each in estimates)
        likely = dict(zip((each.action for each in estimates), self.search.prior, strict=False))
        return max(
            (each for each in estimates if 2 * each.visits >= most),
            key=lambda each: each.value + PREFERENCE * log(max(likely[each.action], RARELY)),
        ).action

    def go_on(self, driver: Driver, iterations: int) -> None:
        self.iterations += iterations
        think = driver(guided_search.think)
        self.contenders = think(self.boards, self.memories, self.nodes, self.searches, self.network, iterations)


class GuidedMatchingState(RegretMatchingState):
    """Guided regret matching (`compiled/guided_matching.py`)."""

    kind = guided_matching.GuidedMatching

    def __init__(self, question: Question, compiled: bool) -> None:
        assert compiled
        super().__init__(question, compiled)
        game = question.game
        self.memories = loader.records([question.recollection] * 2)
        weights = question.network
        self.network = weights.room(max(game.widest, game.seats))
        self.search.trust = weights.trust

    def go_on(self, driver: Driver, iterations: int) -> None:
        driver(guided_matching.think)(self.boards, self.memories, self.searches, self.network, iterations)
