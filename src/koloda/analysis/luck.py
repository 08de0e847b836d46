"""The luck of whole games, fast: what chance brought every seat, from the log of a game among bots.

It is luck as in an account (`account.py`), with two differences that make it a better control variate: positions are
worth what the bots that sit there can expect, not what the reference can, and what a bot chooses at random is luck too.
Its expectation is zero with any number of playouts. So results less luck are unbiased, and they vary less.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from koloda.analysis.playouts import Playouts
from koloda.analysis.reference import check_reference
from koloda.compiled.bot_match import FOREIGN, RULE
from koloda.compiled.position_values import DECIDED, NOISE, STARTED
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

    def __init__(self, game: Game, start: Fields, playouts: int, seats_alike: bool = True) -> None:
        """Compiles, or loads what was compiled before. Refuses a game without a policy.

        `seats_alike`: among equal bots every seat starts with the same chances, or it does not matter because every
        bot takes every seat. Then seats share what the start is worth. Who asks what a seat is worth may not assume it.
        """
        import numpy as np

        check_reference(game)
        self._count = playouts
        self._seats_alike = seats_alike
        self._playouts = Playouts(game, start.players)
        self._playouts.begin(start)
        self._results = np.zeros((2, STARTED + 1, self._playouts.players), np.int64)

    def of(
        self, log: Any, levels: Sequence[int], wins: Sequence[float], scores: Sequence[int], key: int, number: int = 0
    ) -> GameLuck:
        """The luck of a game with these results.

        The log has a row (who, what) for every draw and decision; `levels` say who sat where
        (`compiled/bot_match.py`). Games on other cards get other keys, and no cards depend on them. The games of one
        deal have numbers: in their playouts, bots that choose at random choose otherwise.
        """
        stand_ins = [RULE if level == FOREIGN else level for level in levels]
        self._playouts.seat(stand_ins, (number + 1) * NOISE)
        self._playouts.run(log, key, self._count, self._results)
        starts: list[list[float]]
        (won, points), starts = self._results[:, DECIDED].tolist(), self._results[:, STARTED].tolist()
        if self._seats_alike and len(set(stand_ins)) == 1:  # then seats differ by cards only
            starts = [_evenly(sums) for sums in starts]
        first_won, first_points = starts
        n, whole = self._count, self._playouts.whole
        return GameLuck(
            tuple(a - (b + c) / (n * whole) for a, b, c in zip(wins, first_won, won, strict=True)),
            tuple(a - (b + c) / n for a, b, c in zip(scores, first_points, points, strict=True)),
        )


def _evenly(sums: Sequence[float]) -> list[float]:
    return [sum(sums) / len(sums)] * len(sums)
