"""`koloda review`: what became of a finished game, and why."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from koloda.analysis.account import SeatAccount
from koloda.analysis.judge import check_judge
from koloda.analysis.reference import check_reference, has_reference
from koloda.analysis.review import Decision, Review, moments, review
from koloda.analysis.value import check_accuracy
from koloda.bots.hint import HintMove, can_hint
from koloda.core.errors import BadRecord, UnknownOption
from koloda.core.exit_codes import DONE
from koloda.core.facts import Arg, fact
from koloda.core.files import check_writable, write_text
from koloda.core.game import Game
from koloda.core.output import print_json
from koloda.core.text import Language, figure, say
from koloda.drawing.console import ReportConsole, progress_bar
from koloda.table.record import Record, verify
from koloda.terminal.files import read_record

STEPS = "▁▂▃▄▅▆▇█"
WIDTH = 48
"""Characters of a course of chances."""
MARKS = {"mistake": "!", "great": "★"}
"""How a decision is marked that is not just fine."""


def run(file: Path, seat: int | None, accuracy: float, as_json: bool, html: Path | None, language: Language) -> int:
    """Review a record, then print or write the report. `seat` (from 1) limits what is shown of decisions."""
    record = read_record(file)
    own = seat_of(record, seat)
    check_reviewed(record, accuracy)
    if html is not None:
        check_writable(html)
    found = reviewed(record, accuracy, language)
    report = ReviewReport(record, found, own, language)
    if html is not None:
        from koloda.terminal.review_page import page

        write_text(html, page(report))
    if as_json:
        print_json(report.as_json())
    else:
        report.show(ReportConsole())
    return DONE


def can_review(game: Game) -> bool:
    """Can games of this kind be reviewed? They need a policy, and a search."""
    return has_reference(game) and can_hint(game)


def check_reviewed(record: Record, accuracy: float) -> None:
    """Refuse, before anything is computed, a record that cannot be reviewed."""
    check_accuracy(accuracy)
    check_reference(record.game)
    check_judge(record.game)
    if not record.over:
        raise BadRecord.of("errors.not_over")
    if record.commitment is not None:
        verify(record)


def seat_of(record: Record, seat: int | None) -> int | None:
    """The seat of a number from 1."""
    players = int(record.values["players"])
    if seat is not None and not 1 <= seat <= players:
        raise UnknownOption.of("errors.no_seat", seat=seat, players=players)
    return None if seat is None else seat - 1


def reviewed(record: Record, accuracy: float, language: Language) -> Review:
    """Review a record that was checked, with a progress bar."""
    total = len(record.match.steps) + sum(1 for _ in moments(record.match))
    compiling, working = (say(fact(f"review.{key}"), language) for key in ("compiling", "working"))
    shown = 0
    with progress_bar(compiling, working, total) as advance:

        def progress(done: int, of: int) -> None:
            nonlocal shown
            advance(done - shown)
            shown = done

        return review(record.match, accuracy=accuracy, progress=progress)


class ReviewReport:
    """A review in words and figures of a language."""

    def __init__(self, record: Record, found: Review, seat: int | None, language: Language) -> None:
        self.record, self.review, self.seat, self.language = record, found, seat, language
        self.game: Game = record.game
        self.names = record.names
        self.sign = -1 if self.game.lowest_wins else 1

    def text(self, key: str, /, **args: Arg) -> str:
        return say(fact(f"review.{key}", **args), self.language)

    @property
    def title(self) -> str:
        return self.text("title", game=fact(f"{self.game.name}.title"), players=self.review.players)

    @property
    def account_note(self) -> str:
        return self.text("account_note_lowest" if self.game.lowest_wins else "account_note")

    def share(self, value: float, form: str = ".0%") -> str:
        return figure(value, form, self.language)

    def course(self, seat: int) -> list[float]:
        """The chances of a seat, before the first step and after every step."""
        return [seats[seat].mean for seats in self.review.account.course]

    def account_head(self) -> list[str]:
        return [self.text(key) for key in ("player", "score", "even_share", "cards", "own_moves", "others_moves")]

    def account_row(self, seat: int) -> list[str]:
        """The account of a seat in points. Rounded parts still add up."""
        found = self.review.account.seats[seat]
        even, *parts = rounded_parts(found)
        score, even_share = int(self.sign * found.result.points), self.sign * even
        errors = [found.luck_error, found.own_error, found.others_error]
        figures = [self._points(part, error.points) for part, error in zip(parts, errors, strict=True)]
        return [self.names[seat], str(score), figure(float(even_share), "z.1f", self.language), *figures]

    def _points(self, part: Fraction, error: float) -> str:
        shown = figure(float(part), "+z.1f", self.language)
        return f"{shown} ± {figure(error, '.1f', self.language)}" if error else shown

    def decisions_head(self) -> list[str]:
        return [self.text(key) for key in ("player", "judged", "mistakes", "great_moves", "lost")]

    def decisions_row(self, seat: int) -> list[str]:
        found = self.review
        counts = [len(found.of(seat)), found.count(seat, "mistake"), found.count(seat, "great")]
        return [self.names[seat], *map(str, counts), self.share(-found.lost(seat), "z.1%")]

    def mattered(self) -> list[Decision]:
        return self.review.mattered(self.seat)

    def move(self, decision: Decision, action: int | None) -> str:
        """A move in words."""
        s = self.record.match.steps[decision.step].before
        return describe(self.game, s, decision.judged.seat, action, self.names, self.language)

    def short_move(self, decision: Decision, action: int | None) -> str:
        """A move in a few words: what follows a colon says what comes of it."""
        return self.move(decision, action).partition(":")[0]

    def headline(self, decision: Decision) -> str:
        """What was decided, and how good that was."""
        judged = decision.judged
        key: str = judged.verdict
        if key == "fine" and judged.played == judged.best:
            key = "is_best"
        elif key == "fine" and not judged.difference.clear:
            key = "is_equal"
        return self.text(
            key,
            entry=decision.entry,
            player=self.names[judged.seat],
            move=self.short_move(decision, judged.played),
            loss=self.share(judged.difference.mean, ".1%"),
            other=self.short_move(decision, judged.other),
        )

    def explained(self, decision: Decision) -> list[str]:
        """All that there is to say about a decision: its headline first, then why, where something stands out."""
        return [self.headline(decision), *filter(None, [self.reason(decision)])]

    def reason(self, decision: Decision) -> str:
        """Why that was so, in words."""
        return " ".join(say(each, self.language, self.names) for each in decision.reason.facts)

    def move_rows(self, decision: Decision) -> list[list[str]]:
        return [
            [self.move(decision, move.action), *loss_cells(move, number == 0, self.language)]
            for number, move in enumerate(decision.judged.moves)
        ]

    def move_head(self) -> list[str]:
        return [self.text(key) for key in ("move", "loss", "error")]

    def show(self, console: ReportConsole) -> None:
        """Print the report."""
        for part in self.parts(positions=True):
            console.print(part, markup=False, highlight=False, crop=False)

    def parts(self, positions: bool) -> Iterator[RenderableType]:
        """The report, part by part. With `positions`, the decisions that mattered have theirs in notation."""
        seats = range(self.review.players)
        yield Text(self.title, style="bold")
        yield _heading(self.text("chances"))
        chances = Table(box=None, show_header=False, pad_edge=False)
        for seat in seats:
            values = self.course(seat)
            last = self.share(values[-1])
            chances.add_row(Text(self.names[seat]), Sparkline(values), Text(f"{self.share(values[0])} → {last}"))
        yield chances
        yield _note(self.text("chances_note"))
        yield _heading(f"{self.text('account')} ({self.text('account_mark')})")
        yield figures_table(self.account_head(), [self.account_row(seat) for seat in seats])
        yield _note(self.account_note)
        yield _heading(f"{self.text('decisions')} ({self.text('decisions_mark')})")
        yield figures_table(self.decisions_head(), [self.decisions_row(seat) for seat in seats])
        yield _note(self.text("decisions_note"))
        yield _heading(self.text("mattered"))
        mattered = self.mattered()
        for decision in mattered:
            yield from map(Text, self.explained(decision))
            if positions:
                yield Text(f"  {decision.position}", style="dim", no_wrap=True, overflow="ignore")
            yield figures_table(self.move_head(), self.move_rows(decision))
        if not mattered:
            yield _note(self.text("nothing_mattered"))

    def as_json(self) -> dict[str, Any]:
        """The review for programs: docs/analysis.md says what the fields mean."""
        found = self.review
        return {
            "game": self.game.name,
            "names": self.names,
            "accuracy": found.accuracy,
            "playouts": found.account.playouts,
            "course": [[round(seat.mean, 6) for seat in seats] for seats in found.account.course],
            "seats": [self._seat_json(seat) for seat in range(found.players)],
            "events": [
                {
                    "step": line.step + 1,
                    "kind": line.kind,
                    "seat": None if line.seat is None else line.seat + 1,
                    "wins": [float(each.wins) for each in line.amounts],
                    "points": [float(each.points) for each in line.amounts],
                }
                for line in found.account.lines
            ],
            "decisions": [self._decision_json(each) for each in found.decisions],
            "mattered": [each.step + 1 for each in self.mattered()],
        }

    def _seat_json(self, seat: int) -> dict[str, Any]:
        found = self.review.account.seats[seat]
        parts = {
            part: {"wins": float(getattr(found, part).wins), "points": float(getattr(found, part).points)}
            for part in ("even_share", "luck", "own", "others", "result")
        }
        errors = {
            "luck": found.luck_error._asdict(),
            "own": found.own_error._asdict(),
            "others": found.others_error._asdict(),
        }
        counts = {verdict: self.review.count(seat, verdict) for verdict in ("mistake", "great")}
        return {**parts, "errors": errors, "lost": self.review.lost(seat), "counts": counts}

    def _decision_json(self, decision: Decision) -> dict[str, Any]:
        judged, write = decision.judged, self.game.notation.write_action
        s = self.record.match.steps[decision.step].before

        def written(action: int | None) -> str | None:
            return None if action is None else write(s, action)

        return {
            "step": decision.step + 1,
            "entry": decision.entry,
            "seat": judged.seat + 1,
            "position": decision.position,
            "played": written(judged.played),
            "best": written(judged.best),
            "verdict": judged.verdict,
            "difference": judged.difference.mean,
            "error": judged.difference.error,
            "examined": judged.examined,
            "loss": judged.loss,
            "moves": [{"move": written(m.action), "loss": m.loss, "error": m.error} for m in judged.moves],
            "reason": self._reason_json(decision),
        }

    def _reason_json(self, decision: Decision) -> dict[str, Any] | None:
        found = decision.reason
        if found.deals == 0:
            return None
        return {
            "text": self.reason(decision),
            "points": found.points._asdict(),
            "wins": found.wins._asdict(),
            "deals": found.deals,
            "whole_game": found.whole_game,
        }


def _heading(text: str) -> Text:
    return Text(f"\n{text}", style="bold")


def _note(text: str) -> Text:
    return Text(text, style="dim")


def describe(game: Game, s: Any, seat: int, action: int | None, names: Sequence[str], language: Language) -> str:
    """A move in words for everybody; None: nothing is done."""
    if action is None:
        return say(fact("review.nothing"), language)
    return say(game.narration.describe(s, seat, action), language, names)


def loss_cells(move: HintMove, best: bool, language: Language) -> list[str]:
    """The loss of a move and its error. What cannot be told from the best move has no number."""
    if best or move.equal:
        return [say(fact("review.best" if best else "review.equal"), language), ""]
    return [figure(-move.loss, ".1%", language), figure(move.error, ".1%", language)]


def rounded_parts(found: SeatAccount, digits: int = 1) -> list[Fraction]:
    """Even share, luck, own and others' moves in points, rounded so that they add up to the result all the same."""
    total, before, parts = Fraction(0), Fraction(0), []
    for part in (found.even_share, found.luck, found.own, found.others):
        total += part.points
        rounded = Fraction(round(total * 10**digits), 10**digits)
        parts.append(rounded - before)
        before = rounded
    return parts


def sparkline(values: Sequence[float], width: int) -> str:
    """Shares from 0 to 1 as a row of small columns."""
    count = min(width, len(values))
    chosen = [values[round(at * (len(values) - 1) / max(count - 1, 1))] for at in range(count)]
    return "".join(STEPS[min(int(value * len(STEPS)), len(STEPS) - 1)] for value in chosen)


class Sparkline:
    """A row of small columns that is as wide as there is room."""

    def __init__(self, values: Sequence[float]) -> None:
        self._values = values

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement(1, min(WIDTH, len(self._values)))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield Text(sparkline(self._values, min(WIDTH, options.max_width)), no_wrap=True)


def figures_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for number, text in enumerate(head):
        table.add_column(text, justify="left" if number == 0 else "right")
    for row in rows:
        table.add_row(*map(Text, row))
    return table
