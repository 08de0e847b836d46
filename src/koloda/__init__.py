"""Koloda: one exact rules engine for card games.

    match = koloda.play("crazy_eights", players=4, seed=7)

starts a game; everything else that you need to play, to look and to tell what went wrong is here as well.
"""

from koloda.core.errors import (
    BadBot,
    BadEdition,
    BadRecord,
    FileError,
    KolodaError,
    NotLegal,
    NotUnderstood,
    NotYourTurn,
    UnknownOption,
)
from koloda.core.game import Game
from koloda.core.view import View
from koloda.games import GAMES, find
from koloda.table.match import Match
from koloda.table.play import play

__all__ = [
    "GAMES",
    "BadBot",
    "BadEdition",
    "BadRecord",
    "FileError",
    "Game",
    "KolodaError",
    "Match",
    "NotLegal",
    "NotUnderstood",
    "NotYourTurn",
    "UnknownOption",
    "View",
    "__version__",
    "find",
    "play",
]

__version__ = "0.1.0"
