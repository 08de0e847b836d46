"""Level 3: search on the compiled rules, within a budget of time or of iterations."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from itertools import zip_longest
from time import perf_counter
from typing import Any, Self

from koloda.bots.bot import Budget
from koloda.bots.engine import Engine
from koloda.bots.knowledge import Knowledge
from koloda.bots.search_state import ActionValue, Question, SearchState
from koloda.bots.weights import weights
from koloda.compiled.loader import Driver
from koloda.core.cores import usable_cores
from koloda.core.game import Game
from koloda.core.schema import pack

USUAL = Budget(milliseconds=60)
SLICE = 0.004  # seconds between looks at the clock
STRETCH = 100  # iterations between checks whether the decision is clear

MOST_THREADS = 8  # each searches a tree of its own, so that more hardly help


def threads_at_hand() -> int:
    """How many threads a bot may use that thinks alone on this machine."""
    return min(usable_cores(), MOST_THREADS)


class SearchBot:
    """A bot that samples hidden cards and searches ahead.

    The same seed, position, story and number of iterations give the same choice. Its own budget, if it has one,
    overrides the table's. Until the compiled search is `ready`, the bot uses the interpreted one.

    If its budget is a time, it can use several threads, and it goes on in the tree of its last decision if the new one
    comes up there. With a number of iterations it does neither, for then choices would depend on more than is named.
    """

    def __init__(
        self,
        game: Game,
        seed: object = 0,
        budget: Budget | None = None,
        wait: bool = False,
        clock: Callable[[], float] = perf_counter,
        threads: int = 1,
    ) -> None:
        """`threads` is how many cores it uses when its budget is a time."""
        self._game = game
        self._threads = threads
        self._kept: list[Any] = []
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
        """What it keeps from one decision to the next only saves time, so a copy is the bot itself."""
        return self

    def choose(self, knowledge: Knowledge, budget: Budget) -> int | None:
        if knowledge.must and len(knowledge.legal) == 1:
            return knowledge.legal[0]
        if not knowledge.must and not knowledge.game.steps_in:
            return None
        limit = self.own_budget or budget
        if limit.iterations is not None:
            return self._think_so_often(self.question(knowledge), limit.iterations, decide=True).choice()
        until = self._end_of(limit)
        driver, states = self._think_so_long(self.question(knowledge), until, decide=True)
        choice = states[0].choice()
        self._kept = [state.keep(driver, choice) for state in states] if self._engine.ready else []
        return choice

    def estimates(
        self, knowledge: Knowledge, budget: Budget = USUAL, compared: Sequence[int | None] = (), only: bool = False
    ) -> list[ActionValue]:
        """The value of every legal action, for hints. Up to two are `compared`: they are tried as often as the best."""
        limit = self.own_budget or budget
        until = self._end_of(limit)
        question = self.question(knowledge)._replace(compared=compared, compares_only=only)
        if limit.iterations is not None:
            return self._think_so_often(question, limit.iterations).estimates()
        return self._think_so_long(question, until)[1][0].estimates()

    def _end_of(self, limit: Budget) -> float:
        """When a decision that begins now must be made. What a bot does before its search counts, too."""
        return self._clock() + (limit.milliseconds or USUAL.milliseconds or 0) / 1000

    def _think_so_often(self, question: Question, iterations: int, decide: bool = False) -> SearchState:
        """Search in one thread, so many iterations or, to `decide`, until the decision is clear."""
        driver, compiled = self._engine.at_hand
        state = self._engine.State(question, compiled)
        for done in range(0, iterations, STRETCH):
            state.go_on(driver, min(STRETCH, iterations - done))
            if decide and state.decided:
                break
        return state

    def _think_so_long(
        self, question: Question, until: float, decide: bool = False
    ) -> tuple[Driver, list[SearchState]]:
        """Search until the time is up, each thread in a tree of its own. The first one gets what all have found."""
        driver, compiled = self._engine.at_hand
        key, number = question.stream
        questions = [question._replace(stream=(key + i, number)) for i in range(self._threads if compiled else 1)]
        states = [self._engine.State(each, compiled) for each in questions]
        if decide and compiled:
            kept, self._kept = self._kept, []
            for state, tree in zip_longest(states, kept[: len(states)]):
                state.keep_places()
                if tree is not None:
                    state.adopt(driver, tree)
        if len(states) == 1:
            self._go_on_until(states[0], driver, until, 16 if compiled else 1, decide)
        else:
            with ThreadPoolExecutor(len(states) - 1) as pool:
                others = [pool.submit(self._go_on_until, each, driver, until, 16, decide) for each in states[1:]]
                self._go_on_until(states[0], driver, until, 16, decide)
                for other in others:
                    other.result()
            for state in states[1:]:
                states[0].absorb(state)
        return driver, states

    def _go_on_until(self, state: SearchState, driver: Driver, until: float, iterations: int, decide: bool) -> None:
        while True:
            started = self._clock()
            state.go_on(driver, iterations)
            now = self._clock()
            pace = (now - started) / iterations
            if now + pace >= until or (decide and state.decided):
                return
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
