"""`koloda rules`: show the rules of a game, or one of them."""

from argparse import Namespace

from koloda.cli.arguments import CommandParser
from koloda.core.errors import UnknownOption
from koloda.core.text import Language
from koloda.games import find


def add_arguments(parser: CommandParser) -> None:
    parser.add_game()
    parser.add_argument("rule", nargs="?", metavar="RULE", help=parser.text("rules_id"))


def run(options: Namespace, language: Language) -> int:
    from koloda.core import rulebook
    from koloda.terminal.markdown import show

    game = find(options.game)
    if options.rule is None:
        return show(rulebook.page(game, language))
    text = rulebook.rule(game, language, options.rule)
    if text is None:
        known = rulebook.ids(game)
        raise UnknownOption.of("errors.rule_id", given=options.rule, first=known[0], last=known[-1])
    return show(text)
