"""`koloda edition`: print the file that describes a game's deck, to change it."""

from argparse import Namespace

from koloda.cli.arguments import CommandParser
from koloda.core.errors import UnknownOption
from koloda.core.exit_codes import DONE
from koloda.core.facts import fact
from koloda.core.text import Language
from koloda.games import GAMES, find


def add_arguments(parser: CommandParser) -> None:
    parser.add_game()


def run(options: Namespace, language: Language) -> int:
    from koloda.core import edition

    game = find(options.game)
    text = edition.default_text(game)
    if text is None:
        having = [name for name, other in GAMES.items() if edition.default_text(other) is not None]
        raise UnknownOption.of("cli.edition_none", game=fact(f"{game.name}.title"), games=", ".join(having))
    print(text, end="")
    return DONE
