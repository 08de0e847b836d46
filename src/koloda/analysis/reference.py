"""The reference: how a game goes on when everybody plays by the game's tuned rule (level 2).

It is fixed before any game is seen. Values, luck and chances are defined by it.
"""

from typing import Any, NamedTuple

from koloda.analysis.playouts import Playouts
from koloda.bots.levels import LEVELS, levels
from koloda.compiled.bot_match import RULE
from koloda.compiled.position_values import POINTS, STARTED, WINS
from koloda.core.errors import NotUnderstood, UnknownOption
from koloda.core.facts import Fact
from koloda.core.game import Game
from koloda.core.schema import Fields

EVERYBODY = 0
"""All bystanders are asked at the first decision."""


class Sample(NamedTuple):
    """The results of playouts, a row each and a column for each seat. They are whole numbers, so sums are exact."""

    wins: Any
    """In parts of a win: see `whole`."""
    scores: Any
    """As the rulebook counts them."""
    whole: int
    """A whole win. The winners of a playout share it without a remainder."""

    @property
    def playouts(self) -> int:
        return len(self.wins)


def has_reference(game: Game) -> bool:
    """Can positions of a game be valued? It needs a policy of its own."""
    return LEVELS.index("rule") in levels(game)


def check_reference(game: Game) -> None:
    """Refuse a game that cannot be analysed, and say why."""
    if not has_reference(game):
        raise UnknownOption.of("errors.no_reference", game=Fact(f"{game.name}.title"))


class Reference:
    """Plays on from positions of one game and number of players. Not for several threads at once."""

    def __init__(self, game: Game, players: int) -> None:
        """Compiles, or loads what was compiled before."""
        check_reference(game)
        self.game = game
        self.players = players
        self._playouts = Playouts(game, players)
        self._playouts.seat([RULE] * players)
        self.whole = self._playouts.whole

    def play(
        self, s: Fields, playouts: int, seed: int, first: int = 0, past_draws: int = 0, asked: int = EVERYBODY
    ) -> Sample:
        """Play on from a position: playouts `first`, `first + 1`, ... of a seed.

        Positions of one game are comparable, playout by playout, if `past_draws` says how many draws each of them has
        in its past. Bystanders of seats below `asked` are not asked at the first decision: they have let it pass.
        """
        import numpy as np

        results = np.empty((2, STARTED + playouts, self.players), np.int64)
        self._playouts.begin(s)
        try:
            self._playouts.run(self._playouts.no_game, seed, playouts, results, first, past_draws, asked)
        except (ArithmeticError, AssertionError, LookupError) as problem:  # policies trust positions
            raise NotUnderstood.of("errors.cannot_play_on") from problem
        return Sample(results[WINS, STARTED:], results[POINTS, STARTED:], self.whole)
