"""Features: how the numbers of an observation become rows of a network's first layer.

Every number activates exactly one row. A number with few values has a row for each of them; a wider one has exact rows
for small values and bins beyond that grow geometrically, on both sides of zero. How many players there are is one more
number. So a position is a list of row numbers, and the first layer is the sum of these rows.

NumPy, numba and PyTorch look rows up in the same tables: `table[start[i] + value - lowest[i]]`, where the index is
clipped to the number's part of the table, `start[i]` to `start[i + 1] - 1`.
"""

from hashlib import sha256
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from koloda.core.game import Game
from koloda.core.observation import Observation

FEW = 40
"""A number with at most so many values has a row for each."""
EXACT = 16
"""A wider one has exact rows up to here, and as far below zero."""
FARTHEST = 512
"""All values beyond share a bin."""
GROWTH = 4
"""A bin begins one GROWTH-th farther from zero than the bin before."""


class Span(NamedTuple):
    """The values that a number can have."""

    lowest: int
    highest: int


class Features:
    """The features of a form of a game's observation: `game.once(Features)` are those of the memory."""

    def __init__(self, game: Game, observation: Observation | None = None) -> None:
        players = game.set_up.players
        layout = (observation or game.observation).layout
        numbers = [Span(part.lowest, part.highest) for part in layout for _ in range(part.size)]
        numbers.append(Span(players[0], players[-1]))
        self.size = len(numbers)
        """The numbers of a position: those of the observation, and the number of players."""
        parts = [_rows(span) for span in numbers]
        self.start: NDArray[np.int32] = np.cumsum([0, *(len(part) for part in parts)], dtype=np.int32)
        """Where each number's part of the table begins; the last entry is the table's length."""
        self.lowest: NDArray[np.int32] = np.array([_reach(span).lowest for span in numbers], np.int32)
        first_rows = np.cumsum([0, *(int(part[-1]) + 1 for part in parts)])
        self.count = int(first_rows[-1])
        """Rows in all."""
        placed = [part + first for part, first in zip(parts, first_rows, strict=False)]
        self.table: NDArray[np.int32] = np.concatenate(placed).astype(np.int32)
        described = [(part.name, part.size, part.lowest, part.highest) for part in layout]
        rule = (described, players[0], players[-1], FEW, EXACT, FARTHEST, GROWTH)
        self.hash = sha256(repr(rule).encode()).hexdigest()[:16]
        """Of the layout: weights that were trained for another one mean nothing here."""

    def rows(self, observations: ArrayLike, players: ArrayLike) -> NDArray[np.int32]:
        """The rows that observations activate: `[..., observation.size]` becomes `[..., size]`."""
        numbers = np.asarray(observations, np.int32)
        counts = np.broadcast_to(np.asarray(players, np.int32)[..., None], (*numbers.shape[:-1], 1))
        values = np.concatenate([numbers, counts], axis=-1)
        at = np.clip(self.start[:-1] + values - self.lowest, self.start[:-1], self.start[1:] - 1)
        found: NDArray[np.int32] = self.table[at]
        return found


def network_features(game: Game) -> Features:
    """What a network sees: the features of the insight. Ask with `game.once`."""
    return Features(game, game.observation.insight)


def _reach(span: Span) -> Span:
    """The values of a number that the table lists; beyond, its last row counts."""
    if span.highest - span.lowest < FEW:
        return span
    return Span(max(span.lowest, -FARTHEST), min(span.highest, FARTHEST))


def _rows(span: Span) -> NDArray[np.int64]:
    """The row of every listed value, counted from the lowest one's."""
    lowest, highest = _reach(span)
    values = np.arange(lowest, highest + 1)
    if span.highest - span.lowest < FEW:
        return values - lowest
    bins: NDArray[np.int64] = np.sign(values) * np.searchsorted(_edges(), np.abs(values), side="right")
    counted: NDArray[np.int64] = bins - bins[0]
    return counted


def _edges() -> list[int]:
    """Where bins begin, from 1: every small number has its own."""
    edges = [*range(1, EXACT + 2)]
    while (following := edges[-1] + edges[-1] // GROWTH) <= FARTHEST:
        edges.append(following)
    return edges
