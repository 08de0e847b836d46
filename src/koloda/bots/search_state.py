"""A search in progress: its working memory, and what it has found so far."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
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
BOARDS = 4  # that a search works on
KEPT_NODES = 1 << 12  # of a tree, for the next decision


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
    favours: Mapping[int, float] = MappingProxyType({})
    """By action, what speaks for it besides what the search finds: shares of the win."""
    compared: Sequence[int | None] = ()
    """Moves that are tried as often as the best, so that they can be compared with it. None: doing nothing."""
    compares_only: bool = False
    """Need other moves not be tried? What is said of them then means nothing."""

    def favour(self, action: int | None) -> float:
        return 0.0 if action is None else self.favours.get(action, 0.0)

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
        for action, favour in self.favours.items():
            search.favour[action] = favour

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
    def absorb(self, other: Any) -> None:
        """Add what another search of the same question has found."""

    def keep_places(self) -> None:
        """Note what the seat would know at its later decisions, so that `adopt` finds them. Costs a little time."""

    def keep(self, driver: Driver, action: int | None) -> Any:
        """What may serve the next search of the seat if it takes this action; None for nothing."""

    def adopt(self, driver: Driver, kept: Any) -> bool:
        """Begin with what an earlier search has kept, if this question comes up in it. Call it before `go_on`."""

    def estimates(self) -> list[ActionValue]: ...
    def choice(self) -> int | None: ...


class TreeSearchState:
    """Tree search (`compiled/tree_search.py`)."""

    def __init__(self, question: Question, compiled: bool) -> None:
        self.question = question
        self.boards = question.boards(compiled)
        self.search: Any
        self.searches: Any
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
        self.raw: Any = self._bytes(0) if compiled else []

    def _bytes(self, count: int) -> Any:
        """Of the board with what the seat knows, for so many boards: 1, or 0."""
        return self.boards[BOARDS - 1 : BOARDS - 1 + count].view("u1")

    def keep_places(self) -> None:
        self.raw = self._bytes(1)

    def keep(self, driver: Driver, action: int | None) -> Any:
        root = self._child(action)
        if not len(self.raw) or root == tree_search.NONE:
            return None
        kept: Any = allocate_rows(tree_search.Node, KEPT_NODES, compiled=True)
        used = driver(tree_search.transplant)(self.nodes, root, kept)
        return kept[:used].copy()

    def adopt(self, driver: Driver, kept: Any) -> bool:
        self.boards[BOARDS - 1] = self.boards[0]
        known = driver(tree_search.fingerprint)(self._bytes(1))
        root = driver(tree_search.find_known)(kept, known)
        if root == tree_search.NONE:
            return False
        self.search.used = driver(tree_search.transplant)(kept, root, self.nodes)
        for action in [*self.question.legal, *([] if self.question.must else [NOTHING])]:
            if tree_search.find(self.nodes, tree_search.ROOT, action) == tree_search.NONE:
                tree_search.grow(self.nodes, self.search, tree_search.ROOT, action)
        return True

    def absorb(self, other: "TreeSearchState") -> None:
        for action in [*self.question.legal, *([] if self.question.must else [None])]:
            mine, theirs = self._child(action), other._child(action)
            if mine != tree_search.NONE and theirs != tree_search.NONE:
                self.nodes[mine].visits += other.nodes[theirs].visits
                self.nodes[mine].gain += other.nodes[theirs].gain

    def _child(self, action: int | None) -> int:
        """The node of a move."""
        return tree_search.find(self.nodes, tree_search.ROOT, NOTHING if action is None else action)

    @property
    def decided(self) -> bool:
        return self.contenders == 1 and self.iterations >= ENOUGH

    def go_on(self, driver: Driver, iterations: int) -> None:
        self.iterations += iterations
        self.contenders = driver(tree_search.think)(self.boards, self.nodes, self.searches, self.raw, iterations)

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
        """The one that promises most among the actions tried most."""
        estimates = self.estimates()
        most = max(estimate.visits for estimate in estimates)
        tried = [each for each in estimates if 2 * each.visits >= most]
        return max(tried, key=lambda each: each.value + self.question.favour(each.action)).action


class RegretMatchingState:
    """Regret matching (`compiled/regret_matching.py`)."""

    def __init__(self, question: Question, compiled: bool) -> None:
        self.question = question
        self.boards = question.boards(compiled)
        self.search: Any
        self.searches: Any
        self.search, self.searches = allocate(
            regret_matching.RegretMatching, question.game, compiled, **question.sizes()
        )
        question.fill(self.search)
        question.start(self.search.stream, 0)

    @property
    def decided(self) -> bool:
        return False

    def go_on(self, driver: Driver, iterations: int) -> None:
        driver(regret_matching.think)(self.boards, self.searches, iterations)

    def absorb(self, other: "RegretMatchingState") -> None:
        self.search.chosen[:] += other.search.chosen
        self.search.gain[:] += other.search.gain

    def keep_places(self) -> None:
        """There is no tree."""

    def keep(self, driver: Driver, action: int | None) -> Any:
        return None

    def adopt(self, driver: Driver, kept: Any) -> bool:
        return False

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
