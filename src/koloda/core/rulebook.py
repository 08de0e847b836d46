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
    """The paragraph of one rule; `nt4`, `NT-4`, `n-4` and `4` are the same."""
    given = re.fullmatch(r"([A-Z]*)[-\s]*(\d+)", wanted.strip().upper(), re.ASCII)
    if given is None:
        return None
    for found in _PARAGRAPH.finditer(page(game, language)):
        prefix, number = found[1].split("-")
        if prefix.startswith(given[1]) and int(number) == int(given[2]):
            return found[0].strip()
    return None


def search(game: Game, language: Language, wanted: str) -> list[str]:
    """The paragraphs that contain all of the words, or words that begin with them; case and ё do not matter."""
    words = _plain(wanted).split()
    paragraphs = (found[0].strip() for found in _PARAGRAPH.finditer(page(game, language)))
    return [text for text in paragraphs if all(re.search(rf"\b{re.escape(word)}", _plain(text)) for word in words)]


def _plain(text: str) -> str:
    return text.casefold().replace("ё", "е")
