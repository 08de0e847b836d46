"""`koloda replay`: show a recorded game."""

from argparse import Namespace
from pathlib import Path

from koloda.cli.arguments import CommandParser
from koloda.core.text import Language


def add_arguments(parser: CommandParser) -> None:
    parser.add_argument("record", type=Path, metavar="RECORD", help=parser.text("record"))
    parser.typed_only(parser.add_argument("--to", type=int, metavar="N", help=parser.text("replay_to")))
    parser.typed_only(parser.add_argument("--seat", type=int, metavar="S", help=parser.text("replay_seat")))
    parser.add_json()


def run(options: Namespace, language: Language) -> int:
    from koloda.terminal.replay import replay

    return replay(options.record, options.to, options.seat, options.json, language)
