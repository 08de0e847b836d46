"""`koloda attack`: train a best response to a bot, and see how much it wins."""

from argparse import Namespace
from pathlib import Path

from koloda.cli.arguments import CommandParser, read_options
from koloda.core.numbers import whole_number
from koloda.core.text import Language


def add_arguments(parser: CommandParser) -> None:
    parser.add_game()
    parser.typed_only(parser.add_argument("--target", required=True, metavar="BOT", help=parser.text("attack_target")))
    parser.add_players()
    parser.add_options()
    position = parser.add_argument("--position", metavar="POSITION", help=parser.text("attack_position"))
    parser.typed_only(position)
    parser.add_argument("--decisions", type=whole_number, metavar="N", help=parser.text("attack_decisions"))
    parser.add_argument("--minutes", type=float, metavar="M", help=parser.text("attack_minutes"))
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu", help=parser.text("train_device"))
    parser.add_argument("--deals", type=whole_number, default=2048, metavar="N", help=parser.text("attack_deals"))
    parser.typed_only(parser.add_argument("--seed", type=whole_number, metavar="S", help=parser.text("train_seed")))
    parser.typed_only(parser.add_argument("--out", type=Path, metavar="FILE", help=parser.text("attack_out")))
    parser.typed_only(parser.add_argument("--start", type=Path, metavar="FILE", help=parser.text("train_start")))
    parser.add_argument("--set", action="append", default=[], metavar="SETTING=N", help=parser.text("train_set"))
    parser.add_argument("--compile", action="store_true", help=parser.text("train_compile"))
    parser.add_json()


def run(options: Namespace, language: Language) -> int:
    from koloda.learn.attack_report import AttackOptions, run
    from koloda.learn.recipe import read_changes

    chosen = AttackOptions(
        game=options.game,
        target=options.target,
        players=options.players,
        options=read_options(options.option),
        position=options.position,
        decisions=options.decisions,
        minutes=options.minutes,
        device=options.device,
        deals=options.deals,
        seed=options.seed,
        out=options.out,
        start=options.start,
        compiled=options.compile,
        changes=read_changes(options.set),
        as_json=options.json,
    )
    return run(chosen, language)
