"""The games: those that come with Koloda, and those that other packages add.

A package adds a game by an entry point of the group `koloda.games`: its name is the game's, its object the `Game`.
"""

from koloda.games import dobro, mind_up, no_thanks, tugriki
from koloda.games.registry import Problem, Registry

GAMES = Registry(
    [
        dobro.GAME,
        no_thanks.GAME,
        mind_up.GAME,
        tugriki.GAME,
    ]
)
find = GAMES.find

__all__ = ["GAMES", "Problem", "Registry", "find"]
