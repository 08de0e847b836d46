"""The search of a game in this process: interpreted at first, compiled as soon as numba is ready.

The first compilation takes numba up to half a minute and would block the whole process. So another process compiles
into the cache on disk, from which the functions load quickly.
"""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from threading import RLock, Thread

from koloda.bots.memory import blank
from koloda.bots.search_state import Question, RegretMatchingState, SearchState, TreeSearchState
from koloda.bots.weights import weights
from koloda.compiled import loader, regret_matching, tree_search
from koloda.compiled.loader import Driver
from koloda.core.game import Game, seats_of

COMPILE = (
    "import sys; from koloda.bots.engine import Engine; from koloda.games import find; Engine(find(sys.argv[1])).load()"
)


class Engine:
    """Provides a game's search driver. `at_hand` is the driver, and whether it is compiled yet.

    A game has one engine per process: `game.once(Engine)`.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.State: type[SearchState] = RegretMatchingState if game.simultaneous else TreeSearchState
        self._module = regret_matching if game.simultaneous else tree_search
        self._lock = RLock()
        self._aside: Thread | None = None
        self._told: list[Callable[[], None]] = []
        self.problem = ""
        """Why compiling has failed, if it has."""
        self.at_hand: tuple[Driver, bool] = (loader.interpreted(game, self._module), False)

    @property
    def ready(self) -> bool:
        return self.at_hand[1]

    def load(self) -> None:
        """Load the compiled search from the cache on disk, or compile it now."""
        with self._lock:
            if self.ready:
                return
            driver = self._wrapped()
            self.State(self._simplest(), compiled=True).go_on(driver, 1)  # compiles or loads every function
            self._mark(driver).touch()
            self.at_hand = (driver, True)
            for tell in self._told:
                tell()

    def load_aside(self, tell: Callable[[], None] = lambda: None) -> None:
        """Load the compiled search in the background, then call `tell`. If there is nothing to do, call it now."""
        with self._lock:
            if self.ready:
                tell()
                return
            self._told.append(tell)
            if self._aside is None:
                self._aside = Thread(target=self._load_aside, daemon=True)
                self._aside.start()

    def _load_aside(self) -> None:
        if not self._mark(self._wrapped()).exists():
            done = subprocess.run([sys.executable, "-c", COMPILE, self.game.name], capture_output=True, text=True)
            if done.returncode:  # not fatal: the interpreted search plays on
                self.problem = done.stderr
                return
        self.load()

    def _wrapped(self) -> Driver:
        """The driver with its functions not yet compiled."""
        return loader.compiled(self.game, self._module)

    @staticmethod
    def _mark(driver: Driver) -> Path:
        """A file that exists once the cache is filled."""
        return driver.file(".compiled")

    def _simplest(self) -> Question:
        """Any decision: the first of a game."""
        s = self.game.new()
        while self.game.rules.chance(s):
            self.game.rules.draw(s, 0)
        seat = seats_of(self.game.rules.actors(s))[0]
        legal = self.game.legal(s, seat)
        self.game.rules.hide(s, seat)
        memory, numbers = blank(self.game.seats), weights(self.game, s.players)
        return Question(self.game, seat, True, legal, s, memory, numbers, (0, 0))
