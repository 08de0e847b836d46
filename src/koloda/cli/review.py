"""`koloda review`: luck and decisions of a finished game."""

from argparse import Namespace
from pathlib import Path

from koloda.cli.arguments import CommandParser
from koloda.core.numbers import whole_number
from koloda.core.text import Language


def add_arguments(parser: CommandParser) -> None:
    parser.add_argument("record", type=Path, metavar="RECORD", help=parser.text("record"))
    parser.typed_only(parser.add_argument("--seat", type=whole_number, metavar="S", help=parser.text("review_seat")))
    parser.add_argument("--accuracy", type=float, default=0.025, metavar="E", help=parser.text("review_accuracy"))
    parser.add_argument("--html", type=Path, metavar="FILE", help=parser.text("arena_html"))
    parser.add_json()


def run(options: Namespace, language: Language) -> int:
    from koloda.terminal.review import run

    return run(options.record, options.seat, options.accuracy, options.json, options.html, language)
