"""The command line as data, read off the parser: what shell completion and the man page are made of."""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from koloda.cli.language import argparse_in
from koloda.cli.parser import Parser
from koloda.core.text import Language, texts

Kind = Literal["word", "file", "folder", "game", "bot", "option", "rule", "command"]
"""What a value is, as far as a shell can help with it."""
KINDS: dict[str, Kind] = {
    "FILE": "file",
    "RECORD": "file",
    "SAVED": "file",
    "FROM": "file",
    "TO": "file",
    "FOLDER": "folder",
    "GAME": "game",
    "BOT": "bot",
    "LEVEL": "bot",
    "NAME=VALUE": "option",
    "RULE": "rule",
    "COMMAND": "command",
}
"""By what stands for the value in the English help."""


@dataclass(frozen=True)
class Argument:
    """An option (with `flags`) or a positional argument (without)."""

    flags: tuple[str, ...]
    value: str
    """What stands for its value in the help; empty if it takes none."""
    optional: bool
    """May the value be left out?"""
    repeated: bool
    kind: Kind
    choices: tuple[str, ...]
    help: str


@dataclass(frozen=True)
class Command:
    """A command with its arguments. `path` are the words after `koloda`; `koloda` itself has none."""

    path: tuple[str, ...]
    short: str
    about: str
    examples: str
    arguments: tuple[Argument, ...]
    commands: tuple["Command", ...] = field(default=())

    @property
    def name(self) -> str:
        return self.path[-1]

    @property
    def options(self) -> list[Argument]:
        return [argument for argument in self.arguments if argument.flags]

    @property
    def positionals(self) -> list[Argument]:
        return [argument for argument in self.arguments if not argument.flags]

    def all(self) -> Iterator["Command"]:
        """The commands below this one, those of commands included."""
        for command in self.commands:
            yield command
            yield from command.all()


def outline(language: Language = "en") -> Command:
    """The whole command line."""
    with argparse_in(language):
        return _command(Parser(language), (), "", language)


def _command(parser: argparse.ArgumentParser, path: tuple[str, ...], short: str, language: Language) -> Command:
    arguments: list[Argument] = []
    commands: list[Command] = []
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            shorts = {choice.dest: choice.help or "" for choice in action._choices_actions}
            commands += [
                _command(below, (*path, name), shorts.get(name, ""), language) for name, below in action.choices.items()
            ]
        else:
            arguments.append(_argument(action, language))
    return Command(path, short, parser.description or "", parser.epilog or "", tuple(arguments), tuple(commands))


def _argument(action: argparse.Action, language: Language) -> Argument:
    choices = tuple(map(str, action.choices or ()))
    takes_value = action.nargs != 0
    metavar = action.metavar if isinstance(action.metavar, str) else f"{{{','.join(choices)}}}" if choices else ""
    return Argument(
        tuple(action.option_strings),
        metavar if takes_value else "",
        action.nargs in ("?", "*"),
        action.nargs in ("+", "*") or isinstance(action, argparse._AppendAction),
        _kind(metavar, language),
        choices,
        (action.help or "").replace("%%", "%"),
    )


def _kind(metavar: str, language: Language) -> Kind:
    said = texts(language)
    names = {said[f"cli.value_{name.lower().replace('=', '_')}"]: kind for name, kind in KINDS.items()}
    return names.get(metavar, "word")
