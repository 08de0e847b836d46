"""The final ranking: places and tie-breaks."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from koloda.core.view import Criterion


class Column(NamedTuple):
    """One number per seat, by which the seats are ranked."""

    name: str
    values: list[int]
    lowest: bool = False
    """Is the lower number better?"""


class TieBreak(NamedTuple):
    """A tie-break: a number that ranks seats with equal scores and equal earlier tie-breaks."""

    name: str
    """Its title is the text `by_NAME` of the game."""
    value: Callable[[Any, int], int]
    """The number, from a state and a seat, at the end of the game."""
    lowest: bool = False
    """Is the lower number better?"""

    def column(self, s: Any) -> Column:
        return Column(self.name, [self.value(s, seat) for seat in range(s.players)], self.lowest)


def places(standings: Sequence[int]) -> list[int]:
    """The place of each seat, from 1; ties share a place."""
    best_first = sorted(standings, reverse=True)
    return [1 + best_first.index(own) for own in standings]


def best(seats: Iterable[int], values: Sequence[int] | Mapping[int, int], lowest: bool = False) -> list[int]:
    """The seats that have the best number."""
    among = list(seats)
    choose = min if lowest else max
    right = choose(values[seat] for seat in among)
    return [seat for seat in among if values[seat] == right]


def compare(columns: Sequence[Column]) -> list[Criterion]:
    """Compare by one column after the other until the first place is no longer shared."""
    score = columns[0]
    level = best(range(len(score.values)), score.values, score.lowest)
    compared = [level if len(level) > 1 else []]
    deciding = 0
    for number, column in enumerate(columns[1:], 1):
        compared.append(level if len(level) > 1 else [])
        left = best(level, column.values, column.lowest)
        if len(left) < len(level):
            deciding = number
        level = left
    return [
        Criterion(
            name=column.name,
            values=column.values,
            lowest=column.lowest,
            compared=seats,
            decided=0 < number == deciding,
        )
        for number, (column, seats) in enumerate(zip(columns, compared, strict=True))
    ]
