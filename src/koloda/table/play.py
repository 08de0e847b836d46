"""The step API: `koloda.play` starts a game that you drive decision by decision."""

from random import Random
from typing import TYPE_CHECKING

from koloda.core.game import Game
from koloda.games import find
from koloda.table.match import Match, RandomDraws

if TYPE_CHECKING:
    from koloda.table.compiled_match import StepEngine

MANY = 1000
"""Games after which compiling pays: whoever has started so many will start more."""


class StartedGames:
    """Counts the games of a kind that were started here, and has its rules compiled once they are many."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._count = 0
        self._engine: StepEngine | None = None

    def engine(self, wait: bool) -> "StepEngine | None":
        """The compiled steps for one more game; None as long as they are not ready."""
        self._count += 1
        if self._engine is None and (wait or self._count > MANY):
            from koloda.table.compiled_match import StepEngine

            self._engine = self._game.once(StepEngine)
            if not wait:
                self._engine.load_aside()
        if self._engine is None:
            return None
        if wait:
            self._engine.load()
        return self._engine if self._engine.ready else None


def play(game: str, players: int | None = None, seed: int = 0, wait: bool = False, **options: object) -> Match:
    """Start a game by name, its draws from a seeded stream: the same seed, the same cards.

    The rules are interpreted at first. After many games they are compiled in the background, and games are then played
    several times as fast; nothing else changes. With `wait`, they are compiled at once, which takes some seconds the
    first time.
    """
    found = find(game)
    engine = found.once(StartedGames).engine(wait)
    random = Random(seed)
    if engine is not None:
        return engine.play(players, options, random)
    return Match(found, found.new(players, **options), RandomDraws(random))
