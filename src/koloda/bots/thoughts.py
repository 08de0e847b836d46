"""A search in progress: the room that a search driver works in, and what it has found so far."""

from typing import Any, NamedTuple, Protocol

from koloda.bots.memory import Memory
from koloda.compiled import loader, tree_search
from koloda.compiled.generator import below, seed
from koloda.compiled.rollout import NOTHING
from koloda.core.game import Game

NODES = 1 << 16
INTERPRETED_NODES = 1 << 12  # the interpreted search gets nowhere near that
DEEPEST = 512
ENOUGH = 1500  # iterations after which an action that leads alone is believed
RARE = 0.05  # choices that a mixed strategy makes less often are left out


class Estimate(NamedTuple):
    """What a search thinks of a legal action. For a bystander that may do nothing, `action` None is that."""

    action: int | None
    visits: int
    """How often it was looked at; where all choose at once, how often it should be chosen."""
    value: float
    """The share of the win that it promises."""


class Question(NamedTuple):
    """The decision that is to be made: by whom, and what is known."""

    game: Game
    seat: int
    must: bool
    legal: list[int]
    seen: Any
    memory: Memory
    knobs: tuple[int, ...]
    stream: tuple[int, int]
    """Seed and number of the stream that all luck comes from."""


class Board(list[Any]):
    """Interpreted states that are copied when they are assigned, as records of an array are."""

    def __setitem__(self, at: Any, s: Any) -> None:
        super().__setitem__(at, s.copy())


class Thought(Protocol):
    def __init__(self, question: Question, compiled: bool) -> None: ...
    @property
    def decided(self) -> bool:
        """Has one action left all others behind?"""

    def go_on(self, driver: Any, iterations: int) -> None: ...
    def estimates(self) -> list[Estimate]: ...
    def choice(self) -> int | None: ...


class _Room:
    """Lists for the interpreted driver, arrays for the compiled one."""

    def __init__(self, question: Question, compiled: bool, boards: int) -> None:
        self.question = question
        self.compiled = compiled
        game = question.game
        self.board = loader.records([question.seen] * boards) if compiled else Board([question.seen] * boards)
        self.memory = self.filled("i8", question.memory)
        self.knobs = self.filled("i8", list(question.knobs) or [0])
        self.r = self.filled("i8", self.words(0))
        self.out = self.filled("i2", [0] * (game.widest + 1))
        self.standing = self.filled("i8", [0] * game.seats)
        self.share = self.filled("f8", [0.0] * game.seats)

    def words(self, number: int) -> list[int]:
        """A stream of luck."""
        words = [0, 0, 0, 0]
        key, first = self.question.stream
        seed(words, key, first + number)
        return words

    def filled(self, kind: str, values: Any) -> Any:
        if not self.compiled:
            return values
        import numpy as np

        return np.array(values, kind)


class Tree(_Room):
    """Tree search (`tree_search.py`)."""

    def __init__(self, question: Question, compiled: bool) -> None:
        super().__init__(question, compiled, boards=3)
        if compiled:
            import numpy as np

            self.links: Any = np.empty((NODES, tree_search.COLUMNS), np.int32)
            self.gain: Any = np.empty(NODES, np.float64)
        else:
            self.links = [[0] * tree_search.COLUMNS for _ in range(INTERPRETED_NODES)]
            self.gain = [0.0] * INTERPRETED_NODES
        self.used = self.filled("i8", [0])
        self.iterations = 0
        self.contenders = 0
        self.trail = self.filled("i4", [[0, 0] for _ in range(DEEPEST)])
        self.whims = self.filled("i8", self.words(1))
        self.luck = self.filled("i8", [0, 0, 0, 0])
        self.whim = self.filled("i8", [0, 0, 0, 0])

    @property
    def decided(self) -> bool:
        return self.contenders == 1 and self.iterations >= ENOUGH

    def go_on(self, driver: Any, iterations: int) -> None:
        question = self.question
        self.iterations += iterations
        self.contenders = driver.think(
            self.board,
            question.seat,
            int(question.must),
            self.memory,
            self.knobs,
            self.links,
            self.gain,
            self.used,
            self.out,
            self.trail,
            self.standing,
            self.share,
            self.r,
            self.whims,
            self.luck,
            self.whim,
            iterations,
        )

    def estimates(self) -> list[Estimate]:
        actions = [*self.question.legal, *([] if self.question.must else [NOTHING])]
        found = []
        for action in actions:
            node = tree_search.find(self.links, tree_search.ROOT, action)
            visits = int(self.links[node][tree_search.VISITS]) if node != tree_search.NONE else 0
            value = float(self.gain[node]) / visits if visits else 0.0
            found.append(Estimate(None if action == NOTHING else action, visits, value))
        return found

    def choice(self) -> int | None:
        """The best on average of those that were tried most."""
        estimates = self.estimates()
        most = max(estimate.visits for estimate in estimates)
        return max((e for e in estimates if 2 * e.visits >= most), key=lambda e: e.value).action


class Mixture(_Room):
    """Regret matching (`regret_matching.py`)."""

    def __init__(self, question: Question, compiled: bool) -> None:
        super().__init__(question, compiled, boards=3)
        game = question.game
        self.regret = self.filled("f8", [[0.0] * game.actions for _ in range(game.seats)])
        self.chosen = self.filled("f8", [0.0] * game.actions)
        self.gain = self.filled("f8", [0.0] * game.actions)
        self.spare = self.filled("i2", [0] * (game.widest + 1))
        self.mix = self.filled("f8", [0.0] * game.widest)
        self.picked = self.filled("i8", [0] * game.seats)
        self.value = self.filled("f8", [0.0] * game.widest)
        self.luck = self.filled("i8", [0, 0, 0, 0])

    @property
    def decided(self) -> bool:
        return False

    def go_on(self, driver: Any, iterations: int) -> None:
        driver.think(
            self.board,
            self.question.seat,
            self.memory,
            self.knobs,
            self.regret,
            self.chosen,
            self.gain,
            self.out,
            self.spare,
            self.mix,
            self.picked,
            self.value,
            self.standing,
            self.share,
            self.luck,
            self.r,
            iterations,
        )

    def likelihoods(self) -> dict[int, float]:
        """The strategy: how likely each action should be."""
        weight = {action: float(self.chosen[action]) for action in self.question.legal}
        total = sum(weight.values())
        if total == 0.0:
            return dict.fromkeys(weight, 1 / len(weight))
        kept = {action: w if w >= RARE * total else 0.0 for action, w in weight.items()}
        return {action: w / sum(kept.values()) for action, w in kept.items()}

    def estimates(self) -> list[Estimate]:
        worlds = float(self.gain[0])
        return [
            Estimate(action, round(worlds * likely), float(self.gain[action]) / worlds if worlds else 0.0)
            for action, likely in self.likelihoods().items()
        ]

    def choice(self) -> int:
        """Drawn by lot."""
        at = below(list(map(int, self.r)), 1 << 30) / (1 << 30)
        chosen = self.question.legal[0]
        for action, likely in self.likelihoods().items():
            if likely > 0.0:
                chosen = action
                at -= likely
                if at < 0.0:
                    break
        return chosen
