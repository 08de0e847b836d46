"""`koloda replay`: show recorded games."""

from argparse import Namespace
from pathlib import Path

from koloda.cli.arguments import CommandParser
from koloda.core.numbers import whole_number
from koloda.core.text import Language


def add_arguments(parser: CommandParser) -> None:
    parser.add_argument("record", nargs="+", type=Path, metavar="RECORD", help=parser.text("record"))
    parser.typed_only(parser.add_argument("--to", type=whole_number, metavar="N", help=parser.text("replay_to")))
    parser.typed_only(parser.add_argument("--seat", type=whole_number, metavar="S", help=parser.text("replay_seat")))
    parser.add_argument("--plain", action="store_true", help=parser.text("replay_plain"))
    parser.add_json()


def run(options: Namespace, language: Language) -> int:
    from koloda.terminal.full_screen import can_fill_a_screen
    from koloda.terminal.replay import each_file, look, replay

    one_file = len(options.record) == 1 and str(options.record[0]) != "-"
    if one_file and not options.plain and not options.json and can_fill_a_screen(language):
        return look(options.record[0], options.to, options.seat, language)

    def show(file: Path) -> int:
        return replay(file, options.to, options.seat, options.json, language)

    return each_file(options.record, show, options.json, language)
