"""Learn from your mistakes: decide again where you went wrong, by what you saw then."""

from collections.abc import Callable
from typing import NamedTuple

from koloda.analysis.judge import Judgement
from koloda.analysis.review import Decision, Review
from koloda.core.errors import KolodaError
from koloda.core.text import Language
from koloda.table.match import Match
from koloda.table.record import Record
from koloda.terminal.playback import Playback
from koloda.terminal.review import ReviewReport
from koloda.terminal.session import read_move, written_moves
from koloda.terminal.view_lines import lines

SOLUTION, SKIP, BACK = ("?", "solution", "решение"), ("s", "ы", "skip", "дальше"), ("q", "й", "quit", "выход")


class Attempt(NamedTuple):
    """What came of another try."""

    right: bool
    equal: bool
    """Right, though the search calls another move the best: it cannot tell the two apart."""
    played: bool
    """The same as in the game."""
    loss: float
    """How much worse than the best move it is, of the win."""


def tried(judged: Judgement, action: int | None) -> Attempt:
    """What comes of a move in a decision that was a mistake; None: to do nothing."""
    if action == judged.best:
        return Attempt(True, False, False, 0.0)
    if action == judged.played:
        return Attempt(False, False, True, judged.difference.mean)
    found = next(move for move in judged.moves if move.action == action)
    return Attempt(found.equal, found.equal, False, found.loss)


def mistakes_of(review: Review, seat: int) -> list[Decision]:
    """The mistakes of a seat, in the order of the game."""
    return [each for each in review.of(seat) if each.judged.verdict == "mistake"]


class Lesson:
    """The mistakes of a seat, one after another, each with as many tries as one likes."""

    def __init__(self, record: Record, review: Review, seat: int) -> None:
        """There must be a mistake."""
        self.record, self.review, self.seat = record, review, seat
        self.mistakes = mistakes_of(review, seat)
        self._playback = Playback(record)
        self._go_to(0)

    def _go_to(self, number: int) -> None:
        self.number = number
        self.action: int | None = None
        """What was tried last."""
        self.attempt: Attempt | None = None
        """What came of it."""
        self.solved = False
        """Was the best move shown?"""
        self._playback.go_to(self.decision.entry - 1)

    @property
    def decision(self) -> Decision:
        return self.mistakes[self.number]

    @property
    def match(self) -> Match:
        """The game up to the mistake."""
        return self._playback.match

    @property
    def legal(self) -> list[int]:
        return self.match.legal(self.seat)

    @property
    def must(self) -> bool:
        """Had the seat to act?"""
        return self.seat in self.match.actors

    @property
    def done(self) -> bool:
        return self.solved or (self.attempt is not None and self.attempt.right)

    @property
    def last(self) -> bool:
        return self.number + 1 == len(self.mistakes)

    def try_again(self, action: int | None) -> None:
        """Make a move; None: do nothing."""
        self.action = action
        self.attempt = tried(self.decision.judged, action)

    def show_solution(self) -> None:
        self.solved = True

    def next(self) -> None:
        """Go to the next mistake."""
        self._go_to(self.number + 1)

    # In words

    def report(self, language: Language) -> ReviewReport:
        return ReviewReport(self.record, self.review, self.seat, language)

    def question(self, language: Language) -> str:
        """What was done in the game, and what it cost."""
        report, judged = self.report(language), self.decision.judged
        return report.text(_for_move("question", judged), **self._played(report))

    def verdict(self, language: Language) -> list[str]:
        """What came of the last try; once it is right, or the solution shown, why; nothing before the first try."""
        report, judged, attempt = self.report(language), self.decision.judged, self.attempt
        if self.done:
            best = report.short_move(self.decision, judged.best)
            if attempt is not None and attempt.right:
                found = report.text("right_equal" if attempt.equal else "right", best=best)
            else:
                found = report.text("solved", best=best)
            played = report.text(_for_move("right_more", judged), **self._played(report))
            return [found, *filter(None, [report.reason(self.decision)]), played]
        if attempt is None:
            return []
        loss = report.share(attempt.loss, ".1%")
        if attempt.played:
            return [report.text("wrong_as_played", loss=loss)]
        return [report.text("wrong", move=report.short_move(self.decision, self.action), loss=loss)]

    def _played(self, report: ReviewReport) -> dict[str, str]:
        judged = self.decision.judged
        found = {"loss": report.share(judged.difference.mean, ".1%")}
        return found if judged.played is None else {**found, "played": report.short_move(self.decision, judged.played)}


def _for_move(key: str, judged: Judgement) -> str:
    """The text for a move, or for having done nothing."""
    return f"{key}_nothing" if judged.played is None else key


def learn(lesson: Lesson, language: Language, ask: Callable[[str], str], write: Callable[[str], None]) -> None:
    """Go through the mistakes line by line, until the last is done or the person leaves (EOFError: no more input)."""
    while True:
        _show(lesson, language, write)
        while not lesson.done:
            answer = ask(_text(lesson, "try_prompt" if lesson.must else "try_prompt_bystander", language)).strip()
            if answer.lower() in BACK:
                return
            if answer.lower() in SKIP:
                break
            if answer.lower() in SOLUTION:
                lesson.show_solution()
            elif answer or not lesson.must:
                try:
                    lesson.try_again(read_move(lesson.match, lesson.seat, answer) if answer else None)
                except KolodaError as error:
                    write(error.text(language, tuple(lesson.record.names)))
                    continue
            for line in lesson.verdict(language):
                write(line)
        if lesson.last:
            return
        write("")
        lesson.next()


def _text(lesson: Lesson, key: str, language: Language) -> str:
    return lesson.report(language).text(key)


def _show(lesson: Lesson, language: Language, write: Callable[[str], None]) -> None:
    """What the seat saw, what it did, and what it could have done."""
    record, seat = lesson.record, lesson.seat
    write(lesson.report(language).text("which", n=lesson.number + 1, of=len(lesson.mistakes)))
    for line in lines(record.game, lesson.match.view(seat), language, record.names):
        write(line)
    write(lesson.question(language))
    for number, move in enumerate(written_moves(lesson.match, seat, record.names, language), 1):
        write(f"  #{number:<3} {move.written:<12} {move.meaning}")
