"""The language of the command line, argparse's own texts included."""

import argparse
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from koloda.cli.settings import typed
from koloda.core.facts import fact
from koloda.core.text import LANGUAGES, Language, say

ARGPARSE = {
    "usage: ": "usage",
    "positional arguments": "positional",
    "options": "options",
    "argument %(argument_name)s: %(message)s": "error_argument",
    "the following arguments are required: %s": "error_required",
    "unrecognized arguments: %s": "error_unrecognized",
    "ambiguous option: %(option)s could match %(matches)s": "error_ambiguous",
    "not allowed with argument %s": "error_not_with",
    "ignored explicit argument %r": "error_no_value",
    "expected one argument": "error_one_value",
    "invalid choice: %(value)r (choose from %(choices)s)": "error_choice",
    "invalid %(type)s value: %(value)r": "error_value",
}
"""The texts that argparse looks up with gettext, and the keys of ours. A text that is not here stays English."""


def chosen_language(given: Sequence[str], preferred: Language | None = None) -> Language:
    """`--lang`, else the language that the settings prefer, else that of the system."""
    for language in LANGUAGES:
        if typed(given, "--lang") == language:
            return language
    locale = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    return preferred or ("ru" if locale.startswith("ru") else "en")


@contextmanager
def argparse_in(language: Language) -> Iterator[None]:
    """Let argparse speak this language: it looks up its texts with gettext, under the name `argparse._`."""

    def translated(text: str) -> str:
        return say(fact(f"cli.{ARGPARSE[text]}"), language) if text in ARGPARSE else text

    names = vars(argparse)
    gettext = names["_"]
    names["_"] = translated
    try:
        yield
    finally:
        names["_"] = gettext
