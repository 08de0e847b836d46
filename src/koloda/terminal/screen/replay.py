"""A recorded game on the screen: step through it, and see it with anybody's eyes."""

import signal
from collections.abc import Callable
from dataclasses import replace

from textual import events
from textual.timer import Timer

from koloda.analysis.review import ACCURACY, Review
from koloda.core.errors import KolodaError
from koloda.core.facts import Fact, fact
from koloda.core.text import Language, first_text
from koloda.drawing import cards
from koloda.drawing.canvas import Canvas
from koloda.drawing.scene import Scene
from koloda.table.match import Match
from koloda.table.record import Record
from koloda.terminal.generic import GenericPainter
from koloda.terminal.mistakes import Lesson, mistakes_of
from koloda.terminal.playback import Playback
from koloda.terminal.review import ReviewReport, can_review, check_reviewed
from koloda.terminal.screen import hand
from koloda.terminal.screen.board import BoardScreen
from koloda.terminal.screen.canvas_widget import CanvasWidget
from koloda.terminal.screen.keys import pressed
from koloda.terminal.screen.mistakes import MistakesScreen
from koloda.terminal.screen.review import ReportDialog, begin_review
from koloda.terminal.screen.review_panel import ReviewPanel
from koloda.terminal.screen.screen_app import ScreenApp, run_app

PAUSE = 1.0
"""Seconds for a move, when the game plays by itself."""
PLAIN = (("Space", "autoplay"), ("Tab", "eyes"), ("PgUp PgDn", "round"), ("G", "log"), ("L", "language"), ("Q", "quit"))
REVIEW, MARKS, LEARN = ("R", "review"), ("↑↓", "marks"), ("M", "learn")


class ReplayScreen(BoardScreen):
    def __init__(self, record: Record, seat: int | None, review: Review | None = None) -> None:
        game = record.game
        super().__init__(game, record.names, game.part("terminal.table") or GenericPainter(_nothing, game.lowest_wins))
        self.playback = Playback(record)
        self.playback.go_to(self.playback.stops[0])
        self.seat = seat
        self.record = record
        self.review: ReviewPanel | None = None if review is None else ReviewPanel(review, self.playback)
        self._playing: Timer | None = None
        self._note_keys()

    def on_mount(self) -> None:
        self.show()

    def _note_keys(self) -> None:
        """What can be done now; without a review there are no marks."""
        found = [("?", "help"), ("←→", "step")]
        if self.review is not None:
            found += [REVIEW, MARKS]
            if self._mistakes:
                found.append(LEARN)
        elif self.record.over and can_review(self.game):
            found.append(REVIEW)
        self.KEYS = (*found, *PLAIN)

    @property
    def match(self) -> Match:
        return self.playback.match

    @property
    def scene(self) -> Scene:
        return Scene(self.match.view(self.seat), self.names, self.language, self.palette)

    def show(self) -> None:
        self._note_keys()
        super().show()

    def heading(self, scene: Scene) -> str:
        eyes = self.t("spectator") if self.seat is None else self.names[self.seat]
        where = self.t("replay_at", at=self.playback.at, of=len(self.playback.entries), eyes=eyes)
        return f"{where} · {self.painter.title(scene)}"

    def held(self, scene: Scene) -> hand.Held:
        """The cards of the seat whose eyes we see with; nothing can be chosen."""
        things = [] if self.seat is None else self.painter.things(scene)
        cards = [replace(thing, actions=(), held=False) for thing in things if thing.face is not None]
        own = "" if self.seat is None else self.painter.own(scene)
        return hand.Held(cards, None, self._turn(), self._playing is not None, own, "")

    def _turn(self) -> str:
        if self.match.over:
            return self.tell(fact("terminal.over"))
        return self.t("to_move", players=[fact("common.player", player=seat) for seat in self.match.actors])

    @property
    def hand_lines(self) -> int:
        """Under a review, which shows how far the game has got, the cards alone."""
        if self.review is None:
            return super().hand_lines
        bare = self.seat is None or isinstance(self.painter, GenericPainter)
        return 1 if bare else 1 + cards.size(self.large)[1]

    @property
    def panel_lines(self) -> int:
        return 0 if self.review is None else self.review.lines(self.app.size.height)

    def paint_panel(self, width: int, height: int) -> Canvas:
        canvas = super().paint_panel(width, height)
        if self.review is not None:
            report = ReviewReport(self.record, self.review.review, self.seat, self.language)
            self.review.paint(canvas, self.palette, report, self.t)
        return canvas

    def paint_hand(self, width: int, height: int) -> Canvas:
        canvas = super().paint_hand(width, height)
        if self.review is None:
            self._paint_progress(canvas, canvas.height - 1)
        return canvas

    def _paint_progress(self, canvas: Canvas, y: int) -> None:
        """How far the game has got; a click goes there."""
        palette, room, last = self.palette, canvas.width - 4, len(self.playback.entries)
        done = room if not last else room * self.playback.at // last
        canvas.write(2, y, "━" * done, palette.accent, bold=True)
        canvas.write(2 + done, y, "─" * (room - done), palette.line)
        for cell in range(room):
            canvas.target(2 + cell, y, 1, 1, ("go", round(cell * last / max(1, room - 1))))

    # Keys and mouse

    def on_key(self, event: events.Key) -> None:
        key = pressed(event)
        if key in ("left", "right"):
            self._stop()
            self.playback.step(1 if key == "right" else -1)
        elif key in ("pageup", "pagedown"):
            self._stop()
            self.playback.step_round(1 if key == "pagedown" else -1)
        elif key in ("home", "end"):
            self._stop()
            self.playback.go_to(0 if key == "home" else len(self.playback.entries))
        elif key in ("space", "enter"):
            self._toggle()
        elif key in ("up", "down") and self.review is not None:
            self._stop()
            self.playback.go_to(self.review.next_mark(self.seat, 1 if key == "down" else -1))
        elif key in ("tab", "shift+tab"):
            self._look_as(1 if key == "tab" else -1)
        elif key.isdecimal() and int(key) <= len(self.names):
            self.seat = int(key) - 1 if int(key) else None
        elif not self._command(key):
            return
        event.stop()
        if self.is_current:
            self.show()

    def _command(self, key: str) -> bool:
        if key in ("question_mark", "f1"):
            about = first_text(self.language, f"{self.game.name}.screen_help", f"{self.game.name}.about") or ""
            self.app.show_help(self.game, "\n".join((self.t("replay_keys"), "", about)))
        elif key == "r":
            self._review()
        elif key == "m" and self._mistakes:
            self._learn()
        elif key == "g":
            self.app.show_log(self.told())
        elif key == "l":
            self.app.next_language()
        elif key == "v":
            self.app.next_colours()
        elif key in ("q", "escape"):
            self._stop()
            self.leave()
        else:
            return False
        return True

    def leave(self) -> None:
        """Back to where the replay was opened."""
        self.dismiss()

    @property
    def _mistakes(self) -> bool:
        """Are there mistakes to learn from, of the seat whose eyes we see with?"""
        return self.review is not None and self.seat is not None and bool(mistakes_of(self.review.review, self.seat))

    def _review(self) -> None:
        """Review the game; once that is done, show the report."""
        self._stop()
        if self.review is not None:
            report = ReviewReport(self.record, self.review.review, self.seat, self.language)
            self.app.push_screen(
                ReportDialog(report, self.seat, replay=False), lambda answer: self._learn() if answer else None
            )
            return
        try:
            check_reviewed(self.record, ACCURACY)
        except KolodaError as error:
            self.app.complain(error.text(self.language))
        else:
            begin_review(self.app, self.record, self._reviewed)

    def _reviewed(self, found: Review | None) -> None:
        if found is not None:
            self.review = ReviewPanel(found, self.playback)
            self.show()

    def _learn(self) -> None:
        self._stop()
        assert self.review is not None
        assert self.seat is not None
        lesson = Lesson(self.record, self.review.review, self.seat)
        self.app.push_screen(MistakesScreen(lesson), lambda _: self.show())

    def _look_as(self, by: int) -> None:
        """The eyes of the next seat; after the last, those of a spectator."""
        seats: list[int | None] = [None, *range(len(self.names))]
        self.seat = seats[(seats.index(self.seat) + by) % len(seats)]

    def _toggle(self) -> None:
        """Let the game play by itself, from the start if it is over, or stop it."""
        if self._playing is not None:
            self._stop()
            return
        if self.playback.at_end:
            self.playback.go_to(0)
        self._playing = self.set_interval(self.app.pause, self._play_on)

    def _play_on(self) -> None:
        self.playback.step(1)
        if self.playback.at_end:
            self._stop()
        self.show()

    def _stop(self) -> None:
        if self._playing is not None:
            self._playing.stop()
            self._playing = None

    def on_canvas_widget_pointed(self, event: CanvasWidget.Pointed) -> None:
        match event.what:
            case ("go", int(at)):
                self._stop()
                self.playback.go_to(at)
                self.show()


