"""The rulebook as HTML: a rule's paragraph has the rule's id, and mentions of the rule link to it."""

import re
from collections.abc import Sequence
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.token import Token

from koloda.core import rulebook
from koloda.core.text import Language
from koloda.games import GAMES

_RULE = re.compile(r"\b[A-Z]{2}-\d+\b")


@cache
def page(game: str, language: Language) -> str:
    text = rulebook.page(GAMES[game], language)
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = reader.parse(text)
    ids = set(re.findall(r"^\*\*([A-Z]{2}-\d+)\*\*", text, re.MULTILINE))
    for place, token in enumerate(tokens):
        _without_style(token)
        if token.type == "inline" and token.children:
            own = _named_first(token)
            if own is not None:
                tokens[place - 1].attrSet("id", own)
            token.children = _linked(token.children, ids - {own})
    html: str = reader.renderer.render(tokens, reader.options, {})
    return html.replace("<table>", '<div class="wide"><table>').replace("</table>", "</table></div>")


def _without_style(token: Token) -> None:
    """Turn the alignment of table cells into a class: the content security policy allows no inline style."""
    style = token.attrs.pop("style", None)
    if style is not None:
        token.attrSet("class", str(style).removeprefix("text-align:"))


def _named_first(token: Token) -> str | None:
    """The rule that a paragraph states: its id comes first, in bold."""
    children = token.children or []
    words = [child.content for child in children[:3]]
    if [child.type for child in children[:2]] in (["strong_open", "text"], ["text", "strong_open"]):
        found = _RULE.fullmatch("".join(words).strip())
        return None if found is None else found[0]
    return None


def _linked(children: Sequence[Token], ids: set[str | None]) -> list[Token]:
    found: list[Token] = []
    for child in children:
        if child.type != "text":
            found.append(child)
            continue
        end = 0
        for rule in _RULE.finditer(child.content):
            if rule[0] in ids:
                found += [
                    _text(child.content[end : rule.start()]),
                    Token("link_open", "a", 1, attrs={"href": f"#{rule[0]}"}),
                    _text(rule[0]),
                    Token("link_close", "a", -1),
                ]
                end = rule.end()
        found.append(_text(child.content[end:]))
    return found


def _text(content: str) -> Token:
    return Token("text", "", 0, content=content)
