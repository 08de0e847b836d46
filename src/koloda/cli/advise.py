"""`koloda advise`: advice at a real table."""

from argparse import Namespace
from pathlib import Path

from koloda.cli.arguments import CommandParser, read_options
from koloda.core.numbers import whole_number
from koloda.core.text import Language, first_text
from koloda.games import GAMES


def add_arguments(parser: CommandParser) -> None:
    of_games = (first_text(parser.language, f"{name}.advisor_examples") for name in GAMES)
    parser.epilog = "\n\n".join([parser.text("advise_examples"), *filter(None, of_games)])
    parser.add_game(optional=True)
    parser.add_argument("--players", metavar="N", help=parser.text("score_players"))
    parser.typed_only(parser.add_argument("--seat", type=whole_number, metavar="S", help=parser.text("advise_seat")))
    parser.add_options()
    parser.typed_only(parser.add_argument("--lines", type=Path, metavar="FILE", help=parser.text("advise_lines")))
    parser.typed_only(
        parser.add_argument("--resume", nargs="?", const="", metavar="FILE", help=parser.text("advise_resume"))
    )
    parser.add_json()


def run(options: Namespace, language: Language) -> int:
    from koloda.terminal import advise

    given = advise.AdviseOptions(
        options.game,
        options.players,
        options.seat,
        read_options(options.option),
        options.lines,
        options.resume,
        options.json,
    )
    return advise.run(given, language)
