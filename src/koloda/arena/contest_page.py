"""A match of bots as a page."""

from koloda.arena import page as pages
from koloda.arena.contest import Contest
from koloda.arena.contest_report import FEW, Words, number, percent, share, words
from koloda.arena.intervals import Estimate
from koloda.arena.plan import Plan
from koloda.arena.plots import Dot, dots
from koloda.core.facts import fact
from koloda.core.text import Language


def page(contest: Contest, language: Language) -> str:
    t = words("arena", language)
    plan = contest.plan
    title = fact(f"{plan.game}.title")
    sections = [_shares(contest, t), _results(contest, t)]
    if len(contest.bots) > 1:
        sections += [_differences(contest, t), _cross(contest, t)]
    lead = t("title", game=title, players=plan.players, deals=plan.deals, games=len(contest.games), seed=plan.seed)
    return pages.document(t("page_title", game=title), lead, [*sections, _settings(contest, t)], language)


def _shares(contest: Contest, t: Words) -> str:
    ranked = sorted(contest.bots, key=lambda bot: -contest.win_share(bot).mean)
    rows = []
    for bot in ranked:
        won = contest.win_share(bot)
        rows.append(Dot(contest.plan.labels[bot], won.mean, won.half, won.excludes(contest.fair)))
    plot = dots(rows, t("page_shares"), share, mark=contest.fair, lowest=0, highest=1)
    return pages.section(t("page_shares"), plot, note=t("page_shares_note"))


def _results(contest: Contest, t: Words) -> str:
    head = [t("bot"), t("win_share"), t("times_fair"), t("score"), t("rating"), t("failures")]
    rows = []
    for bot in sorted(contest.bots, key=lambda bot: -contest.win_share(bot).mean):
        name, won, rated = contest.plan.names[bot], contest.win_share(bot), contest.ratings[bot]
        rows.append(
            [
                contest.plan.labels[bot],
                percent(won),
                f"{won.mean / contest.fair:.2f}×",
                number(contest.score(bot)),
                f"{rated.mu:.1f} ± {rated.half:.1f}",
                str(contest.failures.get(name, 0)),
            ]
        )
    few = f" {t('few', deals=contest.plan.deals)}" if contest.plan.deals < FEW else ""
    return pages.section(t("page_results"), pages.table(head, rows), note=t("fair", share=share(contest.fair)) + few)


def _differences(contest: Contest, t: Words) -> str:
    names = contest.plan.labels
    rows: list[list[pages.Cell]] = []
    for a, b in contest.pairs():
        won = contest.difference(contest.games.wins, a, b)
        scored = contest.difference(contest.games.scores, a, b)
        rows.append([f"{names[a]} − {names[b]}", _judged(won, percent(won, True), 0.0), number(scored, True)])
    head = [t("pair"), t("win_difference"), t("score_difference")]
    return pages.section(t("page_differences"), pages.table(head, rows))


def _cross(contest: Contest, t: Words) -> str:
    names = contest.plan.labels
    rows: list[list[pages.Cell]] = []
    for a in contest.bots:
        row: list[pages.Cell] = [names[a]]
        for b in contest.bots:
            above = None if a == b else contest.above(a, b)
            row.append("·" if above is None else _judged(above, percent(above), 0.5))
        rows.append(row)
    found = [t("cycle", bots=" > ".join(names[bot] for bot in [*cycle, cycle[0]])) for cycle in contest.cycles]
    told = [pages.paragraph(text) for text in found or [t("page_no_cycle")]]
    table = pages.table(["", *names], rows)
    return pages.section(t("page_cross"), pages.paragraph(t("above_title")), table, *told)


def _judged(found: Estimate, text: str, even: float) -> pages.Cell:
    """▲ or ▼ where the interval leaves no doubt."""
    if not found.excludes(even):
        return text
    return (f"▲ {text}", "up") if found.mean > even else (f"▼ {text}", "down")


def _settings(contest: Contest, t: Words) -> str:
    plan = contest.plan
    rows = [
        [t("set_bots"), ", ".join(plan.bots)],
        [t("set_players"), str(plan.players)],
        [t("set_deals"), str(plan.deals)],
        [t("set_games"), str(len(contest.games))],
        [t("set_seed"), str(plan.seed)],
        *options_rows(plan),
    ]
    return pages.section(t("page_settings"), pages.table([t("setting"), t("value")], rows))


def options_rows(plan: Plan) -> list[list[str]]:
    options = {option.name: option for option in plan.rules.set_up.options}
    return [[name, options[name].write(value)] for name, value in plan.values.items() if name in options]
