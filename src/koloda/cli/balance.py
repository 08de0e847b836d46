"""`koloda balance`: how balanced a game is."""

from argparse import Namespace
from pathlib import Path

from koloda.cli.arguments import CommandParser, read_options
from koloda.core.numbers import whole_number
from koloda.core.text import Language


def add_arguments(parser: CommandParser) -> None:
    parser.add_game()
    parser.add_argument("--bots", metavar="A,B,C", help=parser.text("balance_bots"))
    parser.add_argument("--deals", type=whole_number, default=1000, metavar="N", help=parser.text("balance_deals"))
    parser.add_players()
    parser.add_options()
    parser.add_argument(
        "--compare", action="append", default=[], metavar="NAME=VALUE", help=parser.text("balance_compare")
    )
    parser.add_seed()
    parser.add_argument("--budget", default="500", metavar="B", help=parser.text("arena_budget"))
    parser.add_argument("--luck-playouts", type=whole_number, metavar="K", help=parser.text("balance_luck"))
    parser.add_argument("--jobs", type=whole_number, default=1, metavar="J", help=parser.text("arena_jobs"))
    parser.add_argument("--html", type=Path, metavar="FILE", help=parser.text("arena_html"))
    parser.add_json()


def run(options: Namespace, language: Language) -> int:
    from koloda.arena.balance import with_usual_luck
    from koloda.arena.balance_report import BalanceOptions, run
    from koloda.cli.match_plan import match_plan

    compare = tuple(read_options(changes.split(",")) for changes in options.compare)
    plan = match_plan(options, luck_playouts=options.luck_playouts)
    plan = with_usual_luck(plan) if options.luck_playouts is None else plan
    return run(plan, BalanceOptions(options.jobs, compare, options.json, options.html), language)
