"""Runs `koloda arena`: plays a match with a progress bar, then prints tables, JSON or CSV, or writes a page."""

import csv
import sys
from dataclasses import dataclass
from math import inf, isnan
from pathlib import Path
from time import perf_counter
from typing import IO

from rich.console import Console
from rich.table import Table

from koloda.arena import runner
from koloda.arena.control_variate import FEWEST
from koloda.arena.failures import Failures
from koloda.arena.intervals import Estimate
from koloda.arena.match_result import MatchResult
from koloda.arena.plan import Plan
from koloda.arena.population import PopulationResult
from koloda.core.errors import UnknownOption
from koloda.core.exit_codes import DONE
from koloda.core.facts import Arg, fact
from koloda.core.files import check_writable, write_text
from koloda.core.output import print_json
from koloda.core.text import Language, figure, say
from koloda.drawing.console import ReportConsole, progress_bar

FEW_DEALS = 30  # below this number, intervals are rough


@dataclass(frozen=True)
class Translator:
    """Renders the texts of one area, and figures as the language writes them."""

    area: str
    language: Language

    def __call__(self, key: str, /, **args: Arg) -> str:
        return say(fact(f"{self.area}.{key}", **args), self.language)

    def figure(self, value: float, form: str) -> str:
        return figure(value, form, self.language)

    def share(self, value: float) -> str:
        return self.figure(value, ".1%")

    def signed_share(self, value: float) -> str:
        return self.figure(value, "+.1%") if abs(value) >= 0.0005 else self.figure(0, ".0%")

    def percent(self, found: Estimate, signed: bool = False) -> str:
        return self._estimate(found, signed, "1%")

    def number(self, found: Estimate, signed: bool = False) -> str:
        return self._estimate(found, signed, "2f")

    def marked(self, found: Estimate, even: float, signed: bool = False) -> str:
        """A share with ▲ or ▼ if its interval excludes `even`."""
        return mark(found, even) + self.percent(found, signed)

    def factor(self, found: Estimate) -> str:
        """The variance without luck, as a part of the plain one."""
        factor = found.variance_factor
        return "—" if factor is None else self.figure(factor, ".2f")

    def _estimate(self, found: Estimate, signed: bool, digits: str) -> str:
        if isnan(found.mean):
            return "—"
        text = self.figure(found.mean, f"{'+' if signed else ''}z.{digits}")
        half = found.simultaneous
        return text if half == inf else f"{text} ± {self.figure(half, f'.{digits}')}"


def mark(found: Estimate, even: float) -> str:
    """▲ or ▼ if the simultaneous interval of a figure excludes `even`, else nothing."""
    if not found.excludes(even):
        return ""
    return "▲ " if found.mean > even else "▼ "


@dataclass(frozen=True)
class MatchOptions:
    """The options of the command line that are not part of the plan."""

    jobs: int = 1
    ray: bool = False
    resume: Path | None = None
    records: Path | None = None
    as_json: bool = False
    as_csv: bool = False
    html: Path | None = None


def run(plan: Plan, options: MatchOptions, language: Language) -> int:
    """Play the match and print its result. Return the exit status."""
    t = Translator("arena", language)
    if plan.population and options.html is not None:
        raise UnknownOption.of("arena.population_html")
    if options.html is not None:
        check_writable(options.html)
    began = perf_counter()
    try:
        with progress_bar(t("compiling"), t("playing"), plan.deals) as progress:
            results = runner.run(plan, options.jobs, options.ray, options.resume, options.records, progress)
    except KeyboardInterrupt:
        raise KeyboardInterrupt(t("interrupted")) from None
    match = MatchResult.of(plan, results)
    if options.html is not None:
        from koloda.arena.match_page import page

        write_text(options.html, page(match, language))
    if options.as_json:
        print_json(_reporting(match).report())
    elif options.as_csv:
        write_csv(match, sys.stdout)
    else:
        if plan.population:
            from koloda.arena import population_report

            population_report.show(PopulationResult(match), ReportConsole(), t)
        else:
            show(match, ReportConsole(), t)
        seconds = t.figure(perf_counter() - began, ".1f")
        rate = t.figure(match.rate, ",.0f" if match.rate >= 10 else ".2g")
        ReportConsole().print(t("speed", rate=rate, seconds=seconds), highlight=False)
        if options.html is not None:
            print(t("page_written", file=str(options.html)))
    return DONE


def _reporting(match: MatchResult) -> MatchResult | PopulationResult:
    """What the JSON of a match is about."""
    return PopulationResult(match) if match.plan.population else match


