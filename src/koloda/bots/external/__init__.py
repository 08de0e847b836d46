"""External bots: a Python class in a file, or a program in any language (docs/bots.md).

- `path/to/file.py:Class` is a class;
- `cmd:…`, and everything with a space or a slash in it, is a command.
"""

import re
from collections.abc import Sequence

from koloda.bots.external.command import make_command_bot
from koloda.bots.external.external_bot import ExternalBot, Fault
from koloda.bots.external.python_class import make_class_bot
from koloda.bots.spec import from_file, is_careless
from koloda.core.errors import BadBot
from koloda.core.text import Language

__all__ = ["COMMAND", "ExternalBot", "Fault", "is_external", "make_external_bot"]

COMMAND = "cmd:"
_CLASS = re.compile(r"(?P<file>.+\.py):(?P<name>\w+)")


def is_external(spec: str) -> bool:
    """Does a spec name an external bot?"""
    if is_careless(spec) or from_file(spec):
        return False
    return bool(_CLASS.fullmatch(spec)) or spec.endswith(".py") or spec.startswith(COMMAND) or bool(_typed(spec))


def _typed(spec: str) -> re.Match[str] | None:
    return re.search(r"[\s/\\]", spec)


def make_external_bot(spec: str, seed: object = 0, names: Sequence[str] = (), language: Language = "en") -> ExternalBot:
    """Make the bot that a spec names. Raises BadBot, which says what would be right."""
    if not spec.isprintable():
        raise BadBot.of("external_bots.one_line", given=repr(spec))
    if found := _CLASS.fullmatch(spec):
        return make_class_bot(spec, found["file"], found["name"], seed)
    if spec.startswith(COMMAND):
        return make_command_bot(spec, spec.removeprefix(COMMAND), seed, names, language)
    if spec.endswith(".py") and " " not in spec:
        raise BadBot.of("external_bots.which_class", given=spec)
    if _typed(spec):
        return make_command_bot(spec, spec, seed, names, language)
    raise BadBot.of("external_bots.unknown", given=spec, given_as_command=COMMAND + spec)
