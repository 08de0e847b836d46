"""Views as lines of text, one module a game: what line mode shows, and a screen reader reads."""

from collections.abc import Callable, Sequence
from typing import Any

from koloda.core.text import Language
from koloda.core.view import View
from koloda.terminal.plain import dobro, mind_up, no_thanks, tugriki

LINES: dict[str, Callable[[Any, Language, Sequence[str]], list[str]]] = {
    "dobro": dobro.lines,
    "no_thanks": no_thanks.lines,
    "mind_up": mind_up.lines,
    "tugriki": tugriki.lines,
}


def lines(view: View, language: Language, names: Sequence[str]) -> list[str]:
    """A view of any game."""
    return LINES[view.game](view, language, names)
