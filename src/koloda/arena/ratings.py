"""Rates bots with openskill's Plackett-Luce model, from the places in every game."""

from typing import Any, NamedTuple

from koloda.arena.intervals import z_quantile

MAX_GAMES = 20_000
"""Ratings converge long before that; more games would only take time."""


class Rating(NamedTuple):
    """A rating and its standard deviation, by the model."""

    mu: float
    sigma: float
    family: int = 1
    """How many ratings are looked at together."""

    def report(self) -> dict[str, Any]:
        return {
            "mu": self.mu,
            "sigma": self.sigma,
            "interval_95": self._interval(1),
            "family": self.family,
            "adjusted_95": self._interval(self.family),
        }

    @property
    def simultaneous(self) -> float:
        """Half the width of its interval in the family."""
        return z_quantile(self.family) * self.sigma

    def _interval(self, family: int) -> list[float]:
        half = z_quantile(family) * self.sigma
        return [self.mu - half, self.mu + half]


def rate(count: int, seated: Any, places: Any) -> list[Rating]:
    """Rate `count` bots from games in their order, given the bots and the places by seat.

    A bot that sits in several seats moves by the mean over its seats. Bots do not change during a match, so the model's
    drift (tau) is zero.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce(tau=0.0)
    current = [model.rating() for _ in range(count)]
    for bots, ranks in zip(seated[:MAX_GAMES].tolist(), places[:MAX_GAMES].tolist(), strict=True):
        if len(set(bots)) == 1:
            continue
        moved = [team[0] for team in model.rate([[current[bot]] for bot in bots], ranks=ranks)]
        for bot in sorted(set(bots)):
            mine = [rating for other, rating in zip(bots, moved, strict=True) if other == bot]
            mu, sigma = sum(r.mu for r in mine) / len(mine), sum(r.sigma for r in mine) / len(mine)
            current[bot] = model.rating(mu=mu, sigma=sigma)
    return [Rating(r.mu, r.sigma, count) for r in current]
