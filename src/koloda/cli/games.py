"""`koloda games`: list the games that are installed."""

from argparse import Namespace

from koloda.cli.arguments import CommandParser
from koloda.core.text import Language


def add_arguments(parser: CommandParser) -> None:
    parser.add_json()


def run(options: Namespace, language: Language) -> int:
    from koloda.terminal.games import run

    return run(options.json, language)
