"""Estimates what cards are worth to the player who gets them, alone and in pairs: least squares, clustered by deal.

A report looks at several hundred differences, so some stand out by chance alone. A difference is called certain only if
its interval still excludes zero after a correction for all of them (`intervals`).
"""

from collections.abc import Sequence
from itertools import combinations
from math import inf, isnan, sqrt
from typing import Any, NamedTuple

from koloda.arena.intervals import Estimate, slope
from koloda.arena.match_result import GameResults

MIN_SEATS = 30  # that got a card, or both cards of a pair, before we report a figure


class CardValue(NamedTuple):
    kind: int
    seats: int
    """The number of seats that got it."""
    win_share: Estimate
    """The gain in win share for one more of this card."""
    score: Estimate

    @property
    def certain(self) -> bool:
        return self.win_share.excludes(0.0)


class PairValue(NamedTuple):
    kinds: tuple[int, int]
    seats: int
    extra: Estimate
    """The gain in win share beyond what the two cards bring separately."""

    @property
    def certain(self) -> bool:
        return self.extra.excludes(0.0)


class Hands:
    """One row per seat and game: which cards it got, and its result less the mean of its bot."""

    def __init__(self, games: GameResults, statistics: Sequence[Sequence[Any]], kinds: int) -> None:
        import numpy as np

        players = games.bots.shape[1]
        self.gained = np.zeros((len(games) * players, kinds), np.float64)
        for number, row in enumerate(statistics):
            for seat in range(players):
                for kind in row[3 + seat]:
                    self.gained[number * players + seat, kind] += 1
        self.deal = np.repeat(games.deal, players)
        self.won = _without_bot_means(games.wins, games.bots).ravel()
        behind = games.scores - games.scores.mean(axis=1, keepdims=True)
        self.scored = _without_bot_means(behind, games.bots).ravel()

    def known(self) -> list[int]:
        """Return the kinds that enough seats got, and that not every seat got equally often."""
        having = (self.gained > 0).sum(axis=0)
        return [k for k, n in enumerate(having.tolist()) if n >= MIN_SEATS and self.gained[:, k].std() > 0]


def _without_bot_means(values: Any, bots: Any) -> Any:
    """Subtract from every result the mean of its bot."""
    import numpy as np

    means = np.array([values[bots == bot].mean() if (bots == bot).any() else 0.0 for bot in range(bots.max() + 1)])
    return values - means[bots]


def card_values(hands: Hands, others: int = 0) -> list[CardValue]:
    """Estimate the value of every card that enough seats got.

    Both figures of all cards are one family, together with `others` that the reader looks at.
    """
    known = hands.known()
    family = 2 * len(known) + others
    found = []
    for kind in known:
        x = hands.gained[:, kind]
        won, scored = (slope(x, y, hands.deal, family) for y in (hands.won, hands.scored))
        found.append(CardValue(kind, int((x > 0).sum()), won, scored))
    return found


def pair_values(hands: Hands, most: int) -> list[PairValue]:
    """Return the pairs that stand out most. All that were tested are one family."""
    import numpy as np

    have = {kind: hands.gained[:, kind] > 0 for kind in hands.known()}
    pairs = [(a, b, int((have[a] & have[b]).sum())) for a, b in combinations(have, 2)]
    pairs = [(a, b, n) for a, b, n in pairs if n >= MIN_SEATS]
    starts = np.flatnonzero(np.r_[True, np.diff(hands.deal) != 0])
    found = []
    for a, b, n in pairs:
        extra = _extra(have[a], have[b], hands.won, starts)
        if extra is None:
            continue
        mean, error = extra
        # The sample for a pair is the seats that got both cards, so they set the degrees of freedom.
        pair = PairValue((a, b), n, Estimate(mean, error, len(starts), n - 1, len(pairs)))
        found.append((abs(mean) / error, pair))
    found.sort(key=lambda pair: (-pair[0], pair[1].kinds))
    return [pair for _, pair in found[:most]]


def _extra(first: Any, second: Any, won: Any, starts: Any) -> tuple[float, float] | None:
    """Fit `both` next to each card alone; return its coefficient and standard error.

    The error is clustered by deal, but at least the homoskedastic one: if the few seats with both cards all lost, the
    clustered error alone would be zero.
    """
    import numpy as np

    x = np.stack([np.ones(len(won)), first, second, first & second], axis=1)
    square = x.T @ x
    if len(starts) < 2 or np.linalg.matrix_rank(square) < 4:
        return None
    inverse = np.linalg.inv(square)
    weights = inverse @ (x.T @ won)
    residuals = won - x @ weights
    pushes = np.add.reduceat(x * residuals[:, None], starts, axis=0)
    clustered = (inverse @ (pushes.T @ pushes) @ inverse)[3, 3] * len(starts) / (len(starts) - 1)
    homoskedastic = inverse[3, 3] * (residuals @ residuals) / max(len(won) - 4, 1)
    error = sqrt(max(float(clustered), float(homoskedastic), 0.0))
    mean = float(weights[3])
    return None if error == 0.0 or isnan(mean) or error == inf else (mean, error)
