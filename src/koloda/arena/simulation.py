"""Simulates random games with compiled rules, for `koloda simulate`.

Every game has its own seeded stream and every figure is a sum of integers, so results do not depend on how the games
are distributed over threads.
"""

from collections import Counter
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from functools import reduce
from math import sqrt
from time import perf_counter
from typing import Any

from koloda.arena.intervals import mirrored, z_quantile
from koloda.core.errors import UnknownOption
from koloda.games import find


@dataclass
class Simulation:
    """The result of a simulation. A win shared by k seats counts 1/k for each of them."""

    game: str
    players: int
    games: int
    seed: int
    options: dict[str, int | str | bool]
    decisions: int = 0
    seconds: float = 0.0
    wins: list[Counter[int]] = field(default_factory=list)
    """By seat: for each k, how often the seat was one of k winners."""
    scores: list[Counter[int]] = field(default_factory=list)
    lengths: Counter[int] = field(default_factory=Counter)

    def win_share(self, seat: int, family: int = 1) -> tuple[float, float]:
        """Return a seat's share of the wins and half the width of its 95 % interval, as one of `family` such shares."""
        mean = sum(n / k for k, n in self.wins[seat].items()) / self.games
        square = sum(n / k / k for k, n in self.wins[seat].items()) / self.games
        return mean, z_quantile(family) * sqrt(max(square - mean * mean, 0.0) / self.games)

    @property
    def family(self) -> int:
        """The number of win shares that are looked at together."""
        return mirrored(self.players)

    def report(self) -> dict[str, Any]:
        """Return the result as JSON data. It contains no times, so the same seed gives the same bytes."""
        seats = range(self.players)
        shares = [(*self.win_share(seat), self.win_share(seat, self.family)[1]) for seat in seats]
        return {
            "game": self.game,
            "players": self.players,
            "games": self.games,
            "seed": self.seed,
            "options": self.options,
            "decisions": self.decisions,
            "length": {**summary(self.lengths), "distribution": distribution(self.lengths)},
            "seats": [
                {
                    "seat": seat + 1,
                    "win_share": share,
                    "win_share_95": [share - half, share + half],
                    "family": self.family,
                    "win_share_adjusted_95": [share - wide, share + wide],
                    "score": {**summary(self.scores[seat]), "distribution": distribution(self.scores[seat])},
                }
                for seat, (share, half, wide) in enumerate(shares)
            ],
        }


def summary(counted: Counter[int]) -> dict[str, float]:
    """Return mean, standard deviation, extremes and quantiles of a distribution."""
    n = counted.total()
    mean = sum(value * times for value, times in counted.items()) / n
    square = sum(value * value * times for value, times in counted.items()) / n
    quantiles = {f"p{q}": quantile(counted, q / 100) for q in (5, 25, 50, 75, 95)}
    return {
        "mean": mean,
        "sd": sqrt(max(square - mean * mean, 0.0)),
        "min": min(counted),
        **quantiles,
        "max": max(counted),
    }


def quantile(counted: Counter[int], share: float) -> int:
    """Return the smallest value that at least this share of all values does not exceed."""
    wanted = share * counted.total()
    seen = 0
    for value in sorted(counted):
        seen += counted[value]
        if seen >= wanted:
            return value
    raise ValueError("nothing was counted")


def distribution(counted: Counter[int]) -> dict[str, int]:
    return {str(value): counted[value] for value in sorted(counted)}


def simulate(
    game: str,
    players: int | None = None,
    games: int = 10_000,
    seed: int = 0,
    jobs: int = 1,
    progress: Callable[[int], None] = lambda done: None,
    **options: object,
) -> Simulation:
    """Play random games with compiled rules. Calls `progress` with the number of games just finished."""
    from koloda.compiled.playouts import RandomGames

    found = find(game)
    for name, value, least in (("games", games, 1), ("jobs", jobs, 1), ("seed", seed, 0)):
        if value < least or value >= 1 << 62:
            raise UnknownOption.of("errors.at_least", option=name, given=str(value), least=least)
    values = found.set_up.settle(players, **options)
    template = found.start(values)
    count = int(values["players"])
    flags = {option.name for option in found.set_up.options if option.flag}
    chosen = {name: bool(value) if name in flags else value for name, value in values.items() if name != "players"}
    result = Simulation(found.name, count, games, seed, chosen)
    result.wins = [Counter() for _ in range(count)]
    result.scores = [Counter() for _ in range(count)]
    source = RandomGames(found, template, count, seed)
    began = perf_counter()
    with closing(source.chunks(games, jobs)) as chunks:  # if this is interrupted, threads stop after their chunk
        for played in chunks:
            _count(result, *played)
            progress(len(played.lengths))
    result.seconds = perf_counter() - began
    return result


def _count(result: Simulation, lengths: Any, scores: Any, standings: Any) -> None:
    """A seat is a column: NumPy compares whole columns many times faster than it looks along short rows."""
    import numpy as np

    best = reduce(np.maximum, standings.T)
    won = [column == best for column in standings.T]
    shared = sum(column.astype(int) for column in won)
    result.decisions += int(lengths.sum())
    result.lengths.update(_counted(lengths))
    for seat in range(result.players):
        result.scores[seat].update(_counted(scores[:, seat]))
        result.wins[seat].update(_counted(shared[won[seat]]))


def _counted(values: Any) -> dict[int, int]:
    """Count how often each number occurs. Bins are many times faster than sorting."""
    import numpy as np

    if not len(values):
        return {}
    low = int(values.min())
    times = np.bincount(values - low)
    found = np.flatnonzero(times)
    return dict(zip((found + low).tolist(), times[found].tolist(), strict=True))
