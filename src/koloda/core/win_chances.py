"""From scores to chances of winning. Compilable."""

from math import exp, sqrt
from typing import Any

MARGIN = 0.1  # at the end of a game this part of the value depends on the score, so that bots play lost games well


def likelihoods(share: Any, players: int, slope: float) -> None:
    """Turn scores into chances of winning. `slope` is the log odds of one more point."""
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
    """The log odds of one point, if a seat's points in every round to come have this standard deviation."""
    return 1.2 / (spread * sqrt(rounds + 0.0))


def with_wins(share: Any, standing: Any, players: int) -> None:
    """The end of a game: the win counts, shared by ties, and a little the chances that are in `share`."""
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
