"""Prints the result of a population: who wins how much among whom, ratings and α-rank."""

from rich.console import Console
from rich.table import Table

from koloda.arena.match_report import FEW_DEALS, Translator, show_failures, title
from koloda.arena.population import Mass, PopulationResult
from koloda.core.facts import Arg


def show(population: PopulationResult, console: Console, t: Translator) -> None:
    plan, match = population.plan, population.match

    def line(key: str, /, **args: Arg) -> None:
        console.print(t(key, **args), highlight=False)

    console.print(title(match, t), highlight=False)
    console.print(_ranking(population, t))
    line("population_cross", share=t.share(match.fair))
    console.print(_cross(population, t))
    for cycle in population.cycles:
        line("cycle", bots=" > ".join(plan.labels[bot] for bot in [*cycle, cycle[0]]))
    line("fair", share=t.share(match.fair))
    corrected = t("corrected", bots=len(population.bots), pairs=len(plan.tables))
    console.print(f"{corrected} {t('marks')}", highlight=False)
    line("population_note", others=plan.players - 1)
    if plan.deals < FEW_DEALS:
        line("few", deals=plan.deals)
    show_failures(match.failures, console, t.language)


def mass(found: Mass, t: Translator) -> str:
    """A mass with its interval."""
    text = t.figure(found.mean, ".2f")
    if found.interval is None:
        return text
    low, high = (t.figure(each, ".2f") for each in found.interval)
    return f"{text} ({low}–{high})"


def _ranking(population: PopulationResult, t: Translator) -> Table:
    table = Table(t("bot"), t("population_share"), t("times_fair"), t("rating"), t("alpha_rank"))
    fair = population.match.fair
    ratings = population.ratings
    for bot in sorted(population.bots, key=lambda bot: -population.overall(bot).mean):
        won = population.overall(bot)
        table.add_row(
            population.plan.labels[bot],
            t.marked(won, fair),
            f"{t.figure(won.mean / fair, '.2f')}×",
            f"{t.figure(ratings[bot].mu, '.1f')} ± {t.figure(ratings[bot].simultaneous, '.1f')}",
            mass(population.masses[bot], t),
        )
    return table


def _cross(population: PopulationResult, t: Translator) -> Table:
    names, fair = population.plan.labels, population.match.fair
    table = Table("", *names)
    for a in population.bots:
        cells = ("·" if a == b else t.marked(population.share(a, b), fair) for b in population.bots)
        table.add_row(names[a], *cells)
    return table