class OnlyReplay(ReplayScreen):
    """A replay that is all there is to see."""

    def leave(self) -> None:
        self.app.exit()


def show_report(app: ScreenApp, record: Record, review: Review, seat: int, then: Callable[[], None]) -> None:
    """Show a review, and from there the mistakes and the replay of the game; `then` is called when that is closed."""

    def again(_: None) -> None:
        show_report(app, record, review, seat, then)

    def answered(answer: str | None) -> None:
        if answer == "learn":
            app.push_screen(MistakesScreen(Lesson(record, review, seat)), again)
        elif answer == "replay":
            app.push_screen(ReplayScreen(record, seat, review), again)
        else:
            then()

    app.push_screen(ReportDialog(ReviewReport(record, review, seat, app.language), seat, replay=True), answered)


class ReplayApp(ScreenApp):
    def __init__(self, record: Record, at: int | None, seat: int | None, language: Language, pause: float) -> None:
        """Begin after `at` entries (None: at the first decision), with the eyes of a seat."""
        super().__init__(language, pause)
        self.board = OnlyReplay(record, seat)
        if at is not None:
            self.board.playback.go_to(at)

    def on_mount(self) -> None:
        self.push_screen(self.board)


def run(record: Record, at: int | None, seat: int | None, language: Language) -> int:
    """Show a record in full screen. Without a seat, with the eyes of the only person who played, if there was one."""
    people = [each for each in range(len(record.names)) if each not in record.bots]
    if seat is None and len(people) == 1:
        seat = people[0]
    status = run_app(ReplayApp(record, at, seat, language, PAUSE), lambda: None)
    return 0 if status == 128 + signal.SIGINT else status  # Ctrl-C leaves, like Q: nothing is interrupted


def _nothing(_: int) -> Fact:
    raise AssertionError("nobody moves in a replay")
