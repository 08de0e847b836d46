"""The rules to read: pages in Markdown, every paragraph with its rule id."""

import re
from importlib.resources import files

from koloda.core.text import Language

_PARAGRAPH = re.compile(r"^\*\*([A-Z]{2}-\d+)\*\*.*?(?=^\*\*[A-Z]{2}-\d+\*\*|^## |\Z)", re.MULTILINE | re.DOTALL)


def page(game: str, language: Language) -> str:
    return files("koloda").joinpath("rulebook", language, f"{game}.md").read_text("utf-8")


def ids(game: str) -> list[str]:
    return [found[1] for found in _PARAGRAPH.finditer(page(game, "en"))]


def rule(game: str, language: Language, wanted: str) -> str | None:
    """The paragraph of one rule; `nt4` and `NT-4` are the same."""
    plain = wanted.replace("-", "").strip().upper()
    for found in _PARAGRAPH.finditer(page(game, language)):
        if found[1].replace("-", "") == plain:
            return found[0].strip()
    return None


def show(text: str) -> int:
    """Markdown made up for a terminal; as it is for a pipe."""
    from rich.console import Console
    from rich.markdown import Markdown

    console = Console()
    if console.is_terminal:
        console.print(Markdown(text), width=min(console.width, 100))
    else:
        print(text)
    return 0
