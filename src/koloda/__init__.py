"""Koloda: one exact rules engine for four card games."""

from koloda.core.chance import stream
from koloda.games import GAMES, find
from koloda.table.play import Play

__all__ = ["GAMES", "Play", "find", "play"]


def play(game: str, players: int | None = None, seed: int = 0, **options: object) -> Play:
    """A new game by name, its draws from a seeded stream: the same seed, the same cards."""
    found = find(game)
    return Play(found, found.new(players, **options), stream(seed))
