"""The rulebook of a game: a page of Markdown in its folder. Every paragraph has the id of its rule."""

import re

from koloda.core.game import Game
from koloda.core.text import LANGUAGES, Language

_PARAGRAPH = re.compile(r"^\*\*([A-Z]{2}-\d+)\*\*.*?(?=^\*\*[A-Z]{2}-\d+\*\*|^## |\Z)", re.MULTILINE | re.DOTALL)


def page(game: Game, language: Language) -> str:
    """The rules in this language, else in another one that the game has."""
    for name in sorted(LANGUAGES, key=lambda name: name != language):
        if (file := game.folder.joinpath("rulebook", f"{name}.md")).is_file():
            return file.read_text("utf-8")
    return ""


def ids(game: Game) -> list[str]:
    return [found[1] for found in _PARAGRAPH.finditer(page(game, "en"))]


def rule(game: Game, language: Language, wanted: str) -> str | None:
    """The paragraph of one rule; `nt4` and `NT-4` are the same."""
    plain = wanted.replace("-", "").strip().upper()
    for found in _PARAGRAPH.finditer(page(game, language)):
        if found[1].replace("-", "") == plain:
            return found[0].strip()
    return None
