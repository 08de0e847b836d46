"""A search in progress: its working memory, and what it has found so far."""

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from koloda.compiled import loader, regret_matching, tree_search
from koloda.compiled.generator import below, seed
from koloda.compiled.loader import Driver
from koloda.compiled.rollout import NOTHING
from koloda.compiled.scratch import allocate, allocate_rows
from koloda.compiled.types import Row, Stream
from koloda.core.game import Game, Memory

NODES = 1 << 16
INTERPRETED_NODES = 1 << 12  # the interpreted search never needs more
ENOUGH = 1500  # iterations after which a clear leader is chosen early
RARE = 0.05  # a mixed strategy drops actions that are less likely than this
BOARDS = 3  # that a search works on


class ActionValue(NamedTuple):
    """What a search thinks of a legal action. `action` is None for a bystander who does nothing."""

    action: int | None
    visits: int
    """How often the search tried it; in simultaneous games, how often the strategy chooses it."""
    value: float
    """The expected share of the win."""


class Question(NamedTuple):
    """The decision to make: whose it is, and what the seat knows."""

    game: Game
    seat: int
    must: bool
    legal: list[int]
    seen: Any
    memory: Memory
    weights: tuple[int, ...]
    stream: tuple[int, int]
    """The seed and the number of the random stream."""
    compared: Sequence[int | None] = ()
    """Moves that are tried as often as the best, so that they can be compared with it. None: doing nothing."""
    compares_only: bool = False
    """Need other moves not be tried? What is said of them then means nothing."""

    def boards(self, compiled: bool) -> Any:
        """What the seat knows, as states for the search to work on."""
        return loader.records([self.seen]).repeat(BOARDS) if compiled else Boards([self.seen] * BOARDS)

    def sizes(self) -> dict[str, int]:
        """The sizes of a search's memory, besides those of the game."""
        return {"WEIGHTS": max(len(self.weights), 1), "REMEMBERED": len(self.memory[0])}

    def fill(self, search: tree_search.TreeSearch | regret_matching.RegretMatching) -> None:
        """Give a search the seat, the weights and the memory."""
        search.seat = self.seat
        _copy(self.weights, search.weights)
        for seat, remembered in enumerate(self.memory):
            _copy(remembered, search.memory[seat])

    def start(self, stream: Stream, number: int) -> None:
        """Start the n-th random stream."""
        words = [0, 0, 0, 0]
        key, first = self.stream
        seed(words, key, first + number)
        _copy(words, stream)


def _copy(numbers: Sequence[int], to: Row[int]) -> None:
    for i, number in enumerate(numbers):
        to[i] = number


class Boards(list[Any]):
    """Interpreted states that are copied on assignment, like records of an array."""

    def __setitem__(self, at: Any, s: Any) -> None:
        super().__setitem__(at, s.copy())


class SearchState(Protocol):
    """A search in progress."""

    def __init__(self, question: Question, compiled: bool) -> None: ...
    @property
    def decided(self) -> bool:
        """Does one action clearly lead?"""

    def go_on(self, driver: Driver, iterations: int) -> None: ...
    def estimates(self) -> list[ActionValue]: ...
    def choice(self) -> int | None: ...


class TreeSearchState:
    """Tree search (`compiled/tree_search.py`)."""

    def __init__(self, question: Question, compiled: bool) -> None:
        self.question = question
        self.boards = question.boards(compiled)
        self.search, self.searches = allocate(tree_search.TreeSearch, question.game, compiled, **question.sizes())
        self.nodes = allocate_rows(tree_search.Node, NODES if compiled else INTERPRETED_NODES, compiled)
        self.iterations = 0
        self.contenders = 0
        question.fill(self.search)
        self.search.must = int(question.must)
        self.search.compares_only = int(question.compares_only)
        compared = [NOTHING if action is None else action for action in question.compared]
        _copy([*compared, *[tree_search.SEEN] * (tree_search.COMPARED - len(compared))], self.search.compared)
        question.start(self.search.cards, 0)
        question.start(self.search.noise, 1)

    @property
    def decided(self) -> bool:
        return self.contenders == 1 and self.iterations >= ENOUGH

    def go_on(self, driver: Driver, iterations: int) -> None:
        self.iterations += iterations
        self.contenders = driver(tree_search.think)(self.boards, self.nodes, self.searches, iterations)

    def estimates(self) -> list[ActionValue]:
        actions = [*self.question.legal, *([] if self.question.must else [NOTHING])]
        found = []
        for action in actions:
            node = tree_search.find(self.nodes, tree_search.ROOT, action)
            visits = int(self.nodes[node].visits) if node != tree_search.NONE else 0
            value = float(self.nodes[node].gain) / visits if visits else 0.0
            found.append(ActionValue(None if action == NOTHING else action, visits, value))
        return found

    def choice(self) -> int | None:
        """The best on average among the actions tried most."""
        estimates = self.estimates()
        most = max(estimate.visits for estimate in estimates)
        return max((e for e in estimates if 2 * e.visits >= most), key=lambda e: e.value).action


class RegretMatchingState:
    """Regret matching (`compiled/regret_matching.py`)."""

    def __init__(self, question: Question, compiled: bool) -> None:
        self.question = question
        self.boards = question.boards(compiled)
        kind = regret_matching.RegretMatching
        self.search, self.searches = allocate(kind, question.game, compiled, **question.sizes())
        question.fill(self.search)
        question.start(self.search.stream, 0)

    @property
    def decided(self) -> bool:
        return False

    def go_on(self, driver: Driver, iterations: int) -> None:
        driver(regret_matching.think)(self.boards, self.searches, iterations)

    def likelihoods(self) -> dict[int, float]:
        """The strategy: the probability of each action."""
        weight = {action: float(self.search.chosen[action]) for action in self.question.legal}
        total = sum(weight.values())
        if total == 0.0:
            return dict.fromkeys(weight, 1 / len(weight))
        kept = {action: w if w >= RARE * total else 0.0 for action, w in weight.items()}
        return {action: w / sum(kept.values()) for action, w in kept.items()}

    def estimates(self) -> list[ActionValue]:
        tried = float(self.search.gain[0])
        return [
            ActionValue(action, round(tried * likely), float(self.search.gain[action]) / tried if tried else 0.0)
            for action, likely in self.likelihoods().items()
        ]

    def choice(self) -> int:
        """Draw an action from the strategy."""
        at = below([int(self.search.stream[i]) for i in range(4)], 1 << 30) / (1 << 30)
        chosen = self.question.legal[0]
        for action, likely in self.likelihoods().items():
            if likely > 0.0:
                chosen = action
                at -= likely
                if at < 0.0:
                    break
        return chosen
