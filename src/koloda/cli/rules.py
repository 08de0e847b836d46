"""`koloda rules`: show the rules of a game, one of them, or those that contain a word."""

import sys
from argparse import Namespace

from koloda.cli.arguments import CommandParser
from koloda.core.errors import UnknownOption
from koloda.core.exit_codes import DONE, NO
from koloda.core.facts import fact
from koloda.core.text import Language, say
from koloda.games import find


def add_arguments(parser: CommandParser) -> None:
    parser.add_game()
    parser.add_argument("rule", nargs="?", metavar="RULE", help=parser.text("rules_id"))
    parser.add_argument("--search", metavar="WORD", help=parser.text("rules_search"))
    parser.add_argument("--no-pager", action="store_true", help=parser.text("no_pager"))


def run(options: Namespace, language: Language) -> int:
    from koloda.core import rulebook
    from koloda.terminal.markdown import show

    game = find(options.game)
    if options.rule is None and options.search is None:
        show(rulebook.page(game, language), paged=not options.no_pager)
        return DONE
    found = [] if options.rule is None else [_rule(options.game, options.rule, language)]
    if options.search is not None:
        matching = rulebook.search(game, language, options.search)
        found = matching if options.rule is None else [text for text in found if text in matching]
        if not found:
            print(say(fact("cli.rules_nothing", given=options.search), language), file=sys.stderr)
            return NO
    show("\n\n".join(found), paged=not options.no_pager)
    return DONE


def _rule(name: str, wanted: str, language: Language) -> str:
    from koloda.core import rulebook

    game = find(name)
    text = rulebook.rule(game, language, wanted)
    if text is None:
        known = rulebook.ids(game)
        raise UnknownOption.of("errors.rule_id", given=wanted, first=known[0], last=known[-1])
    return text
