"""`koloda play`: play against bots in the terminal."""

from argparse import Namespace
from pathlib import Path

from koloda.bots.levels import FROM_WEAK_TO_STRONG, LEVELS, about, name_of
from koloda.cli.arguments import CommandParser, read_options
from koloda.core.errors import UnknownOption
from koloda.core.text import Language, say
from koloda.games import find


def add_arguments(parser: CommandParser) -> None:
    parser.add_game(optional=True)
    parser.add_players()
    parser.add_options()
    parser.add_argument("--name", metavar="NAME", help=parser.text("play_name"))
    parser.typed_only(parser.add_argument("--seed", metavar="S", help=parser.text("play_seed")))
    parser.add_argument("--bot", action="append", default=[], metavar="BOT", help=parser.text("play_bot"))
    parser.add_argument("--bots", type=_separated, dest="bot", metavar="A,B,C", help=parser.text("play_bots"))
    parser.add_argument("--level", metavar="LEVEL", help=parser.text("play_level"))
    parser.typed_only(
        parser.add_argument("--resume", nargs="?", const="", metavar="SAVED", help=parser.text("play_resume"))
    )
    parser.typed_only(parser.add_argument("--record", type=Path, metavar="FILE", help=parser.text("play_record")))
    parser.add_argument("--review", action="store_true", help=parser.text("play_review"))
    parser.add_json("play_json")
    parser.add_argument("--plain", action="store_true", help=parser.text("play_plain"))
    parser.add_argument("--pause", metavar="SECONDS", help=parser.text("play_pause"))
    parser.epilog = f"{parser.text('play_examples')}\n\n{_levels(parser)}"


def _levels(parser: CommandParser) -> str:
    """The bots that one can choose, each with its number, its name for the command line and what it is like."""

    def line(level: str) -> str:
        name, plays = (say(told, parser.language) for told in (name_of(level), about(level)))
        return f"  {LEVELS.index(level)}  {level:<9}{name}: {plays}"

    return "\n".join([parser.text("play_levels"), *map(line, FROM_WEAK_TO_STRONG)])


def run(options: Namespace, language: Language) -> int:
    from koloda.terminal import play, saved_games_list

    if options.json:
        if options.resume != "":
            raise UnknownOption.of("terminal.json_of_what")
        return saved_games_list.print_json(language)
    wanted = play.PlayOptions(
        game=None if options.game is None else find(options.game).name,
        players=options.players,
        options=read_options(options.option),
        bots=tuple(options.bot),
        level=options.level,
        name=options.name,
        seed=options.seed,
        record=options.record,
        review=options.review,
        pause=play.read_pause(options.pause),
    )
    return play.start(wanted, options.resume, options.plain, language)


def _separated(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]
