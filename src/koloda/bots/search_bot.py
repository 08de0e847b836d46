"""Level 3: search on the compiled rules, within a budget of time or of iterations."""

from collections.abc import Callable, Sequence
from hashlib import sha256
from time import perf_counter
from typing import Self

from koloda.bots.bot import Budget
from koloda.bots.engine import Engine
from koloda.bots.knowledge import Knowledge
from koloda.bots.search_state import ActionValue, Question, SearchState
from koloda.bots.weights import weights
from koloda.core.game import Game
from koloda.core.schema import pack

USUAL = Budget(milliseconds=60)
SLICE = 0.004  # seconds between looks at the clock
STRETCH = 100  # iterations between checks whether the decision is clear


class SearchBot:
    """A bot that samples hidden cards and searches ahead.

    The same seed, position, story and number of iterations give the same choice. Its own budget, if it has one,
    overrides the table's. Until the compiled search is `ready`, the bot uses the interpreted one.
    """

    def __init__(
        self,
        game: Game,
        seed: object = 0,
        budget: Budget | None = None,
        wait: bool = False,
        clock: Callable[[], float] = perf_counter,
    ) -> None:
        self._game = game
        self._engine = game.once(Engine)
        self._seed = str(seed)
        self._clock = clock
        self.own_budget = budget
        if wait:
            self._engine.load()
        else:
            self._engine.load_aside()

    @property
    def needs_story(self) -> bool:
        """True if the game remembers something from the story."""
        return self._game.remember is not None

    @property
    def ready(self) -> bool:
        """Is the compiled search loaded? Until then the bot plays, but weaker."""
        return self._engine.ready

    def __deepcopy__(self, memo: object) -> Self:
        """It remembers nothing from one decision to the next, so a copy is the bot itself."""
        return self

    def choose(self, knowledge: Knowledge, budget: Budget) -> int | None:
        if knowledge.must and len(knowledge.legal) == 1:
            return knowledge.legal[0]
        if not knowledge.must and not knowledge.game.steps_in:
            return None
        return self._think(self.question(knowledge), budget, decide=True).choice()

    def estimates(
        self, knowledge: Knowledge, budget: Budget = USUAL, compared: Sequence[int | None] = (), only: bool = False
    ) -> list[ActionValue]:
        """The value of every legal action, for hints. Up to two are `compared`: they are tried as often as the best."""
        question = self.question(knowledge)._replace(compared=compared, compares_only=only)
        return self._think(question, budget).estimates()

    def _think(self, question: Question, budget: Budget, decide: bool = False) -> SearchState:
        """Search until the budget is spent or, to `decide`, until the decision is clear."""
        began = self._clock()
        driver, compiled = self._engine.at_hand
        state = self._engine.State(question, compiled)
        limit = self.own_budget or budget
        if limit.iterations is not None:
            for done in range(0, limit.iterations, STRETCH):
                state.go_on(driver, min(STRETCH, limit.iterations - done))
                if decide and state.decided:
                    break
            return state
        until = began + (limit.milliseconds or USUAL.milliseconds or 0) / 1000
        iterations = 16 if compiled else 1
        while True:
            started = self._clock()
            state.go_on(driver, iterations)
            now = self._clock()
            pace = (now - started) / iterations
            if now + pace >= until or (decide and state.decided):
                return state
            iterations = max(1, int(min(SLICE, until - now) / pace))

    def question(self, knowledge: Knowledge) -> Question:
        """Describe the decision. Randomness depends on the seed and the position only, not on earlier decisions."""
        known = pack(knowledge.partial_state) + bytes([knowledge.seat])
        digest = sha256(self._seed.encode() + known).digest()
        stream = (int.from_bytes(digest[:7]), int.from_bytes(digest[7:14]))
        numbers = weights(knowledge.game, knowledge.partial_state.players)
        return Question(
            knowledge.game,
            knowledge.seat,
            knowledge.must,
            knowledge.legal,
            knowledge.partial_state,
            knowledge.memory,
            numbers,
            stream,
        )
