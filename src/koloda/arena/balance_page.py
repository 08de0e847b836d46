"""Renders a balance report as an HTML page."""

from collections import Counter

from koloda.arena.balance import Balance, Comparison
from koloda.arena.balance_report import SHARES, Study, length_figures, notes
from koloda.arena.intervals import Estimate, estimate
from koloda.arena.match_page import failures_section, options_rows
from koloda.arena.match_report import Translator, mark
from koloda.arena.variance_parts import PARTS
from koloda.core.facts import fact
from koloda.core.game import Statistics
from koloda.drawing import html_page
from koloda.drawing.plots import Dot, columns, dots, shares

MAX_COLUMNS = 40


def page(study: Study) -> str:
    """Return the page of a balance report."""
    t = Translator("balance", study.language)
    balance, plan = study.balance, study.plan
    title = fact(f"{plan.game}.title")
    lead = t("title", game=title, players=plan.players, deals=plan.deals, bots=", ".join(plan.bots))
    sections = [
        *_seats(balance, t),
        _length(balance, t),
        _leads(balance, t),
        _luck_and_skill(balance, t),
        *([] if balance.statistics is None else [_cards(study, balance.statistics, t), _pairs(study, t)]),
        *(_compared(study, other, t) for other in study.others),
        *failures_section(balance.failures, study.language),
        html_page.section(t("page_notes"), *(html_page.paragraph(note) for note in notes(study, t))),
        _settings(study),
    ]
    return html_page.document(t("page_title", game=title), lead, sections, study.language)


def _seats(balance: Balance, t: Translator) -> list[str]:
    seats = [(f"{t('seat')} {seat + 1}", balance.seat(seat)) for seat in range(balance.plan.players)]
    found = [_fair(t("page_seats"), seats, balance, t)]
    if balance.in_turn:
        turns = [(t("nth", n=turn + 1), balance.turn(turn)) for turn in range(balance.plan.players)]
        found.append(_fair(t("page_turns"), turns, balance, t))
    return found


def _fair(title: str, rows: list[tuple[str, Estimate]], balance: Balance, t: Translator) -> str:
    fair = balance.match.fair
    points = [Dot(label, found.mean, found.simultaneous, found.excludes(fair)) for label, found in rows]
    plot = dots(points, title, t.share, mark=fair, lowest=0, highest=1)
    without_luck = any(found.plain for _, found in rows)
    head = [title, t("win_share"), *([t("variance_factor")] if without_luck else [])]
    cells = [[label, t.marked(found, fair), *([t.factor(found)] if without_luck else [])] for label, found in rows]
    table = html_page.table(head, cells)
    return html_page.section(title, plot, table, note=t("page_mark"))


def _length(balance: Balance, t: Translator) -> str:
    counted = Counter(balance.lengths.tolist())
    plot = columns(_binned(counted), t("page_length_plot"), lambda value: t.figure(value, ".0f"))
    return html_page.section(t("page_length"), html_page.paragraph(t("length", **length_figures(balance, t))), plot)


def _binned(counted: Counter[int]) -> list[tuple[str, float]]:
    """Merge values into at most MAX_COLUMNS columns, so that the plot stays readable."""
    low, high = min(counted), max(counted)
    width = (high - low) // MAX_COLUMNS + 1
    bins = [0] * ((high - low) // width + 1)
    for value, times in counted.items():
        bins[(value - low) // width] += times
    return [(str(low + width * number), times) for number, times in enumerate(bins)]


def _leads(balance: Balance, t: Translator) -> str:
    mean = t.number(estimate(balance.by_deal(balance.lead_changes)))
    settled = t.percent(estimate(balance.by_deal(balance.last_lead_change)))
    plot = columns(
        _binned(Counter(balance.lead_changes.tolist())), t("page_leads_plot"), lambda value: t.figure(value, ".0f")
    )
    return html_page.section(t("page_leads"), html_page.paragraph(t("leads", mean=mean, settled=settled)), plot)


def _luck_and_skill(balance: Balance, t: Translator) -> str:
    parts = []
    for key, found in (("page_by_wins", balance.win_parts), ("page_by_scores", balance.score_parts)):
        names = (t("part_skill"), t("part_deal"), t("part_play"))
        parts.append(html_page.paragraph(t(key)))
        parts.append(shares(list(zip(names, found.shares, strict=True)), t(key), t.share))
        shown = (f"{name} {t.percent(part)}" for name, part in zip(names, found.estimates, strict=True))
        parts.append(html_page.paragraph(", ".join(shown)))
    plan = balance.skilled.plan
    note = t("page_luck_note", games=plan.random_seatings, bots=", ".join(plan.bots))
    return html_page.section(t("page_luck"), *parts, note=note)


def _cards(study: Study, statistics: Statistics, t: Translator) -> str:
    heading = t("cards_dealt" if statistics.DEALT else "cards_taken")
    cards = study.balance.cards
    rows = [_dot(study.card(card.kind), card.win_share) for card in cards]
    plot = dots(rows, heading, t.signed_share, mark=0.0)
    return html_page.section(t("page_cards"), html_page.paragraph(heading), plot, note=t("page_zero"))


def _dot(label: str, found: Estimate) -> Dot:
    return Dot(label, found.mean, found.simultaneous, found.excludes(0.0))


def _pairs(study: Study, t: Translator) -> str:
    rows = []
    for pair in study.balance.pairs:
        names = " + ".join(study.card(kind) for kind in pair.kinds)
        rows.append(_dot(names, pair.extra))
    plot = dots(rows, t("page_pairs"), t.signed_share, mark=0.0)
    return html_page.section(t("page_pairs"), html_page.paragraph(f"{t('extra')}:"), plot, note=t("page_zero"))


def _compared(study: Study, other: Comparison, t: Translator) -> str:
    rows = []
    for name, found in other.differences.items():
        shown = t.percent if name in SHARES else t.number
        rows.append([t(f"figure_{name}"), mark(found, 0.0) + shown(found, signed=True)])
    parts = zip(PARTS, study.balance.win_parts.estimates, other.balance.win_parts.estimates, strict=True)
    for key, before, after in parts:
        rows.append([t(f"part_{key}"), f"{t.percent(before)} → {t.percent(after)}"])
    changed = study.changed(other)
    return html_page.section(t("page_compared", changed=changed), html_page.table([t("figure"), t("difference")], rows))


def _settings(study: Study) -> str:
    t = Translator("arena", study.language)
    plan = study.plan
    rows = [[t("set_bots"), ", ".join(plan.bots)], [t("set_players"), str(plan.players)]]
    rows += [[t("set_deals"), str(plan.deals)], [t("set_seed"), str(plan.seed)]]
    rows += [[t("set_luck"), str(plan.luck_playouts)]] if plan.luck_playouts else []
    rows += options_rows(plan)
    return html_page.section(t("page_settings"), html_page.table([t("setting"), t("value")], rows))