def write_csv(match: MatchResult, out: IO[str]) -> None:
    """Write one row per seat and game."""
    writer = csv.writer(out, lineterminator="\n")
    games, names = match.games, match.plan.names
    lucky = [] if games.luck_wins is None else [games.luck_wins, games.luck_scores]
    luck = ["luck_win_share", "luck_score"] if lucky else []
    writer.writerow(["deal", "game", "seat", "bot", "score", "place", "win_share", "decisions", *luck])
    number, last = 0, -1
    for row, deal in enumerate(games.deal.tolist()):
        number = number + 1 if deal == last else 1
        last = deal
        for seat in range(match.plan.players):
            writer.writerow(
                [
                    deal + 1,
                    number,
                    seat + 1,
                    names[games.bots[row, seat]],
                    games.scores[row, seat],
                    games.places[row, seat],
                    round(float(games.wins[row, seat]), 6),
                    games.decisions[row],
                    *(round(float(each[row, seat]), 6) for each in lucky),
                ]
            )


def title(match: MatchResult, t: Translator) -> str:
    """What was played."""
    plan = match.plan
    game = fact(f"{plan.game}.title")
    return t("title", game=game, players=plan.players, deals=plan.deals, games=len(match.games), seed=plan.seed)


def show(match: MatchResult, console: Console, t: Translator) -> None:
    plan = match.plan

    def line(key: str, /, **args: Arg) -> None:
        console.print(t(key, **args), highlight=False)

    console.print(title(match, t), highlight=False)
    console.print(_results(match, t))
    if len(match.bots) > 1:
        console.print(_differences(match, t))
        line("above_title")
        console.print(_cross(match, t))
        for cycle in match.cycles:
            line("cycle", bots=" > ".join(plan.labels[bot] for bot in [*cycle, cycle[0]]))
    line("fair", share=t.share(match.fair))
    if len(match.bots) > 1:
        console.print(corrected(match, t), highlight=False)
    if plan.luck_playouts:
        console.print(luck_note(match, t), highlight=False)
    if plan.deals < FEW_DEALS:
        line("few", deals=plan.deals)
    show_failures(match.failures, console, t.language)


def corrected(match: MatchResult, t: Translator) -> str:
    """Say what ▲ and ▼ mean, and how many figures intervals are corrected for."""
    if len(match.bots) == 2:
        return t("marks")
    return f"{t('corrected', bots=match.family, pairs=match.pair_family)} {t('marks')}"


def luck_note(match: MatchResult, t: Translator) -> str:
    """Say how luck was taken out, or why it was not."""
    if not match.luck_taken_out:
        return t("luck_few", deals=FEWEST)
    return t("luck", playouts=match.plan.luck_playouts)


def show_failures(failures: Failures, console: Console, language: Language) -> None:
    for text in failures.lines(language):
        console.print(text, highlight=False, markup=False, soft_wrap=True)


def _results(match: MatchResult, t: Translator) -> Table:
    table = Table(t("bot"), t("win_share"), t("times_fair"), t("score"), t("rating"))
    failed = match.failures.total > 0
    if failed:
        table.add_column(t("failures"))
    for bot in sorted(match.bots, key=lambda bot: -match.win_share(bot).mean):
        name, won = match.plan.names[bot], match.win_share(bot)
        row = [
            match.plan.labels[bot],
            t.marked(won, match.fair),
            f"{t.figure(won.mean / match.fair, '.2f')}×",
            t.number(match.score(bot)),
            f"{t.figure(match.ratings[bot].mu, '.1f')} ± {t.figure(match.ratings[bot].simultaneous, '.1f')}",
        ]
        table.add_row(*row, *([str(match.failures.counts.get(name, 0))] if failed else []))
    return table


def _differences(match: MatchResult, t: Translator) -> Table:
    factors = [t("variance_factor")] if match.luck_taken_out else []
    table = Table(t("pair"), t("win_difference"), *factors, t("score_difference"), *factors)
    names = match.plan.labels
    for a, b in match.pairs():
        won, scored = match.win_difference(a, b), match.score_difference(a, b)
        table.add_row(
            f"{names[a]} − {names[b]}",
            t.marked(won, 0.0, signed=True),
            *(t.factor(won) for _ in factors),
            t.number(scored, signed=True),
            *(t.factor(scored) for _ in factors),
        )
    return table


def _cross(match: MatchResult, t: Translator) -> Table:
    names = match.plan.labels
    table = Table("", *names)
    for a in match.bots:
        table.add_row(names[a], *("·" if a == b else t.marked(match.above(a, b), 0.5) for b in match.bots))
    return table
