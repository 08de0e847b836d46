"""`koloda score`: the score sheet of a real table."""

from argparse import Namespace
from collections.abc import Callable
from pathlib import Path

from koloda.cli.arguments import CommandParser, read_options
from koloda.core.text import Language, first_text
from koloda.games import GAMES

ENTRIES = (("player", "--player"), ("round", "--round"), ("sums", "--last-sums"), ("event", "--event"))


def add_arguments(parser: CommandParser) -> None:
    of_games = (first_text(parser.language, f"{name}.score_examples") for name in GAMES)
    parser.epilog = "\n\n".join([parser.text("score_examples"), *filter(None, of_games)])
    parser.add_game()
    parser.add_argument("--players", metavar="N", help=parser.text("score_players"))
    for kind, flag in ENTRIES:
        entries = parser.add_argument(
            flag,
            dest="entries",
            action="append",
            default=[],
            type=_entry(kind),
            metavar="…",
            help=parser.text(f"score_{kind}"),
        )
        parser.typed_only(entries)
    parser.add_argument("--unfinished", action="store_true", help=parser.text("score_unfinished"))
    parser.add_options()
    parser.typed_only(parser.add_argument("--lines", metavar="FILE", help=parser.text("score_lines")))
    parser.typed_only(parser.add_argument("--save", type=Path, metavar="FILE", help=parser.text("score_save")))
    parser.typed_only(parser.add_argument("--resume", type=Path, metavar="FILE", help=parser.text("score_resume")))
    parser.add_json()


def run(options: Namespace, language: Language) -> int:
    from koloda.terminal import score

    chosen = read_options(options.option)
    if options.unfinished:
        chosen["unfinished"] = "on"
    given = score.ScoreOptions(
        options.game,
        chosen,
        options.players,
        options.entries,
        options.lines,
        options.resume,
        options.save,
        options.json,
    )
    return score.run(given, language)


def _entry(kind: str) -> Callable[[str], tuple[str, str]]:
    """Keeps the order of the entries on the command line, which are of several kinds."""
    return lambda text: (kind, text)
