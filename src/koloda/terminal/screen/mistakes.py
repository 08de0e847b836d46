"""Learn from your mistakes in full screen: the board as you saw it then, and another try."""

import textwrap
from collections.abc import Sequence

from textual import events

from koloda.drawing.canvas import Canvas, fitted
from koloda.drawing.scene import Scene
from koloda.table.match import Match
from koloda.terminal.mistakes import Lesson
from koloda.terminal.review import MARKS
from koloda.terminal.screen import hand
from koloda.terminal.screen.choosing import ChoosingScreen
from koloda.terminal.screen.keys import pressed


class MistakesScreen(ChoosingScreen):
    KEYS = (("Enter", "try"), ("H", "solution"), ("S", "skip"), ("G", "log"), ("L", "language"), ("Esc", "back"))

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.seat = lesson.seat
        super().__init__(lesson.record.game, lesson.record.names)

    def on_mount(self) -> None:
        self.show()

    @property
    def match(self) -> Match:
        return self.lesson.match

    @property
    def legal(self) -> Sequence[int]:
        return [] if self.lesson.done else self.lesson.legal

    @property
    def must(self) -> bool:
        return self.lesson.must and not self.lesson.done

    @property
    def position(self) -> object:
        return self.lesson.number, self.lesson.done

    # Drawing

    def heading(self, scene: Scene) -> str:
        which = self.t("mistake_of", n=self.lesson.number + 1, of=len(self.lesson.mistakes))
        return f"{which} · {self.painter.title(scene)}"

    def held(self, scene: Scene) -> hand.Held:
        return hand.Held(
            self.selection.things,
            self.selection.selected,
            self._turn(scene),
            not self.lesson.done,
            self.painter.own(scene),
            self._enter(),
            self.enter_lines,
        )

    def _turn(self, scene: Scene) -> str:
        if self.lesson.done:
            return self.t("mistake_done")
        return self.painter.due(scene) if self.lesson.must else self.t("may_step_in")

    def _enter(self) -> str:
        """What Enter would do, in words."""
        if self.lesson.done:
            return self.t("mistakes_end" if self.lesson.last else "mistake_next")
        if self.aimed is not None:
            return self.use(self.aimed, self.selection.uses)
        return "" if self.lesson.must else self.t("do_nothing")

    @property
    def panel_lines(self) -> int:
        return 2 if self.short else 4 if self.app.size.height < 24 else 5

    def paint_panel(self, width: int, height: int) -> Canvas:
        """The question, or what came of the last try."""
        canvas = super().paint_panel(width, height)
        lesson, room = self.lesson, width - 4
        verdict = lesson.verdict(self.language)
        if not verdict:
            mark, texts = "", [lesson.question(self.language)]
        else:
            mark, texts = f"{MARKS['great' if lesson.done else 'mistake']} ", verdict
        lines = [line for text in texts for line in textwrap.wrap(mark + text if text is texts[0] else text, room)]
        if height > 2:
            canvas.write(2, 0, fitted(self.t("same_view"), room), self.palette.faint_ink)
        first = 1 if height > 2 else 0
        if len(lines) > height - first:
            lines = [*lines[: height - first - 1], " ".join(lines[height - first - 1 :])]
        for y, line in enumerate(lines, first):
            canvas.write(2, y, fitted(line, room), bold=True)
        return canvas

    # Keys

    def act(self, action: int) -> None:
        if not self.lesson.done:
            self.lesson.try_again(action)
            self.show()

    def enter(self) -> None:
        if self.lesson.done:
            self._next()
        elif self.aimed is not None:
            self.act(self.aimed)
        elif not self.lesson.must:
            self.lesson.try_again(None)
            self.show()

    def _next(self) -> None:
        if self.lesson.last:
            self.dismiss()
        else:
            self.lesson.next()
            self.show()

    def on_key(self, event: events.Key) -> None:
        key = pressed(event)
        if key in ("escape", "q"):
            self.dismiss()
        elif not self.choose(key) and not self._command(key):
            return
        event.stop()

    def _command(self, key: str) -> bool:
        if key == "h":
            self.lesson.show_solution()
        elif key == "s":
            self._next()
            return True
        elif key == "l":
            self.app.next_language()
        elif key == "v":
            self.app.next_colours()
        elif key == "g":
            self.app.show_log(self.told())
            return True
        elif key in ("pageup", "pagedown"):
            self.scroll_log(key)
            return True
        else:
            return False
        self.show()
        return True
