"""Runs `koloda simulate`: a progress bar, then tables or JSON."""

from collections import Counter

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from koloda.arena.simulation import Simulation, quantile, simulate, summary
from koloda.core.exit_codes import DONE
from koloda.core.facts import Arg, fact
from koloda.core.output import print_json
from koloda.core.text import Language, figure, say
from koloda.drawing.console import ReportConsole


def run(
    game: str, players: int | None, games: int, seed: int, jobs: int, as_json: bool, language: Language, **options: str
) -> int:
    """Simulate and print. The progress bar goes to standard error, so that you can pipe `--json`."""

    def t(key: str, /, **args: Arg) -> str:
        return say(fact(f"simulate.{key}", **args), language)

    console = ReportConsole(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(t("compiling"), total=games)

        def progress(done: int) -> None:
            bar.update(task, advance=done, description=t("playing"))

        result = simulate(game, players, games, seed, jobs, progress, **options)
    if as_json:
        print_json(result.report())
    else:
        _show(result, ReportConsole(), language)
    return DONE


def skyline(counted: Counter[int], low: int, high: int, most: int = 16) -> str:
    """Draw a distribution from `low` to `high` as a row of block characters."""
    width = min(most, high - low + 1)
    columns = [0] * width
    for value, times in counted.items():
        columns[(value - low) * width // (high - low + 1)] += times
    tallest = max(columns)
    return "".join(" ▁▂▃▄▅▆▇█"[-(-8 * column // tallest)] for column in columns)


def _show(result: Simulation, console: Console, language: Language) -> None:
    def t(key: str, /, **args: Arg) -> str:
        return say(fact(f"simulate.{key}", **args), language)

    def shown(value: float, form: str) -> str:
        return figure(value, form, language)

    title = fact(f"{result.game}.title")
    console.print(t("title", game=title, players=result.players, games=result.games, seed=result.seed), highlight=False)
    lowest, highest = (pick(pick(counted) for counted in result.scores) for pick in (min, max))
    seats = Table(t("seat"), t("win_share"), t("score"), t("score_range"), f"{lowest} … {highest}", box=SIMPLE_HEAD)
    for seat in range(result.players):
        share, half = result.win_share(seat, result.family)
        counted = result.scores[seat]
        figures = summary(counted)
        low, high = quantile(counted, 0.05), quantile(counted, 0.95)
        middle = f"{figures['p50']:.0f}"
        seats.add_row(
            str(seat + 1),
            f"{shown(share, '.2%')} ± {shown(half, '.2%')}",
            f"{shown(figures['mean'], '.2f')} ± {shown(figures['sd'], '.2f')}",
            f"{low} … {middle} … {high}",
            skyline(counted, lowest, highest),
        )
    console.print(seats)
    if result.family > 1:
        console.print(t("corrected", count=result.family), highlight=False)
    length = summary(result.lengths)
    console.print(
        t(
            "length",
            mean=shown(length["mean"], ".1f"),
            low=int(length["p5"]),
            high=int(length["p95"]),
            most=int(length["max"]),
        ),
        highlight=False,
    )
    console.print(
        f"{int(length['min'])} {skyline(result.lengths, min(result.lengths), max(result.lengths), 40)}",
        end="",
        highlight=False,
    )
    console.print(f" {int(length['max'])}", highlight=False)
    console.print(
        t("speed", rate=shown(result.decisions / result.seconds / 1e6, ".1f"), seconds=shown(result.seconds, ".2f")),
        highlight=False,
    )
