"""Views as lines of text: what line mode shows, and a screen reader reads."""

from collections.abc import Sequence

from koloda.core.game import Game
from koloda.core.text import Language
from koloda.core.view import View


def lines(game: Game, view: View, language: Language, names: Sequence[str]) -> list[str]:
    """A view of any game."""
    found: list[str] = game.part("terminal.lines").lines(view, language, names)
    return found
