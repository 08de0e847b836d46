"""`koloda verify`: check that the draws of records were fair."""

from argparse import Namespace
from pathlib import Path

from koloda.cli.arguments import CommandParser
from koloda.core.text import Language


def add_arguments(parser: CommandParser) -> None:
    parser.add_argument("record", nargs="+", type=Path, metavar="RECORD", help=parser.text("record"))
    parser.add_json()


def run(options: Namespace, language: Language) -> int:
    from koloda.terminal.replay import check, each_file

    return each_file(options.record, lambda file: check(file, options.json, language), options.json, language)
