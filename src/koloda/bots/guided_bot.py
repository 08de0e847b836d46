"""Level 5: the search of level 3 with the advice of the game's network, within a budget of time or of iterations."""

from collections.abc import Callable
from math import log
from time import perf_counter

from koloda.bots.bot import Budget
from koloda.bots.knowledge import Knowledge
from koloda.bots.network_bot import NetworkBot
from koloda.bots.network_files import NetworkFiles
from koloda.bots.search_bot import SearchBot
from koloda.bots.search_state import Question
from koloda.core.game import Game

TRUST = 0.02
"""How much more of the win a move must promise than another that the network finds e times as likely."""
RARELY = 0.001
"""What no network is certain enough about."""


class GuidedBot(SearchBot):
    """A bot that searches like level 3, but leans to the moves that its network likes.

    What a search finds is uncertain: it plays rounds out by the tuned rule, and sees little beyond their end. The
    network has other weaknesses. So what the search expects of a move and what the network thinks of it are added up.
    It looks at a decision once, so that nearly all of the time is left for the search.

    Until the compiled search is `ready`, the network alone plays.
    """

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
        self._network = NetworkBot(game, seed, None if file is None else game.once(NetworkFiles).network(file))
        super().__init__(game, seed, budget, wait, clock, threads)

    @property
    def needs_story(self) -> bool:
        return super().needs_story or self._network.needs_story

    def choose(self, knowledge: Knowledge, budget: Budget) -> int | None:
        if not self.ready:
            return self._network.choose(knowledge, budget)
        return super().choose(knowledge, budget)

    def question(self, knowledge: Knowledge) -> Question:
        """Networks know nothing about the moves of bystanders."""
        question = super().question(knowledge)
        if not knowledge.must:
            return question
        likely = self._network.likelihoods(knowledge)
        favours = {action: TRUST * log(max(each, RARELY)) for action, each in likely.items()}
        return question._replace(favours=favours)
