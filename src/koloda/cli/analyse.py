"""`koloda analyse`: values and moves of a position."""

from argparse import Namespace

from koloda.cli.arguments import CommandParser
from koloda.core.numbers import whole_number
from koloda.core.text import Language


def add_arguments(parser: CommandParser) -> None:
    parser.add_argument("position", metavar="POSITION", help=parser.text("analyse_position"))
    parser.typed_only(parser.add_argument("--to", type=whole_number, metavar="N", help=parser.text("analyse_to")))
    parser.typed_only(parser.add_argument("--seat", type=whole_number, metavar="S", help=parser.text("analyse_seat")))
    parser.add_argument("--accuracy", type=float, default=0.01, metavar="E", help=parser.text("analyse_accuracy"))
    parser.add_json()


def run(options: Namespace, language: Language) -> int:
    from koloda.terminal.analyse import run

    return run(options.position, options.to, options.seat, options.accuracy, options.json, language)
