"""`koloda puzzle`: positions with one best move, to be found."""

from argparse import Namespace

from koloda.cli.arguments import CommandParser
from koloda.core.numbers import whole_number
from koloda.core.text import Language


def add_arguments(parser: CommandParser) -> None:
    parser.add_game(optional=True)
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--daily", action="store_true", help=parser.text("puzzle_daily"))
    parser.typed_only(which.add_argument("--number", type=whole_number, metavar="N", help=parser.text("puzzle_number")))
    which.add_argument("--random", action="store_true", help=parser.text("puzzle_random"))
    parser.add_json("puzzle_json")


def run(options: Namespace, language: Language) -> int:
    from koloda.terminal.puzzle import run

    return run(options.game, options.daily, options.number, options.random, options.json, language)
