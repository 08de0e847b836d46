"""Runs `koloda balance`: plays the games, then prints tables or JSON, or writes a page."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.table import Table

from koloda.arena import runner
from koloda.arena.balance import Balance, Comparison, among_all, compare
from koloda.arena.control_variate import FEWEST
from koloda.arena.intervals import Estimate, estimate
from koloda.arena.match_report import FEW_DEALS, Translator, mark, show_failures
from koloda.arena.plan import Plan
from koloda.arena.simulation import quantile, summary
from koloda.core.exit_codes import DONE
from koloda.core.facts import Arg, fact
from koloda.core.files import check_writable, write_text
from koloda.core.output import print_json
from koloda.core.text import Language, say
from koloda.drawing.console import ReportConsole, progress_bar

CARDS_SHOWN = 8
SHARES = ("settled", "first", "skill")
"""The figures of a comparison that are shares and shown in percent."""


@dataclass(frozen=True)
class BalanceOptions:
    """The options of the command line that are not part of the plan. `compare` lists house rules to try instead."""

    jobs: int = 1
    compare: tuple[Mapping[str, str], ...] = ()
    as_json: bool = False
    html: Path | None = None


@dataclass
class Study:
    """A balance, the house rules compared with it, and names in the reader's language."""

    balance: Balance
    others: list[Comparison]
    language: Language

    @property
    def plan(self) -> Plan:
        return self.balance.plan

    def card(self, kind: int) -> str:
        assert self.balance.statistics is not None
        return say(self.balance.statistics.card_name(self.plan.rules.start(self.plan.values), kind), self.language)

    def changed(self, compared: Comparison) -> str:
        options = {option.name: option for option in self.plan.rules.set_up.options}
        return ", ".join(f"{name}={options[name].write(value)}" for name, value in compared.changed.items())

    def report(self) -> dict[str, object]:
        return {**self.balance.report(self.card), "compared": [other.report() for other in self.others]}


def run(plan: Plan, options: BalanceOptions, language: Language) -> int:
    """Play the games and print the report. Return the exit status."""
    t = Translator("balance", language)
    if options.html is not None:
        check_writable(options.html)
    plans = [(changes, changed_plan(plan, changes)) for changes in options.compare]
    try:
        with progress_bar(t("compiling"), t("playing"), 2 * plan.deals * (1 + len(plans))) as progress:
            play = partial(runner.run, jobs=options.jobs, progress=progress)
            balance = Balance.of(plan, play)
            others = [compare(balance, other, new_values(plan, other, changes), play) for changes, other in plans]
            others = among_all(others)
    except KeyboardInterrupt:
        raise KeyboardInterrupt(say(fact("arena.interrupted"), language)) from None
    study = Study(balance, others, language)
    if options.html is not None:
        from koloda.arena.balance_page import page

        write_text(options.html, page(study))
    if options.as_json:
        print_json(study.report())
    else:
        show(study, ReportConsole(), t)
        if options.html is not None:
            print(say(fact("arena.page_written", file=str(options.html)), language))
    return DONE


def changed_plan(plan: Plan, changes: Mapping[str, str]) -> Plan:
    """Return the same plan with other house rules."""
    kept = {name: value for name, value in plan.values.items() if name not in ("players", *changes)}
    options = {option.name: option for option in plan.rules.set_up.options}
    given = {name: options[name].write(value) for name, value in kept.items()}
    values = plan.rules.set_up.settle(plan.players, **given, **changes)
    plan.rules.start(values)
    return replace(plan, values=values)


def new_values(plan: Plan, other: Plan, changes: Mapping[str, str]) -> dict[str, int | str]:
    return {name: other.values[name] for name in changes}


