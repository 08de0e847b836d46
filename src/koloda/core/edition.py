"""Editions: decks as TOML files.

If your box has another deck, you describe it in a file, which is checked before the deal.
"""

import json
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

from koloda.core.errors import BadEdition
from koloda.core.facts import Arg, fact
from koloda.core.files import read_text
from koloda.core.game import Game
from koloda.core.options import Option, Value


class Edition:
    """The tables of an edition file, and the line of each key."""

    def __init__(self, tables: Mapping[str, Any], lines: Mapping[str, int] | None = None) -> None:
        self.tables = dict(tables)
        self._lines = lines or {}

    @classmethod
    def parse(cls, text: str) -> "Edition":
        try:
            return cls(tomllib.loads(text), _lines(text))
        except tomllib.TOMLDecodeError as problem:
            found = re.search(r"line (\d+)", str(problem))
            line = int(found[1]) if found else text.count("\n") + 1
            raise BadEdition.of("errors.edition", line=line, reason=fact("errors.toml", problem=str(problem))) from None

    @classmethod
    def load(cls, path: Path) -> "Edition":
        return cls.parse(read_text(path))

    def bad(self, where: str, key: str, /, **args: Arg) -> BadEdition:
        """The error for the entry `where` (a dotted key), or for the nearest table that has a line."""
        line = 0
        path = where
        while path and not line:
            line = self._lines.get(path, 0)
            path = path.rpartition(".")[0]
        reason = fact(key, **args)
        if not line:
            return BadEdition(fact("errors.edition_whole", reason=reason))
        return BadEdition(fact("errors.edition", line=line, reason=reason))

    def compact(self) -> str:
        """The edition as one word of JSON, the same for the same deck: records and positions contain it."""
        written = json.dumps(self.tables, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        return quote(written, safe='{}:,"=-_')

    @classmethod
    def expand(cls, word: str) -> "Edition":
        """Read what `compact` wrote."""
        try:
            tables = json.loads(unquote(word))
        except ValueError as problem:
            raise BadEdition.of("errors.edition", line=1, reason=fact("errors.json", problem=str(problem))) from None
        return cls(tables)


DEFAULT = "default"


@dataclass(frozen=True)
class EditionOption(Option):
    """The option that chooses a deck: "default", a file, or what `Edition.compact` wrote.

    Its value is "default" or the compact form, so that a record contains its deck.
    """

    check: Callable[[Edition], None]

    def read(self, given: object) -> Value:
        if given == DEFAULT:
            return DEFAULT
        if isinstance(given, Mapping):
            edition = Edition(given)
        elif isinstance(given, str) and given.startswith("{"):
            edition = Edition.expand(given)
        else:
            edition = Edition.load(Path(str(given)))
        self.check(edition)
        return edition.compact()

    def allowed(self) -> str:
        return "default, FILE.toml"


def edition_option(name: str, rule: str, check: Callable[[Edition], None]) -> EditionOption:
    return EditionOption(name, rule, (DEFAULT,), DEFAULT, check, study=True)


def default_text(game: Game) -> str | None:
    """The file of a game's default edition, with its comments; None if its deck cannot be changed."""
    file = game.folder.joinpath("edition.toml")
    changeable = any(isinstance(option, EditionOption) for option in game.set_up.options)
    return file.read_text("utf-8") if changeable and file.is_file() else None


def _lines(text: str) -> dict[str, int]:
    """Line numbers by dotted key, for simple files: `[table]` headers and one `key = value` per line."""
    found: dict[str, int] = {}
    table = ""
    for number, line in enumerate(text.splitlines(), 1):
        if header := re.match(r"\s*\[+\s*([^\[\]]+?)\s*\]+", line):
            table = header[1]
            found.setdefault(table, number)
        elif entry := re.match(r"""\s*["']?([\w-]+)["']?\s*=""", line):
            found.setdefault(f"{table}.{entry[1]}" if table else entry[1], number)
    return found
