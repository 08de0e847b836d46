"""Sentences from facts, in Russian or English.

Texts live in `locale/<language>/<area>.json`: that of key `common.wins` is under "wins" in common.json. A game's texts
live in its own folder, in `locale/<language>.json`, and their keys begin with the game's name; those that it may leave
out are in game.json. What a game says in one place only has a key that begins with it: `screen_` (the full screen of
the terminal), `score_` (the score sheet), `web_` (its board in the browser).

In a text, `{count}` is an argument and `{count:card|cards}` picks the word by number (Russian has three:
`{n:карта|карты|карт}`); `{Card}` begins with a capital letter. Items of a list are separated by commas. Instead
of the text of a key, that of `<key>.<argument>_<value>` is used where an argument has this value ("with no chips"), and
that of `<key>.you` where the fact's player is the reader, if there is one.
"""

import json
import re
from collections.abc import Collection, Mapping, Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Literal

from koloda.core.facts import SCORES, SEATS, Arg, Fact

Language = Literal["en", "ru"]
LANGUAGES: tuple[Language, ...] = ("en", "ru")

NO_BREAK = "\u00a0"
MINUS = "\N{MINUS SIGN}"
_SLOT = re.compile(r"\{(\w+)(?::([^{}]*))?\}")


class Catalogue:
    """Every text by key: those of the program, and those of the games that were added."""

    def __init__(self) -> None:
        self._games: dict[str, tuple[Traversable, Collection[str]]] = {}
        """By name: the folder, and the fields of views that hold seats."""
        self._texts: dict[Language, dict[str, str]] = {}

    def add(self, game: str, folder: Traversable, seat_fields: Collection[str] = ()) -> None:
        """The texts of a game, from its folder.

        Of a game that leaves its looks to the generic tables, `seat_fields` are the fields of its views that hold
        seats: each gets a text `player_<field>`, by which these tables know it.
        """
        self._games[game] = (folder, seat_fields)
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
        for game, (folder, seat_fields) in self._games.items():
            own = self.of_game(folder, language)
            seats = {f"player_{name}": own.get(f"field_{name}", name.replace("_", " ")) for name in seat_fields}
            areas[game] = {**usual, **seats, **own}
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


def key_for(game: str, area: str, key: str, language: Language) -> str:
    """The key of a game's own text for an area, `<game>.<area>_<key>`, else of the one for all games."""
    own = f"{game}.{area}_{key}"
    return own if own in texts(language) else f"{area}.{key}"


def first_text(language: Language, *keys: str) -> str | None:
    """The text of the first key that has one."""
    found = texts(language)
    return next((found[key] for key in keys if key in found), None)


def say(fact: Fact, language: Language = "en", names: Sequence[str] = (), reader: int | None = None) -> str:
    """The sentence of a fact. `names` are the players' by seat; `reader` is the seat that is addressed as "you"."""
    catalogue = texts(language)

    def fill(slot: re.Match[str]) -> str:
        written, forms = slot.groups()
        name = written[0].lower() + written[1:]
        value = fact.args[name]
        if forms is not None:
            assert isinstance(value, int)
            return plural(language, value, forms.split("|"))
        text = show(name, value)
        return text if name == written else text[:1].upper() + text[1:]

    def show(name: str, value: Arg) -> str:
        if isinstance(value, Fact):
            return say(value, language, names, reader)
        if isinstance(value, list):
            return ", ".join(show(name, item) for item in value)
        if name in SEATS and isinstance(value, int):
            return names[value] if value < len(names) else say(Fact("common.seat", {"seat": value + 1}), language)
        return str(value).replace("-", MINUS) if name in SCORES else str(value)

    return _SLOT.sub(fill, catalogue[_variant(fact, catalogue, reader)])


def _variant(fact: Fact, catalogue: Mapping[str, str], reader: int | None) -> str:
    """The key of the text that fits a fact best."""
    key = fact.key
    for name, value in fact.args.items():
        if isinstance(value, int | str) and f"{key}.{name}_{value}" in catalogue:
            key += f".{name}_{value}"
    if reader is not None and fact.args.get("player") == reader and f"{key}.you" in catalogue:
        key += ".you"
    return key


def figure(value: float, form: str, language: Language) -> str:
    """A number as the language writes it: 0.2635 in the format `.2%` is "26.35%", in Russian "26,35 %"."""
    text = format(value, form)
    return text if language == "en" else text.replace(",", NO_BREAK).replace(".", ",").replace("%", f"{NO_BREAK}%")


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
