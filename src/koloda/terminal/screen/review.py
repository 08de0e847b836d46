"""The review of a game in full screen: computed beside the app, then shown as a report."""

from collections.abc import Callable
from threading import Event

from rich.console import Group
from rich.text import Text
from textual import work
from textual.await_complete import AwaitComplete

from koloda.analysis import review as reviewing
from koloda.analysis.review import ACCURACY, Review
from koloda.core.errors import KolodaError
from koloda.core.facts import Arg, fact
from koloda.core.text import Language, figure, say
from koloda.table.record import Record
from koloda.terminal.mistakes import mistakes_of
from koloda.terminal.review import ReviewReport, check_reviewed
from koloda.terminal.screen.dialogs import Dialog
from koloda.terminal.screen.screen_app import ScreenApp
from koloda.terminal.screen.threads import in_thread

BAR = 40


class Cancelled(Exception):
    """Nobody waits for the review any more."""


class ReviewingDialog(Dialog):
    """Reviews a game in another thread, with a progress bar. Escape and Ctrl-C cancel it. The answer is `found`."""

    def __init__(self, record: Record, language: Language) -> None:
        self._record = record
        self._language = language
        self._cancelled = Event()
        self.found: Review | None = None
        super().__init__(self._t("screen.reviewing"), self._bar(0, 1, "review.compiling"), self._t("screen.cancel"))

    def _t(self, key: str, /, **args: Arg) -> str:
        return say(fact(key, **args), self._language)

    def _bar(self, done: int, of: int, doing: str) -> Text:
        filled = BAR * done // of
        percent = figure(done / of, ".0%", self._language)
        return Text(f"{self._t(doing)}\n{'█' * filled}{'░' * (BAR - filled)} {percent}")

    def on_mount(self) -> None:
        self._ask()

    def dismiss(self, result: str | None = None) -> AwaitComplete:
        self._cancelled.set()  # if it is not done
        return super().dismiss(result)

    def interrupt(self) -> bool:
        self.dismiss(None)
        return True

    @work(group="review", exclusive=True)
    async def _ask(self) -> None:
        try:
            self.found = await in_thread(self._review)
        except Cancelled:
            return
        except KolodaError as error:
            self.tell(Text(error.text(self._language)))
            self.ask(self._t("screen.close"))
        else:
            self.dismiss("found")

    def _review(self) -> Review:
        """Called in another thread."""
        check_reviewed(self._record, ACCURACY)
        return reviewing.review(self._record.match, progress=self._progress)

    def _progress(self, done: int, of: int) -> None:
        if self._cancelled.is_set():
            raise Cancelled
        self.call_later(self.tell, self._bar(done, of, "review.working"))


class ReportDialog(Dialog):
    """Shows a review. The answer is what comes next: to learn from mistakes, or to step through the game."""

    def __init__(self, report: ReviewReport, seat: int | None, replay: bool) -> None:
        """`replay`: offer to step through the game."""
        language = report.language
        mistakes = 0 if seat is None else len(mistakes_of(report.review, seat))
        answers, footer = {"enter": ""}, []
        if mistakes:
            answers["m"] = "learn"
            footer.append(say(fact("screen.report_learn", count=mistakes), language))
        if replay:
            answers["p"] = "replay"
            footer.append(say(fact("screen.report_replay"), language))
        footer.append(say(fact("screen.close"), language))
        title, *parts = report.parts(positions=False)
        super().__init__(str(title), Group(*parts), "   ".join(footer), answers)


def begin_review(app: ScreenApp, record: Record, then: Callable[[Review | None], None]) -> None:
    """Review a game; `then` gets the review, or None if it was cancelled or could not be."""
    dialog = ReviewingDialog(record, app.language)
    app.push_screen(dialog, lambda _: then(dialog.found))
