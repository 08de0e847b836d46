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
    parser.add_argument("topic", nargs="?", metavar="COMMAND", help=parser.text("help_topic"))


def run(options: Namespace, language: Language) -> int:
    from koloda.cli.language import argparse_in
    from koloda.cli.parser import Parser

    topic = options.topic
    if topic == EXIT_CODES:
        print(say(fact("cli.exit_codes"), language))
        return DONE
    with argparse_in(language):
        parser = Parser(language)
        commands = parser.commands.choices
        if topic is None:
            print(parser.format_help(), end="")
        elif topic in commands:
            print(commands[topic].format_help(), end="")
        else:
            known = [*commands, EXIT_CODES]
            raise UnknownOption.near(topic, known, "cli.help_unknown", given=topic, known=", ".join(known))
    return DONE


def overview(options: Namespace, language: Language) -> int:
    """What `koloda` alone prints: what it is, and how to begin."""
    games = [fact("cli.overview_game", title=fact(f"{name}.title"), name=name) for name in GAMES]
    print(say(fact("cli.overview", games=games), language))
    return DONE
