"""`koloda train`: train a network by self-play and in a league."""

from argparse import Namespace
from pathlib import Path

from koloda.cli.arguments import CommandParser
from koloda.core.numbers import whole_number
from koloda.core.text import Language


def add_arguments(parser: CommandParser) -> None:
    parser.add_game()
    parser.add_argument("--out", type=Path, default=Path("training"), metavar="FOLDER", help=parser.text("train_out"))
    parser.add_argument("--decisions", type=whole_number, metavar="N", help=parser.text("train_decisions"))
    parser.add_argument("--minutes", type=float, metavar="M", help=parser.text("train_minutes"))
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu", help=parser.text("train_device"))
    parser.add_argument("--players", metavar="N,N", help=parser.text("train_players"))
    parser.typed_only(parser.add_argument("--seed", type=whole_number, metavar="S", help=parser.text("train_seed")))
    parser.typed_only(parser.add_argument("--resume", action="store_true", help=parser.text("train_resume")))
    parser.typed_only(parser.add_argument("--start", type=Path, metavar="FILE", help=parser.text("train_start")))
    parser.add_argument(
        "--attacker", action="append", type=Path, default=[], metavar="FILE", help=parser.text("train_attacker")
    )
    parser.add_argument("--set", action="append", default=[], metavar="SETTING=N", help=parser.text("train_set"))
    parser.add_argument("--compile", action="store_true", help=parser.text("train_compile"))
    parser.add_json()


def run(options: Namespace, language: Language) -> int:
    from koloda.learn.recipe import read_changes, read_players
    from koloda.learn.training_report import TrainingOptions, run

    chosen = TrainingOptions(
        game=options.game,
        out=options.out,
        players=read_players(options.players),
        decisions=options.decisions,
        minutes=options.minutes,
        device=options.device,
        seed=options.seed,
        resume=options.resume,
        start=options.start,
        attackers=tuple(options.attacker),
        compiled=options.compile,
        changes=read_changes(options.set),
        as_json=options.json,
    )
    return run(chosen, language)
