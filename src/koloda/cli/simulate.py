"""`koloda simulate`: play many random games."""

from argparse import Namespace

from koloda.cli.arguments import CommandParser, read_options
from koloda.core.numbers import whole_number
from koloda.core.text import Language


def add_arguments(parser: CommandParser) -> None:
    parser.add_game()
    parser.add_players()
    parser.add_options()
    parser.add_argument("--games", type=whole_number, default=100_000, metavar="M", help=parser.text("simulate_games"))
    parser.add_seed()
    parser.add_argument("--jobs", type=whole_number, default=1, metavar="J", help=parser.text("simulate_jobs"))
    parser.add_json()


def run(options: Namespace, language: Language) -> int:
    from koloda.arena import simulation_report

    chosen = read_options(options.option)
    return simulation_report.run(
        options.game, options.players, options.games, options.seed, options.jobs, options.json, language, **chosen
    )
