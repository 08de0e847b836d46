"""The review in a replay: the graph of chances with its marks, and how good the current move was."""

import textwrap
from bisect import bisect_right
from collections.abc import Callable

from rich.cells import cell_len

from koloda.analysis.review import Decision, Review, entry_numbers
from koloda.core.text import figure
from koloda.drawing.canvas import Canvas, fitted
from koloda.drawing.palette import Palette
from koloda.terminal.playback import Playback
from koloda.terminal.review import MARKS, ReviewReport
from koloda.terminal.screen import chances

SCALE = 6
"""Columns of the scale left of the graph."""


class ReviewPanel:
    """What a review says about the entry at which a playback stands."""

    def __init__(self, review: Review, playback: Playback) -> None:
        self.review, self.playback = review, playback
        self._numbers = entry_numbers(playback.record.match)

    @staticmethod
    def _rows(height: int) -> tuple[int, int, int]:
        """On a screen of that height: lines of heading, graph and judgement."""
        if height < 20:
            return 0, 1, 1
        return (1, 2, 2) if height < 24 else (1, 3 if height < 32 else 6, 3)

    def lines(self, height: int) -> int:
        return sum(self._rows(height)) + 1

    # What is known

    def chance(self, seat: int, at: int) -> float:
        """The chances of a seat after that many entries."""
        return self.review.account.course[bisect_right(self._numbers, at)][seat].mean

    def judged(self, seat: int | None) -> list[Decision]:
        """The decisions that brought the current position: first that of the seat which looks."""
        before, at = self.playback.stop_before, self.playback.at
        found = [each for each in self.review.decisions if before < each.entry <= at]
        return sorted(found, key=lambda each: (each.judged.seat != seat, each.judged.verdict == "fine"))

    def marks(self, seat: int | None) -> dict[int, str]:
        """Where mistakes and great moves are seen, of a seat or of all."""
        found: dict[int, str] = {}
        for each in self.review.decisions if seat is None else self.review.of(seat):
            if each.judged.verdict in MARKS:
                stop = self.playback.stop_after(each.entry)
                found[stop] = "mistake" if found.get(stop) == "mistake" else each.judged.verdict
        return found

    def next_mark(self, seat: int | None, by: int) -> int:
        """The next mark (1) or the one before (-1); without one, where we are."""
        at, places = self.playback.at, sorted(self.marks(seat))
        found = [place for place in places if place > at] if by > 0 else [place for place in places if place < at][::-1]
        return found[0] if found else at

    def watched(self, seat: int | None) -> int:
        """Whose chances are shown: those of the seat that looks; a spectator sees the winner's."""
        return self.playback.record.match.winners()[0] if seat is None else seat

    # Drawing

    def paint(self, canvas: Canvas, palette: Palette, report: ReviewReport, t: Callable[..., str]) -> None:
        """`t` is a text of the screen."""
        heading, rows, judgement = self._rows_of(canvas.height)
        seat = self.watched(report.seat)
        if heading:
            self._heading(canvas, palette, report, seat, t)
        self._graph(canvas, palette, report, seat, heading, rows)
        text = "  ".join(self._said(report)) or t("nothing_decided")
        lines = textwrap.wrap(text, canvas.width - 4) or [""]
        if len(lines) > judgement:
            lines = [*lines[: judgement - 1], " ".join(lines[judgement - 1 :])]
        first = self.judged(report.seat)[:1]
        marked = bool(first) and first[0].judged.verdict in MARKS
        for y, line in enumerate(lines, canvas.height - judgement):
            canvas.write(2, y, fitted(line, canvas.width - 4), bold=marked)

    def _rows_of(self, lines: int) -> tuple[int, int, int]:
        return next(rows for rows in map(self._rows, (0, 20, 24, 32)) if sum(rows) + 1 >= lines)

    def _heading(
        self, canvas: Canvas, palette: Palette, report: ReviewReport, seat: int, t: Callable[..., str]
    ) -> None:
        before, now = (self.chance(seat, at) for at in (self.playback.stop_before, self.playback.at))
        told = t("chances_of", player=seat, before=report.share(before), now=report.share(now))
        end = canvas.write(2, 0, fitted(told, canvas.width - 4), bold=True)
        open_cards = f" ({report.text('account_mark')})"
        if end + cell_len(open_cards) < canvas.width - 2:
            end = canvas.write(end, 0, open_cards, palette.faint_ink)
        legend = f"{MARKS['mistake']} {t('mark_mistake')}  {MARKS['great']} {t('mark_great')}"
        if end + 3 + cell_len(legend) < canvas.width - 2:
            canvas.write(canvas.width - 2 - cell_len(legend), 0, legend, palette.faint_ink)

    def _graph(self, canvas: Canvas, palette: Palette, report: ReviewReport, seat: int, y: int, rows: int) -> None:
        """A click on it goes there."""
        scale = SCALE if rows > 1 else 0
        left, room, last = 2 + scale, canvas.width - 4 - scale, max(1, len(self.playback.entries))
        entries = [round(column * last / max(1, room - 1)) for column in range(room)]
        values = [self.chance(seat, at) for at in entries]
        even = 1 / self.review.players

        def column(at: int) -> int:
            return round(at * (room - 1) / last)

        marks: dict[int, str] = {}
        for at, verdict in self.marks(report.seat).items():
            marks[column(at)] = "mistake" if marks.get(column(at)) == "mistake" else verdict
        chances.draw(canvas, palette, values, even, column(self.playback.at), marks, (left, y, rows))
        if scale:
            for row, value in ((0, chances.top_of(values, even)), (rows - 1, 0.0)):
                canvas.write(2, y + row, figure(value, ".0%", report.language).rjust(scale - 1), palette.faint_ink)
        for number, at in enumerate(entries):
            canvas.target(left + number, y, 1, rows + 1, ("go", at))

    def _said(self, report: ReviewReport) -> list[str]:
        """How good the decisions were, in words."""
        found = []
        for each in self.judged(report.seat):
            mark = MARKS.get(each.judged.verdict)
            found.append(" ".join([*([mark] if mark else []), *report.explained(each)]))
        return found
