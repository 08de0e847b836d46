"""`koloda arena`: a match of bots, with statistics."""

from argparse import Namespace
from pathlib import Path

from koloda.cli.arguments import CommandParser
from koloda.core.numbers import whole_number
from koloda.core.text import Language


def add_arguments(parser: CommandParser) -> None:
    parser.add_game()
    parser.add_argument("--bots", required=True, metavar="A,B,C", help=parser.text("arena_bots"))
    parser.add_argument("--population", action="store_true", help=parser.text("arena_population"))
    parser.add_argument("--deals", type=whole_number, default=1000, metavar="N", help=parser.text("arena_deals"))
    parser.add_players()
    parser.add_options()
    parser.add_seed()
    parser.add_argument("--budget", default="500", metavar="B", help=parser.text("arena_budget"))
    parser.add_argument("--luck-playouts", type=whole_number, metavar="K", help=parser.text("arena_luck"))
    parser.add_argument("--jobs", type=whole_number, default=1, metavar="J", help=parser.text("arena_jobs"))
    parser.add_argument("--ray", action="store_true", help=parser.text("arena_ray"))
    parser.typed_only(parser.add_argument("--resume", type=Path, metavar="FILE", help=parser.text("arena_resume")))
    parser.add_argument("--records", type=Path, metavar="FOLDER", help=parser.text("arena_records"))
    parser.add_argument("--html", type=Path, metavar="FILE", help=parser.text("arena_html"))
    output = parser.add_mutually_exclusive_group()
    output.add_argument("--json", action="store_true", help=parser.text("json"))
    output.add_argument("--csv", action="store_true", help=parser.text("arena_csv"))


def run(options: Namespace, language: Language) -> int:
    from koloda.arena.match_report import MatchOptions, run
    from koloda.cli.match_plan import match_plan

    keep = ("record",) if options.records else ()
    plan = match_plan(options, *keep, luck_playouts=options.luck_playouts, population=options.population)
    chosen = MatchOptions(
        options.jobs, options.ray, options.resume, options.records, options.json, options.csv, options.html
    )
    return run(plan, chosen, language)
