"""Views as lines of text, one module a game: what line mode shows, and a screen reader reads."""

from collections.abc import Sequence
from importlib import import_module
from typing import cast

from koloda.core.text import Language
from koloda.core.view import View


def lines(view: View, language: Language, names: Sequence[str]) -> list[str]:
    """A view of any game."""
    module = import_module(f"{__name__}.{view.game}")
    return cast(list[str], module.lines(view, language, names))
