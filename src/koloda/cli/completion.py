"""`koloda completion`: print a script that lets a shell complete commands, games, options and bots."""

from argparse import Namespace

from koloda.cli.arguments import CommandParser
from koloda.core.exit_codes import DONE
from koloda.core.text import Language

SHELLS = ("bash", "zsh", "fish")


def add_arguments(parser: CommandParser) -> None:
    parser.add_argument("shell", choices=SHELLS, help=parser.text("completion_shell"))


def run(options: Namespace, language: Language) -> int:
    from koloda.cli.shells import script

    print(script(options.shell, language), end="")
    return DONE
