"""The reference: how a game goes on when everybody plays by the game's tuned rule (level 2).

It is fixed before any game is seen. Values, luck and chances are defined by it.
"""

from math import lcm
from typing import Any, NamedTuple

from koloda.bots.levels import LEVELS, levels
from koloda.bots.weights import weights
from koloda.compiled import loader, reference_games
from koloda.compiled.scratch import allocate
from koloda.core.errors import NotUnderstood, UnknownOption
from koloda.core.facts import Fact
from koloda.core.game import Game
from koloda.core.schema import Fields, dtype, pack

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
        self.whole = lcm(*range(1, players + 1))
        self._play_all = loader.compiled(game, reference_games)(reference_games.play_all)
        self._record = dtype(game.set_up.State)
        tuned = weights(game, players)
        room, self._workspace = allocate(reference_games.Workspace, game, compiled=True, WEIGHTS=max(len(tuned), 1))
        for i, weight in enumerate(tuned):
            room.weights[i] = weight

    def play(
        self, s: Fields, playouts: int, seed: int, first: int = 0, past_draws: int = 0, asked: int = EVERYBODY
    ) -> Sample:
        """Play on from a position: playouts `first`, `first + 1`, ... of a seed.

        Positions of one game are comparable, playout by playout, if `past_draws` says how many draws each of them has
        in its past. Bystanders of seats below `asked` are not asked at the first decision: they have let it pass.
        """
        import numpy as np

        wins = np.empty((playouts, self.players), np.int64)
        scores = np.empty((playouts, self.players), np.int64)
        boards = np.frombuffer(bytearray(2 * pack(s)), self._record)
        try:
            self._play_all(boards, seed, first, past_draws, asked, self.whole, wins, scores, self._workspace)
        except (ArithmeticError, AssertionError, LookupError) as problem:  # policies trust positions
            raise NotUnderstood.of("errors.cannot_play_on") from problem
        return Sample(wins, scores, self.whole)
