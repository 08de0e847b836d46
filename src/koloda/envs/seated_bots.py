"""Bots in the seats that are not one's own."""

from collections.abc import Sequence

from koloda.core.errors import UnknownOption


def levels_of(bots: str | Sequence[str], players: int, seat: int) -> dict[int, str]:
    """The bot of every other seat: one for all, or one for each in the order of seats."""
    others = [other for other in range(players) if other != seat]
    named = [bots] * len(others) if isinstance(bots, str) else list(bots)
    if len(named) != len(others):
        raise UnknownOption.of("envs.no_bots", given=len(named), seats=len(others))
    return dict(zip(others, named, strict=True))
