"""Sentences from facts, in Russian or English.

Texts live in `locale/<language>/<area>.json`; the text of key `dobro.drew` is under "drew" in dobro.json. In a text,
`{count}` is an argument and `{count:card|cards}` picks the word by number (Russian has three: `{n:карта|карты|карт}`).
Where a fact's player is the reader, the text `<key>.you` is used if there is one. Items of a list are separated by
commas.
"""

import json
import re
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Literal

from koloda.core.facts import SEATS, Arg, Fact

Language = Literal["en", "ru"]
LANGUAGES: tuple[Language, ...] = ("en", "ru")

_SLOT = re.compile(r"\{(\w+)(?::([^{}]*))?\}")


@cache
def texts(language: Language) -> dict[str, str]:
    """Every text of a language by key."""
    found = {}
    for file in sorted(files("koloda").joinpath("locale", language).iterdir(), key=lambda f: f.name):
        area = file.name.removesuffix(".json")
        for key, text in json.loads(file.read_text("utf-8")).items():
            found[f"{area}.{key}"] = text
    return found


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
