"""Koloda: one exact rules engine for four card games."""

from random import Random

from koloda.games import GAMES, find
from koloda.table.play import Play

__all__ = ["GAMES", "Play", "find", "play"]


def play(game: str, players: int | None = None, seed: int = 0, **options: object) -> Play:
    """A new game by name, its draws from a seeded stream: the same seed, the same cards."""
    found = find(game)
    random = Random(seed).random
    return Play(found, found.new(players, **options), lambda n: int(random() * n))
