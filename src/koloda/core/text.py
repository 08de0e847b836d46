"""Sentences from facts, in Russian or English.

Texts live in `locale/<language>/<area>.json`: that of key `common.wins` is under "wins" in common.json. A game's texts
live in its own folder, in `locale/<language>.json`, and their keys begin with the game's name; those that it may leave
out are in game.json. In a text,
`{count}` is an argument and `{count:card|cards}` picks the word by number (Russian has three: `{n:карта|карты|карт}`).
Where a fact's player is the reader, the text `<key>.you` is used if there is one. Items of a list are separated by
commas.
"""

import json
import re
from collections.abc import Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Literal

from koloda.core.facts import SEATS, Arg, Fact

Language = Literal["en", "ru"]
LANGUAGES: tuple[Language, ...] = ("en", "ru")

_SLOT = re.compile(r"\{(\w+)(?::([^{}]*))?\}")


class Catalogue:
    """Every text by key: those of the program, and those of the games that were added."""

    def __init__(self) -> None:
        self._games: dict[str, Traversable] = {}
        self._texts: dict[Language, dict[str, str]] = {}

    def add(self, game: str, folder: Traversable) -> None:
        """The texts of a game, from its folder."""
        self._games[game] = folder
        self._texts.clear()

    def texts(self, language: Language) -> dict[str, str]:
        if language not in self._texts:
            self._texts[language] = self._read(language)
        return self._texts[language]

    @staticmethod
    def of_game(folder: Traversable, language: Language) -> dict[str, str]:
        """A game's texts in this language, else in another that it has."""
        for name in sorted(LANGUAGES, key=lambda name: name != language):
            if (file := folder.joinpath("locale", f"{name}.json")).is_file():
                return _texts_in(file)
        return {}

    def _read(self, language: Language) -> dict[str, str]:
        ours = files("koloda").joinpath("locale", language)
        areas = {file.name.removesuffix(".json"): _texts_in(file) for file in ours.iterdir()}
        usual = areas["game"]
        areas |= {game: {**usual, **self.of_game(folder, language)} for game, folder in self._games.items()}
        return {f"{area}.{key}": text for area in sorted(areas) for key, text in areas[area].items()}


def _texts_in(file: Traversable) -> dict[str, str]:
    found: dict[str, str] = json.loads(file.read_text("utf-8"))
    return found


CATALOGUE = Catalogue()


def is_area(name: str) -> bool:
    """Do keys of the program's own texts begin with this name? Then no game can have it."""
    return files("koloda").joinpath("locale", LANGUAGES[0], f"{name}.json").is_file()


def texts(language: Language) -> dict[str, str]:
    """Every text of a language by key."""
    return CATALOGUE.texts(language)


def texts_of(area: str, language: Language) -> dict[str, str]:
    """The texts of one area, by their keys within it: those of a game, for example."""
    start = f"{area}."
    return {key.removeprefix(start): text for key, text in texts(language).items() if key.startswith(start)}


def first_text(language: Language, *keys: str) -> str | None:
    """The text of the first key that has one."""
    found = texts(language)
    return next((found[key] for key in keys if key in found), None)


def say(fact: Fact, language: Language = "en", names: Sequence[str] = (), reader: int | None = None) -> str:
    """The sentence of a fact. `names` are the players' by seat; `reader` is the seat that is addressed as "you"."""
    catalogue = texts(language)
    key = fact.key
    if reader is not None and fact.args.get("player") == reader and f"{key}.you" in catalogue:
        key += ".you"

    def fill(slot: re.Match[str]) -> str:
        name, forms = slot.groups()
        value = fact.args[name]
        if forms is not None:
            assert isinstance(value, int)
            return plural(language, value, forms.split("|"))
        return show(name, value)

    def show(name: str, value: Arg) -> str:
        if isinstance(value, Fact):
            return say(value, language, names, reader)
        if isinstance(value, list):
            return ", ".join(show(name, item) for item in value)
        if name in SEATS and isinstance(value, int):
            return names[value] if value < len(names) else say(Fact("common.seat", {"seat": value + 1}), language)
        return str(value)

    return _SLOT.sub(fill, catalogue[key])


def plural(language: Language, n: int, forms: Sequence[str]) -> str:
    """The form that goes with the number: one, many in English; one, few, many in Russian."""
    n = abs(n)
    if language == "en":
        return forms[n != 1]
    if n % 10 == 1 and n % 100 != 11:
        return forms[0]
    if n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14):
        return forms[1]
    return forms[2]
