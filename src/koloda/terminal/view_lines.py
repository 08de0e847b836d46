"""Views as lines of text, for line mode and screen readers."""

from collections.abc import Sequence

from koloda.core.game import Game
from koloda.core.text import Language
from koloda.core.view import View
from koloda.terminal import generic


def lines(game: Game, view: View, language: Language, names: Sequence[str]) -> list[str]:
    """A view of any game, as lines."""
    own = game.part("terminal.lines")
    found: list[str] = (generic if own is None else own).lines(view, language, names)
    return found
