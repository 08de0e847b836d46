"""The luck of whole games, fast: what chance brought every seat, from the log of a game among bots.

It is luck as in an account (`account.py`), with two differences that make it a better control variate: positions are
worth what the bots that sit there can expect, not what the reference can, and what a bot chooses at random is luck too.
Its expectation is zero with any number of playouts. So results less luck are unbiased, and they vary less.
"""

from collections.abc import Sequence
from math import lcm
from typing import Any, NamedTuple

from koloda.analysis.reference import check_reference
from koloda.bots.weights import weights
from koloda.compiled import decision_values, loader
from koloda.compiled.bot_match import FOREIGN, RULE
from koloda.compiled.scratch import allocate
from koloda.core.game import Game
from koloda.core.schema import Fields


class GameLuck(NamedTuple):
    """What luck brought every seat in one game."""

    wins: tuple[float, ...]
    """Of the win."""
    points: tuple[float, ...]
    """As the rulebook counts them."""


class LuckMeter:
    """Measures the luck of games that begin in one position. Not for several threads at once."""

    def __init__(self, game: Game, start: Fields, playouts: int) -> None:
        """Compiles, or loads what was compiled before. Refuses a game without a policy."""
        import numpy as np

        check_reference(game)
        self._playouts = playouts
        self._players = start.players
        self._whole = lcm(*range(1, self._players + 1))
        self._boards = loader.records([start] * 4)
        self._memory = self._boards.view(np.uint8).reshape(4, -1)
        self._sums = np.zeros((4, game.seats), np.int64)
        self._add_game = loader.compiled(game, decision_values)(decision_values.add_game)
        tuned = weights(game, self._players)
        self._room, self._rooms = allocate(decision_values.Playout, game, compiled=True, WEIGHTS=max(len(tuned), 1))
        for i, weight in enumerate(tuned):
            self._room.weights[i] = weight

    def of(
        self, log: Any, levels: Sequence[int], wins: Sequence[float], scores: Sequence[int], key: int, number: int = 0
    ) -> GameLuck:
        """The luck of a game with these results.

        The log has a row (who, what) for every draw and decision; `levels` say who sat where
        (`compiled/bot_match.py`). Games on other cards get other keys, and no cards depend on them. The games of one
        deal have numbers: in their playouts, bots that choose at random choose otherwise.
        """
        players = self._players
        self._room.noise_streams = (number + 1) * decision_values.NOISE
        stand_ins = [RULE if level == FOREIGN else level for level in levels]
        for seat, level in enumerate(stand_ins):
            self._room.levels[seat] = level
        self._add_game(self._boards, self._memory, log, key, self._playouts, self._whole, self._sums, self._rooms)
        won, points, first_won, first_points = (row[:players].tolist() for row in self._sums)
        if len(set(stand_ins)) == 1:  # then seats differ by cards only
            first_won, first_points = _evenly(first_won), _evenly(first_points)
        n = self._playouts
        return GameLuck(
            tuple(a - (b + c) / (n * self._whole) for a, b, c in zip(wins, first_won, won, strict=True)),
            tuple(a - (b + c) / n for a, b, c in zip(scores, first_points, points, strict=True)),
        )


def _evenly(sums: Sequence[int]) -> list[float]:
    return [sum(sums) / len(sums)] * len(sums)
