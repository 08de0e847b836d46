"""`koloda replay`: show a recorded game."""

from argparse import Namespace
from pathlib import Path

from koloda.cli.arguments import CommandParser
from koloda.core.text import Language


def add_arguments(parser: CommandParser) -> None:
    parser.add_argument("record", type=Path, metavar="RECORD", help=parser.text("record"))
    parser.add_argument("--to", type=int, metavar="N", help=parser.text("replay_to"))
    parser.add_argument("--seat", type=int, metavar="S", help=parser.text("replay_seat"))
    parser.add_argument("--plain", action="store_true", help=parser.text("replay_plain"))
    parser.add_json()


def run(options: Namespace, language: Language) -> int:
    from koloda.terminal.full_screen import can_fill_a_screen
    from koloda.terminal.replay import look, replay

    if not options.plain and not options.json and can_fill_a_screen(language):
        return look(options.record, options.to, options.seat, language)
    return replay(options.record, options.to, options.seat, options.json, language)
