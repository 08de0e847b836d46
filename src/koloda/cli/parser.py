"""The whole command line: `koloda` and its commands."""

from argparse import Namespace
from importlib.metadata import version
from typing import Protocol

from koloda.cli import (
    admin,
    advise,
    analyse,
    arena,
    attack,
    balance,
    completion,
    config,
    edition,
    games,
    help,
    play,
    puzzle,
    replay,
    review,
    rules,
    score,
    serve,
    simulate,
    train,
    verify,
)
from koloda.cli.arguments import CommandParser
from koloda.cli.settings import CommandLine
from koloda.core.text import Language


class CommandModule(Protocol):
    """A module that is a command. It imports what it calls only when it runs, so that `--help` is quick."""

    def add_arguments(self, parser: CommandParser) -> None: ...

    def run(self, options: Namespace, language: Language) -> int: ...


COMMANDS: dict[str, CommandModule] = {
    "games": games,
    "play": play,
    "serve": serve,
    "admin": admin,
    "replay": replay,
    "verify": verify,
    "review": review,
    "analyse": analyse,
    "puzzle": puzzle,
    "simulate": simulate,
    "arena": arena,
    "balance": balance,
    "train": train,
    "attack": attack,
    "rules": rules,
    "edition": edition,
    "score": score,
    "advise": advise,
    "config": config,
    "completion": completion,
    "help": help,
}


class Parser(CommandParser):
    """Parses `koloda COMMAND …`; `options.run` is the command's function."""

    def __init__(self, language: Language) -> None:
        super().__init__(language, "about", prog="koloda")
        shown = f"koloda {version('koloda')}"
        self.add_argument("--version", action="version", version=shown, help=self.text("version"))
        self.commands = self.add_subparsers(
            dest="command", metavar=self.text("command"), title=self.text("commands"), parser_class=CommandParser
        )
        self.by_name: dict[str, CommandLine] = {}
        for name, command in COMMANDS.items():
            parser = self.commands.add_parser(name, help=self.text(f"{name}_short"), language=language, about=name)
            command.add_arguments(parser)
            self.by_name[name] = parser
            parser.set_defaults(run=command.run)
        self.set_defaults(command="help", run=help.overview)
