"""Bots from outside: a Python class in a file, or a program in any language (docs/bots.md).

- `path/to/file.py:Class` is a class;
- `cmd:…`, and whatever contains a space or a slash, is a command.
"""

import re
from collections.abc import Sequence

from koloda.bots.external.command import command_guest
from koloda.bots.external.guests import Fault, Guest
from koloda.bots.external.python_class import class_guest
from koloda.core.errors import BadBot
from koloda.core.text import Language

__all__ = ["COMMAND", "Fault", "Guest", "guest", "is_external"]

COMMAND = "cmd:"
_CLASS = re.compile(r"(?P<file>.+\.py):(?P<name>\w+)")


def is_external(spec: str) -> bool:
    """Does a spec name a bot from outside?"""
    return bool(_CLASS.fullmatch(spec)) or spec.endswith(".py") or spec.startswith(COMMAND) or bool(_typed(spec))


def _typed(spec: str) -> re.Match[str] | None:
    return re.search(r"[\s/\\]", spec)


def guest(spec: str, seed: object = 0, names: Sequence[str] = (), language: Language = "en") -> Guest:
    """The bot that a spec names. Raises BadBot, with what would be right, before a game begins."""
    if not spec.isprintable():
        raise BadBot.of("guests.one_line", given=repr(spec))
    if found := _CLASS.fullmatch(spec):
        return class_guest(spec, found["file"], found["name"], seed)
    if spec.startswith(COMMAND):
        return command_guest(spec, spec.removeprefix(COMMAND), seed, names, language)
    if spec.endswith(".py") and " " not in spec:
        raise BadBot.of("guests.which_class", given=spec)
    if _typed(spec):
        return command_guest(spec, spec, seed, names, language)
    raise BadBot.of("guests.unknown", given=spec, given_as_command=COMMAND + spec)