def show(study: Study, console: Console, t: Translator) -> None:
    balance, plan = study.balance, study.plan

    def line(key: str, /, **args: Arg) -> None:
        console.print(t(key, **args), highlight=False)

    line("title", game=fact(f"{plan.game}.title"), players=plan.players, deals=plan.deals, bots=", ".join(plan.bots))
    console.print(_seats(balance, t))
    line("length", **length_figures(balance, t))
    line(
        "leads",
        mean=t.number(_mean(balance, balance.lead_changes)),
        settled=t.percent(_mean(balance, balance.last_lead_change)),
    )
    skill, deal, play = map(t.percent, balance.win_parts.estimates)
    line("luck", bots=", ".join(balance.skilled.plan.bots), skill=skill, deal=deal, play=play)
    if balance.statistics is not None:
        line("cards_dealt" if balance.statistics.DEALT else "cards_taken")
        console.print(_cards(study, t))
        console.print(_pairs(study, t))
    for other in study.others:
        line("compared", changed=study.changed(other))
        console.print(_compared(other, t))
    for note in notes(study, t):
        console.print(note, highlight=False)
    show_failures(balance.failures, console, t.language)
    if plan.deals < FEW_DEALS:
        console.print(say(fact("arena.few", deals=plan.deals), study.language), highlight=False)


def notes(study: Study, t: Translator) -> list[str]:
    """What intervals and marks mean, and how many figures each is corrected for."""
    balance = study.balance
    found = [t("notes", count=balance.family)]
    if balance.match.luck_taken_out:
        found.append(t("notes_luck", playouts=study.plan.luck_playouts))
    elif study.plan.luck_playouts:
        found.append(say(fact("arena.luck_few", deals=FEWEST), t.language))
    if balance.pairs:
        found.append(t("notes_pairs", count=balance.pairs[0].extra.family))
    if study.others:
        found.append(t("notes_compared", count=sum(len(other.differences) for other in study.others)))
    return found


def _mean(balance: Balance, values: object) -> Estimate:
    return estimate(balance.by_deal(values))


def length_figures(balance: Balance, t: Translator) -> dict[str, Arg]:
    counted = Counter(balance.lengths.tolist())
    return {
        "mean": t.figure(summary(counted)["mean"], ".1f"),
        "low": quantile(counted, 0.05),
        "high": quantile(counted, 0.95),
        "most": max(counted),
    }


def _seats(balance: Balance, t: Translator) -> Table:
    luck = balance.match.luck_taken_out
    factor = [t("variance_factor")] if luck else []
    turn = [t("turn"), t("win_share")] if balance.in_turn else []
    table = Table(t("seat"), t("win_share"), *factor, *turn)
    for seat in range(balance.plan.players):
        found = balance.seat(seat)
        row = [str(seat + 1), t.marked(found, balance.match.fair), *([t.factor(found)] if luck else [])]
        if balance.in_turn:
            row += [t("nth", n=seat + 1), t.marked(balance.turn(seat), balance.match.fair)]
        table.add_row(*row)
    return table


def _cards(study: Study, t: Translator) -> Table:
    """Show the best and the worst cards."""
    table = Table(t("card"), t("win_value"), t("score_value"), t("certain"))
    ranked = sorted(study.balance.cards, key=lambda card: -card.win_share.mean)
    ends = ranked if len(ranked) <= 2 * CARDS_SHOWN else [*ranked[:CARDS_SHOWN], None, *ranked[-CARDS_SHOWN:]]
    for card in ends:
        if card is None:
            table.add_row("…")
            continue
        name, certain = study.card(card.kind), t("yes") if card.certain else ""
        table.add_row(name, t.percent(card.win_share, signed=True), t.number(card.score, signed=True), certain)
    return table


def _pairs(study: Study, t: Translator) -> Table:
    table = Table(t("pair"), t("extra"), t("certain"))
    for pair in study.balance.pairs:
        names = " + ".join(study.card(kind) for kind in pair.kinds)
        table.add_row(names, t.percent(pair.extra, signed=True), t("yes") if pair.certain else "")
    return table


def _compared(other: Comparison, t: Translator) -> Table:
    table = Table(t("figure"), t("difference"))
    for name, found in other.differences.items():
        shown = t.percent(found, signed=True) if name in SHARES else t.number(found, signed=True)
        table.add_row(t(f"figure_{name}"), mark(found, 0.0) + shown)
    return table
