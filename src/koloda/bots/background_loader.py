"""Compiled drivers of a game, loaded in the background.

The first compilation takes numba up to half a minute and would block the whole process. So another process compiles
into the cache on disk, from which the functions load quickly.
"""

import subprocess
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from threading import RLock, Thread
from types import ModuleType
from typing import Any

from koloda.compiled import loader
from koloda.compiled.loader import Driver
from koloda.core.game import Game, seats_of

COMPILE = (
    "import sys; from importlib import import_module; from koloda.games import find; "
    "getattr(import_module(sys.argv[2]), sys.argv[3])(find(sys.argv[1])).load()"
)
ASIDE = "background loader"
"""The name of its thread."""


class BackgroundLoader(ABC):
    """Loads a driver over a game. There is one of each kind per game and process: `game.once(Engine)`."""

    def __init__(self, game: Game, module: ModuleType) -> None:
        self.game = game
        self._module = module
        self._compiled: Driver | None = None
        self._lock = RLock()
        self._aside: Thread | None = None
        self._told: list[Callable[[], None]] = []
        self.problem = ""
        """Why compiling has failed, if it has."""

    @abstractmethod
    def call_once(self, driver: Driver) -> None:
        """Call the driver, so that every function of it is compiled, or loaded from the cache."""

    @property
    def ready(self) -> bool:
        return self._compiled is not None

    @property
    def at_hand(self) -> tuple[Driver, bool]:
        """The driver, and whether it is compiled yet. Until then it is interpreted: slow, but there at once."""
        compiled = self._compiled
        if compiled is None:
            return loader.interpreted(self.game, self._module), False
        return compiled, True

    def load(self) -> None:
        """Load the compiled driver from the cache on disk, or compile it now."""
        with self._lock:
            if self.ready:
                return
            driver = self._wrapped()
            self.call_once(driver)
            self._mark(driver).touch()
            self._compiled = driver
            for tell in self._told:
                tell()

    def load_aside(self, tell: Callable[[], None] = lambda: None) -> None:
        """Load the compiled driver in the background, then call `tell`. If there is nothing to do, call it now."""
        with self._lock:
            if self.ready:
                tell()
                return
            self._told.append(tell)
            if self._aside is None:
                self._aside = Thread(target=self._load_aside, name=ASIDE, daemon=True)
                self._aside.start()

    def _load_aside(self) -> None:
        if not self._mark(self._wrapped()).exists():
            kind = type(self)
            command = [sys.executable, "-c", COMPILE, self.game.name, kind.__module__, kind.__name__]
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode:  # not fatal: there are ways to do without
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


def first_decision(game: Game) -> tuple[Any, int, list[int]]:
    """The simplest decision to try a driver with, the first of a game: what the seat knows, the seat, its moves."""
    s = game.new()
    while game.rules.chance(s):
        game.rules.draw(s, 0)
    seat = seats_of(game.rules.actors(s))[0]
    legal = game.legal(s, seat)
    game.rules.hide(s, seat)
    return s, seat, legal
