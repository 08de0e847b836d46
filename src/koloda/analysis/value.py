"""What a position is worth to every seat: the expected result if everybody plays on by the reference.

    position = game.notation.read_position("…")
    print(value(game, position, accuracy=0.005).seats[0].wins)

A position is complete here: hidden cards are known. A draw may be due in it.
"""

from collections.abc import Callable, Iterator
from math import sqrt
from time import perf_counter
from typing import Any, NamedTuple

from koloda.analysis.reference import Reference, Sample
from koloda.core.errors import UnknownOption
from koloda.core.estimate import Estimate
from koloda.core.game import Game
from koloda.core.schema import Fields

ACCURACY = 0.01
"""The standard error of a win share, unless you ask for another."""
FEWEST, MOST = 64, 1 << 20
"""Playouts with which an estimate begins, and with which it ends at the latest."""
LARGEST_SEED = (1 << 62) - 1


class SeatValue(NamedTuple):
    """What a seat can expect."""

    wins: Estimate
    """The share of the win: 0.25 is one in four games."""
    score: Estimate
    """As the rulebook counts it."""


class Value(NamedTuple):
    """What a position is worth."""

    seats: tuple[SeatValue, ...]
    playouts: int


def value(
    game: Game,
    position: Fields,
    *,
    playouts: int | None = None,
    accuracy: float | None = None,
    seconds: float | None = None,
    seed: int = 0,
    reference: Reference | None = None,
    clock: Callable[[], float] = perf_counter,
) -> Value:
    """Estimate the value of a position from a number of playouts, or as many as an accuracy or a time asks for.

    `accuracy` is the largest standard error of a win share. The same seed gives the same numbers, except with
    `seconds`: then the clock decides how many playouts there are.
    """
    if sum(given is not None for given in (playouts, accuracy, seconds)) > 1:
        raise ValueError("give playouts, accuracy or seconds, not several of them")
    if playouts is not None and not 1 <= playouts <= MOST:
        raise UnknownOption.of("errors.between", option="playouts", given=str(playouts), low=1, high=MOST)
    check_seed(seed)
    source = reference or Reference(game, position.players)
    if seconds is not None:
        return _value(_until(source, position, seed, seconds, clock))
    if playouts is not None:
        return _value([source.play(position, playouts, seed)])
    return _value(_accurate(source, position, seed, check_accuracy(ACCURACY if accuracy is None else accuracy)))


def check_accuracy(accuracy: float) -> float:
    """Refuse an accuracy that cannot be reached."""
    if not 1 / sqrt(MOST) <= accuracy <= 0.5:  # a NaN is refused, too
        raise UnknownOption.of("errors.accuracy", given=f"{accuracy:g}")
    return accuracy


def check_seed(seed: int) -> None:
    if not 0 <= seed <= LARGEST_SEED:
        raise UnknownOption.of("errors.between", option="seed", given=str(seed), low=0, high=str(LARGEST_SEED))


def _accurate(source: Reference, position: Fields, seed: int, accuracy: float) -> list[Sample]:
    """Twice as many playouts each time, until the error of every seat is small enough."""
    samples = [source.play(position, FEWEST, seed)]
    while (done := sum(each.playouts for each in samples)) < MOST:
        if all(seat.wins.error <= accuracy for seat in _value(samples).seats):
            break
        samples.append(source.play(position, min(done, MOST - done), seed, done))
    return samples


def _until(
    source: Reference, position: Fields, seed: int, seconds: float, clock: Callable[[], float]
) -> Iterator[Sample]:
    until, done = clock() + seconds, 0
    while done < MOST:
        yield source.play(position, FEWEST, seed, done)
        done += FEWEST
        if clock() >= until:
            return


def _value(samples: Any) -> Value:
    """What playouts say together."""
    import numpy as np

    parts = list(samples)
    wins = np.concatenate([each.wins for each in parts])
    scores = np.concatenate([each.scores for each in parts])
    seats = map(SeatValue, estimates(wins / parts[0].whole), estimates(scores))
    return Value(tuple(seats), len(wins))


def estimates(results: Any) -> tuple[Estimate, ...]:
    """The means of the columns, over rows that are independent. One row alone has no known error: it is 0 here."""
    count = len(results)
    means = results.mean(axis=0)
    squares = ((results - means) ** 2).sum(axis=0) / max(count - 1, 1) / count
    return tuple(map(Estimate, means.tolist(), (squares**0.5).tolist()))
