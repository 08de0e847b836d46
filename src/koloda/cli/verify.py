"""`koloda verify`: check that the draws of a record were fair."""

from argparse import Namespace
from pathlib import Path

from koloda.cli.arguments import CommandParser
from koloda.core.text import Language


def add_arguments(parser: CommandParser) -> None:
    parser.add_argument("record", type=Path, metavar="RECORD", help=parser.text("record"))
    parser.add_json()


def run(options: Namespace, language: Language) -> int:
    from koloda.terminal.replay import check

    return check(options.record, options.json, language)
