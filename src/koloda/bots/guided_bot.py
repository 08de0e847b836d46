"""Level 5: a search guided by the game's network, within a budget of time or of iterations."""

from collections.abc import Callable, Mapping, Sequence
from time import perf_counter
from types import ModuleType
from typing import Any, ClassVar

from koloda.bots.bot import Budget
from koloda.bots.engine import Engine
from koloda.bots.guided_state import GuidedMatchingState, GuidedTreeState
from koloda.bots.knowledge import Knowledge
from koloda.bots.network_arrays import no_weights, own_weights
from koloda.bots.network_bot import NetworkBot
from koloda.bots.network_files import NetworkFiles
from koloda.bots.search_bot import USUAL, SearchBot
from koloda.bots.search_state import ActionValue, Question, SearchState
from koloda.compiled import guided_matching, guided_search, loader
from koloda.core.game import Game


class GuidedEngine(Engine):
    """Provides the driver of a game's guided search. It is only ever compiled."""

    @staticmethod
    def driver_of(game: Game) -> ModuleType:
        return guided_matching if game.simultaneous else guided_search

    @staticmethod
    def state_of(game: Game) -> type[SearchState]:
        return GuidedMatchingState if game.simultaneous else GuidedTreeState

    @property
    def parts(self) -> Mapping[str, Any]:
        """A network sees the insight."""
        return {"memory": loader.memory_part(self.game.observation.insight)}

    def first_question(self) -> Question:
        recollection = self.game.observation.nothing_remembered()
        return super().first_question()._replace(recollection=recollection, network=no_weights(self.game))


class GuidedBot(SearchBot):
    """A bot that searches where its network leads. Until the compiled search is `ready`, the network alone plays."""

    engine_type: ClassVar[type[Engine]] = GuidedEngine

    def __init__(
        self,
        game: Game,
        seed: object = 0,
        budget: Budget | None = None,
        wait: bool = False,
        clock: Callable[[], float] = perf_counter,
        threads: int = 1,
        file: str | None = None,
    ) -> None:
        """Without a `file` its network is the game's own."""
        networks = game.once(NetworkFiles)
        self._network = NetworkBot(game, seed, None if file is None else networks.network(file))
        self._weights = game.once(own_weights) if file is None else networks.weights(file)
        super().__init__(game, seed, budget, wait, clock, threads)

    @property
    def needs_story(self) -> bool:
        return super().needs_story or self._network.needs_story

    def choose(self, knowledge: Knowledge, budget: Budget) -> int | None:
        if not self.ready:
            return self._network.choose(knowledge, budget)
        return super().choose(knowledge, budget)

    def estimates(
        self, knowledge: Knowledge, budget: Budget = USUAL, compared: Sequence[int | None] = (), only: bool = False
    ) -> list[ActionValue]:
        self._engine.load()  # there is no interpreted one
        return super().estimates(knowledge, budget, compared, only)

    def question(self, knowledge: Knowledge) -> Question:
        return super().question(knowledge)._replace(recollection=knowledge.recollection, network=self._weights)
