"""Line by line, when a game is over: its review, and learning from one's mistakes."""

from collections.abc import Callable
from pathlib import Path

from koloda.analysis.review import ACCURACY
from koloda.core.facts import fact
from koloda.core.text import Language, say
from koloda.drawing.console import ReportConsole
from koloda.table.record import Record
from koloda.terminal.mistakes import Lesson, learn, mistakes_of
from koloda.terminal.review import ReviewReport, can_review, check_reviewed, reviewed

REVIEW, MISTAKES = ("r", "к", "review", "разбор"), ("m", "ь", "mistakes", "ошибки")


def offer_review(
    record: Record, seat: int, asked: bool, file: Path | None, language: Language, ask: Callable[[str], str]
) -> None:
    """Offer a review, or show it at once if the person has asked for it before the game.

    Ctrl-C cancels what is being computed. `file` is where the record is kept.
    """
    if not can_review(record.game):
        return
    seen = False
    try:
        if asked or _agrees(ask, "offer", REVIEW, language):
            _review(record, seat, language, ask)
            seen = True
    except KeyboardInterrupt:
        print()
        print(say(fact("review.cancelled"), language))
    except EOFError:
        print()
    if not seen and file is not None:
        print(say(fact("review.later", file=str(file)), language))


def _review(record: Record, seat: int, language: Language, ask: Callable[[str], str]) -> None:
    check_reviewed(record, ACCURACY)
    found = reviewed(record, ACCURACY, language)
    print()
    ReviewReport(record, found, seat, language).show(ReportConsole())
    mistakes = len(mistakes_of(found, seat))
    if mistakes and _agrees(ask, "offer_mistakes", MISTAKES, language, count=mistakes):
        learn(Lesson(record, found, seat), language, ask, print)


def _agrees(ask: Callable[[str], str], question: str, yes: tuple[str, ...], language: Language, **args: int) -> bool:
    """Whatever is not a yes is a no: what a script has to say was for the game."""
    return ask(say(fact(f"review.{question}", **args), language)).strip().lower() in yes
