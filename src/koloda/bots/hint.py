"""A hint: what the strongest bot would do, and how much worse every other move is, by what a seat knows.

Several short searches with different seeds judge every move. They agree only as far as the search is certain, so the
spread of their opinions is the error of the comparison. The seeds are fixed and a search counts iterations, not time:
the same knowledge always gets the same hint, whatever the hidden cards are.
"""

from collections.abc import Iterable, Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import NamedTuple

from koloda.bots.bot import Budget
from koloda.bots.knowledge import Knowledge
from koloda.bots.levels import SEARCH, levels
from koloda.bots.search_bot import SearchBot
from koloda.bots.search_state import ActionValue
from koloda.core.game import Game

SEARCHES = 16
ITERATIONS = 1000
"""Of each search."""
SEPARABLE = 3
"""Two moves count as equal unless they differ by more than this many standard errors."""


class HintMove(NamedTuple):
    """What a hint says about one legal move. `action` is None for a bystander who does nothing."""

    action: int | None
    loss: float
    """How much less of the win it promises than the best move: 0.04 is four in a hundred games."""
    error: float
    """The standard error of the loss."""

    @property
    def equal(self) -> bool:
        """Can the search not tell it from the best move?"""
        return self.loss <= SEPARABLE * self.error


def can_hint(game: Game) -> bool:
    """Does the game have a search? It needs rules that can sample hidden cards."""
    return SEARCH in levels(game)


def hint(knowledge: Knowledge, searches: int = SEARCHES, iterations: int = ITERATIONS) -> list[HintMove]:
    """Judge all legal moves. The best comes first, the others follow by their loss.

    The compiled search must be loaded (`engine.py`), or this takes very long.
    """
    found = opinions(knowledge, [f"hint {number}" for number in range(searches)], iterations)
    best = best_move(found)
    judged = compare(found, best)
    first = judged.pop(best)
    return [first, *sorted(judged, key=lambda move: move.loss)]


Opinion = list[ActionValue]
"""What one search thinks of all legal moves."""


def opinions(
    knowledge: Knowledge,
    seeds: Iterable[str],
    iterations: int,
    compared: Sequence[int | None] = (),
    only: bool = False,
) -> list[Opinion]:
    """The opinions of several searches, one for each seed. They list the moves in the same order.

    A search soon gives up bad moves. Up to two that are `compared` are tried in every iteration; if `only` they matter,
    others need not be tried at all.
    """
    budget = Budget(iterations=iterations)
    return [SearchBot(knowledge.game, seed).estimates(knowledge, budget, compared, only) for seed in seeds]


def best_move(found: Sequence[Opinion]) -> int:
    """Choose like the bot, by all searches together: the best on average among the moves tried most.

    Returns where it stands in the opinions.
    """
    moves = range(len(found[0]))
    visits = [sum(each[at].visits for each in found) for at in moves]
    values = [fmean(each[at].value for each in found) for at in moves]
    return max((at for at in moves if 2 * visits[at] >= max(visits)), key=lambda at: values[at])


def compare(found: Sequence[Opinion], best: int) -> list[HintMove]:
    """How much worse than the move at `best` all moves are, in the order of the opinions."""
    return [_compared(found, best, at) for at in range(len(found[0]))]


def _compared(found: Sequence[Opinion], best: int, at: int) -> HintMove:
    losses = [each[best].value - each[at].value for each in found]
    error = stdev(losses) / sqrt(len(losses)) if len(losses) > 1 else 0.0
    return HintMove(found[0][at].action, max(0.0, fmean(losses)), error)
