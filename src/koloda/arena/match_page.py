"""Renders the result of a match as an HTML page."""

from koloda.arena.failures import Failures
from koloda.arena.intervals import Estimate
from koloda.arena.match_report import FEW_DEALS, Translator, corrected, luck_note
from koloda.arena.match_result import MatchResult
from koloda.arena.plan import Plan
from koloda.core.facts import fact
from koloda.core.text import Language
from koloda.drawing import html_page
from koloda.drawing.plots import Dot, dots


def page(match: MatchResult, language: Language) -> str:
    """Return the page of a match."""
    t = Translator("arena", language)
    plan = match.plan
    title = fact(f"{plan.game}.title")
    sections = [_shares(match, t), _results(match, t)]
    if len(match.bots) > 1:
        sections += [_differences(match, t), _cross(match, t)]
    sections += failures_section(match.failures, t.language)
    lead = t("title", game=title, players=plan.players, deals=plan.deals, games=len(match.games), seed=plan.seed)
    return html_page.document(t("page_title", game=title), lead, [*sections, _settings(match, t)], language)


def _shares(match: MatchResult, t: Translator) -> str:
    ranked = sorted(match.bots, key=lambda bot: -match.win_share(bot).mean)
    rows = []
    for bot in ranked:
        won = match.win_share(bot)
        rows.append(Dot(match.plan.labels[bot], won.mean, won.simultaneous, won.excludes(match.fair)))
    plot = dots(rows, t("page_shares"), t.share, mark=match.fair, lowest=0, highest=1)
    return html_page.section(t("page_shares"), plot, note=t("page_shares_note"))


def _results(match: MatchResult, t: Translator) -> str:
    head = [t("bot"), t("win_share"), t("times_fair"), t("score"), t("rating"), t("failures")]
    rows: list[list[html_page.Cell]] = []
    for bot in sorted(match.bots, key=lambda bot: -match.win_share(bot).mean):
        name, won, rated = match.plan.names[bot], match.win_share(bot), match.ratings[bot]
        rows.append(
            [
                match.plan.labels[bot],
                _judged(won, match.fair, t),
                f"{t.figure(won.mean / match.fair, '.2f')}×",
                t.number(match.score(bot)),
                f"{t.figure(rated.mu, '.1f')} ± {t.figure(rated.simultaneous, '.1f')}",
                str(match.failures.counts.get(name, 0)),
            ]
        )
    notes = [t("fair", share=t.share(match.fair))]
    if len(match.bots) > 1:
        notes.append(corrected(match, t))
    if match.plan.luck_playouts:
        notes.append(luck_note(match, t))
    if match.plan.deals < FEW_DEALS:
        notes.append(t("few", deals=match.plan.deals))
    return html_page.section(t("page_results"), html_page.table(head, rows), note=" ".join(notes))


def _differences(match: MatchResult, t: Translator) -> str:
    names = match.plan.labels
    rows: list[list[html_page.Cell]] = []
    for a, b in match.pairs():
        won, scored = match.win_difference(a, b), match.score_difference(a, b)
        row: list[html_page.Cell] = [f"{names[a]} − {names[b]}"]
        for cell, found in ((_judged(won, 0.0, t, signed=True), won), (t.number(scored, True), scored)):
            row += [cell, t.factor(found)] if match.luck_taken_out else [cell]
        rows.append(row)
    factors = [t("variance_factor")] if match.luck_taken_out else []
    head = [t("pair"), t("win_difference"), *factors, t("score_difference"), *factors]
    return html_page.section(t("page_differences"), html_page.table(head, rows))


def _cross(match: MatchResult, t: Translator) -> str:
    names = match.plan.labels
    rows: list[list[html_page.Cell]] = []
    for a in match.bots:
        row: list[html_page.Cell] = [names[a]]
        for b in match.bots:
            above = None if a == b else match.above(a, b)
            row.append("·" if above is None else _judged(above, 0.5, t))
        rows.append(row)
    found = [t("cycle", bots=" > ".join(names[bot] for bot in [*cycle, cycle[0]])) for cycle in match.cycles]
    cycles = [html_page.paragraph(text) for text in found or [t("page_no_cycle")]]
    table = html_page.table(["", *names], rows)
    return html_page.section(t("page_cross"), html_page.paragraph(t("above_title")), table, *cycles)


def _judged(found: Estimate, even: float, t: Translator, signed: bool = False) -> html_page.Cell:
    """A share, marked and coloured if its interval excludes `even`."""
    text = t.marked(found, even, signed)
    return (text, "up" if found.mean > even else "down") if found.excludes(even) else text


def failures_section(failures: Failures, language: Language) -> list[str]:
    """The first failures of external bots, with what the bots wrote; nothing if there was none."""
    if not failures.total:
        return []
    t = Translator("arena", language)
    parts = []
    for failure in failures.different:
        parts += [html_page.paragraph(failure.told(language)), html_page.preformatted(failure.last_lines)]
    left = failures.total - len(failures.different)
    note = t("failures_more", count=left) if left else ""
    title = html_page.paragraph(t("failures_title", count=failures.total))
    return [html_page.section(t("failures"), title, *parts, note=note)]


def _settings(match: MatchResult, t: Translator) -> str:
    plan = match.plan
    rows = [
        [t("set_bots"), ", ".join(plan.bots)],
        [t("set_players"), str(plan.players)],
        [t("set_deals"), str(plan.deals)],
        [t("set_games"), str(len(match.games))],
        [t("set_seed"), str(plan.seed)],
        *([[t("set_luck"), str(plan.luck_playouts)]] if plan.luck_playouts else []),
        *options_rows(plan),
    ]
    return html_page.section(t("page_settings"), html_page.table([t("setting"), t("value")], rows))


def options_rows(plan: Plan) -> list[list[str]]:
    options = {option.name: option for option in plan.rules.set_up.options}
    return [[name, options[name].write(value)] for name, value in plan.values.items() if name in options]
