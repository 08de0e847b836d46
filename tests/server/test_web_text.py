"""The browser says exactly what Python says, for every text in both languages."""

import json
import random
import re
import subprocess
from functools import cache
from typing import Any

import msgspec
import pytest

from koloda.core.facts import SEATS, Arg, Fact
from koloda.core.text import LANGUAGES, Language, plural, say, texts
from tests.server.built_pages import WEB, node

NAMES = ["Анна", "Bob", "Бот · Мастер"]
SLOT = re.compile(r"\{(\w+)(:)?")
VARIANT = re.compile(r"\.(you|n_\d+)$")
NUMBERS = (0, 1, 2, 4, 5, 11, 12, 14, 21, 22, 25, 101, 111, 112, -1, -3)


@cache
def keys(language: Language) -> list[str]:
    return sorted(texts(language))


@cache
def slots_by_key(language: Language) -> dict[str, list[tuple[str, str]]]:
    """What the texts of a key ask for, all its variants together."""
    found: dict[str, list[tuple[str, str]]] = {}
    for key, text in texts(language).items():
        for each in {key, VARIANT.sub("", key)}:
            found.setdefault(each, []).extend(SLOT.findall(text))
    return found


def some_fact(key: str, rng: random.Random, language: Language, depth: int = 0) -> Fact:
    args: dict[str, Arg] = {}
    slots = slots_by_key(language)[key]
    counted = {name for name, colon in slots if colon}
    for name in dict.fromkeys(name[0].lower() + name[1:] for name, _ in slots):
        args[name] = some_arg(name, name in counted, rng, language, depth)
    return Fact(key, args)


def some_arg(name: str, counted: bool, rng: random.Random, language: Language, depth: int) -> Arg:
    if counted:
        return rng.choice(NUMBERS)
    if name in SEATS:
        return rng.randrange(len(NAMES) + 1)
    nested = [some_fact(rng.choice(keys(language)), rng, language, depth + 1) for _ in range(2 - depth)]
    choices: list[Arg] = ["a <b> $& {x} word", rng.choice(NUMBERS), *nested, [*nested, 7, "x"]]
    return rng.choice(choices)


def by_the_browser(language: Language, asked: list[dict[str, Any]], catalogue: dict[str, str]) -> list[str]:
    command = [node(), "--import", "./tests/typescript.js", "tests/say.js"]
    given = json.dumps({"texts": catalogue, "language": language, "facts": asked})
    run = subprocess.run(command, cwd=WEB, input=given, capture_output=True, text=True, encoding="utf-8", check=False)
    assert run.returncode == 0, run.stderr
    said: list[str] = json.loads(run.stdout)
    return said


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_browser_says_what_python_says(language: Language) -> None:
    rng = random.Random(language)
    asked, right = [], []
    for key in keys(language) * 3:
        fact = some_fact(key, rng, language)
        reader = rng.choice((None, 0, 1, 3))
        names = NAMES[: rng.randrange(len(NAMES) + 1)]
        asked.append({"fact": msgspec.to_builtins(fact), "reader": reader, "names": names})
        right.append(say(fact, language, names, reader))
    assert by_the_browser(language, asked, texts(language)) == right


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_browser_declines_words_as_python_does(language: Language) -> None:
    """`Intl.PluralRules` and the few lines in `core/text.py` agree."""
    forms = ["one", "few", "many"] if language == "ru" else ["one", "many"]
    numbers = [*range(-125, 1125), 10**6, 10**6 + 1, 10**9 + 2, 2**31 - 1]
    asked: list[dict[str, Any]] = [
        {"fact": {"key": "x", "args": {"n": n}}, "reader": None, "names": []} for n in numbers
    ]
    said = by_the_browser(language, asked, {"x": f"{{n:{'|'.join(forms)}}}"})
    assert said == [plural(language, n, forms) for n in numbers]
