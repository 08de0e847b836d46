"""Searches guided by a network, in progress: their working memory, and what they have found so far."""

from koloda.bots.network_arrays import own_weights
from koloda.bots.search_state import Question, RegretMatchingState, TreeSearchState
from koloda.compiled import guided_matching, guided_search, loader
from koloda.compiled.loader import Driver

CANDIDATES = 8
"""Moves between which a bot decides: those that its network finds most likely."""
TRUST = 0.5
"""How much of a leaf's value is the network's; the rest comes from playing the round out by the rule."""
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
        self.network = question.game.once(own_weights).room(guided_search.LANES)
        self.search.trust = TRUST
        self.search.key = question.stream[0]
        self.search.determinizations = question.stream[1]
        self.search.candidates = len(question.legal) + 1 if question.judges_all else CANDIDATES

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
        self.network = game.once(own_weights).room(max(game.widest, game.seats))

    def go_on(self, driver: Driver, iterations: int) -> None:
        driver(guided_matching.think)(self.boards, self.memories, self.searches, self.network, iterations)
