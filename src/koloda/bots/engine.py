"""The search of a game in this process: interpreted at first, compiled as soon as numba is ready."""

from koloda.bots.background_loader import BackgroundLoader, first_decision
from koloda.bots.memory import blank
from koloda.bots.search_state import Question, RegretMatchingState, SearchState, TreeSearchState
from koloda.bots.weights import weights
from koloda.compiled import regret_matching, tree_search
from koloda.compiled.loader import Driver
from koloda.core.game import Game


class Engine(BackgroundLoader):
    """Provides a game's search driver. A game has one engine per process: `game.once(Engine)`."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, regret_matching if game.simultaneous else tree_search)
        self.State: type[SearchState] = RegretMatchingState if game.simultaneous else TreeSearchState

    def call_once(self, driver: Driver) -> None:
        s, seat, legal = first_decision(self.game)
        memory, numbers = blank(self.game.seats), weights(self.game, s.players)
        question = Question(self.game, seat, True, legal, s, memory, numbers, (0, 0))
        self.State(question, compiled=True).go_on(driver, 1)
