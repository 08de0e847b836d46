"""From scores to prospects of winning. Compilable."""

from math import exp, sqrt
from typing import Any

MARGIN = 0.1  # at the end of a game this part of the worth is for the score, so that lost games are played well


def likelihoods(share: Any, players: int, slope: float) -> None:
    """Turn scores into chances of winning: `slope` says how much one point more is worth, in log odds."""
    most = share[0]
    for seat in range(1, players):
        most = max(most, share[seat])
    total = 0.0
    for seat in range(players):
        share[seat] = exp(slope * (share[seat] - most))
        total += share[seat]
    for seat in range(players):
        share[seat] /= total


def slope_of(spread: float, rounds: int) -> float:
    """Log odds for one point, when in every round to come a seat's points vary with this standard deviation."""
    return 1.2 / (spread * sqrt(rounds + 0.0))


def with_wins(share: Any, standing: Any, players: int) -> None:
    """The end of a game: the win counts, shared by equals, and a little the likelihoods that stand in `share`."""
    best = standing[0]
    for seat in range(1, players):
        best = max(best, standing[seat])
    winners = 0
    for seat in range(players):
        if standing[seat] == best:
            winners += 1
    for seat in range(players):
        share[seat] *= MARGIN
        if standing[seat] == best:
            share[seat] += (1.0 - MARGIN) / winners
