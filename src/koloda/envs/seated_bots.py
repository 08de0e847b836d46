"""The bots in the other seats."""

from collections.abc import Sequence

from koloda.bots.levels import LEVELS, levels
from koloda.core.errors import UnknownOption
from koloda.core.game import Game


def levels_of(game: Game, bots: str | Sequence[str] | None, players: int, seat: int) -> dict[int, str]:
    """The bot of every other seat: one for all, or one for each, in order. None: greedy, or else random."""
    if bots is None:
        bots = LEVELS[1 if 1 in levels(game) else 0]
    others = [other for other in range(players) if other != seat]
    named = [bots] * len(others) if isinstance(bots, str) else list(bots)
    if len(named) != len(others):
        raise UnknownOption.of("envs.no_bots", given=len(named), seats=len(others))
    return dict(zip(others, named, strict=True))
