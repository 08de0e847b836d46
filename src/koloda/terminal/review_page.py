"""A review as a page: one file, without scripts."""

from koloda.drawing import html_page
from koloda.drawing.plots import course
from koloda.terminal.review import ReviewReport


def page(report: ReviewReport) -> str:
    """The page of a review."""
    t, seats = report.text, range(report.review.players)
    lines = [
        (f"{report.share(values[-1])} {report.names[seat]}", values)
        for seat in seats
        if (values := report.course(seat))
    ]
    plot = course(lines, t("chances"), report.share, 1 / report.review.players, report.seat)
    sections = [
        html_page.section(t("chances"), plot, note=f"{t('chances_note')} {t('dashed')}"),
        html_page.section(
            f"{t('account')} ({t('account_mark')})",
            html_page.table(report.account_head(), [report.account_row(seat) for seat in seats]),
            note=report.account_note,
        ),
        html_page.section(
            f"{t('decisions')} ({t('decisions_mark')})",
            html_page.table(report.decisions_head(), [report.decisions_row(seat) for seat in seats]),
            note=t("decisions_note"),
        ),
        html_page.section(t("mattered"), *_mattered(report)),
    ]
    names = ", ".join(report.names)
    return html_page.document(report.title, names, sections, report.language)


def _mattered(report: ReviewReport) -> list[str]:
    if not report.mattered():
        return [html_page.paragraph(report.text("nothing_mattered"))]
    return [
        part
        for decision in report.mattered()
        for part in (
            *map(html_page.paragraph, report.explained(decision)),
            html_page.preformatted([decision.position]),
            html_page.table(report.move_head(), report.move_rows(decision)),
        )
    ]
