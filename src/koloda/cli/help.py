"""`koloda help`: the commands, the help of one of them, or what the exit codes mean."""

from argparse import Namespace

from koloda.cli.arguments import CommandParser
from koloda.core.errors import UnknownOption
from koloda.core.exit_codes import DONE
from koloda.core.facts import fact
from koloda.core.text import Language, say
from koloda.games import GAMES

EXIT_CODES = "exit-codes"


def add_arguments(parser: CommandParser) -> None:
    parser.add_argument("topic", nargs="*", metavar="COMMAND", help=parser.text("help_topic"))


def run(options: Namespace, language: Language) -> int:
    from koloda.cli.language import argparse_in
    from koloda.cli.parser import Parser

    if options.topic == [EXIT_CODES]:
        print(say(fact("cli.exit_codes"), language))
        return DONE
    with argparse_in(language):
        parser: CommandParser = Parser(language)
        known = [EXIT_CODES]
        for word in options.topic:
            commands = parser.below()
            known = [*commands, *known]
            if word not in commands:
                raise UnknownOption.near(word, known, "cli.help_unknown", given=word, known=", ".join(known))
            parser, known = commands[word], []
        print(parser.format_help(), end="")
    return DONE


def overview(options: Namespace, language: Language) -> int:
    """What `koloda` alone prints: what it is, and how to begin."""
    games = [fact("cli.overview_game", title=fact(f"{name}.title"), name=name) for name in GAMES]
    print(say(fact("cli.overview", games=games), language))
    return DONE
