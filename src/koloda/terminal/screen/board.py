"""A game on the screen, whoever moves: title, seats, the middle of the table, the log, a hand, and keys."""

from collections.abc import Sequence

from rich.cells import cell_len
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Container, VerticalScroll
from textual.screen import Screen
from textual.widgets import Static

from koloda.core.facts import Arg, Fact, fact
from koloda.core.game import Game
from koloda.core.text import Language, say
from koloda.drawing.canvas import Canvas
from koloda.drawing.palette import PALETTES, Palette
from koloda.drawing.scene import Painter, Scene
from koloda.table.match import Match
from koloda.terminal.screen import hand, seats
from koloda.terminal.screen.canvas_widget import CanvasWidget
from koloda.terminal.screen.screen_app import ScreenApp

WIDE, TALL = 110, 32
WIDTHS = [(0, "-narrow"), (WIDE, "-wide")]
LINES_KEPT = 80
ROOMY, CROWD = 28, 4
SHORT = 20
"""Lines below which the log is hidden; G shows it."""


class BoardScreen(Screen[None]):
    """Draws a match as a seat sees it."""

    HORIZONTAL_BREAKPOINTS = WIDTHS
    KEYS: Sequence[tuple[str, str]]
    """The keys at the bottom, and the commands that they stand for: help first, quit last."""
    app: ScreenApp
    seat: int | None
    """Who looks; None: a spectator."""

    def __init__(self, game: Game, names: Sequence[str], painter: Painter) -> None:
        super().__init__()
        self.game = game
        self.names = names
        self.painter = painter
        self._lines: list[str] = []
        self._told_to = 0  # steps that these lines describe
        self._told_as: tuple[Language, int | None] | None = None  # in which language, to which seat

    # What a kind of screen decides

    @property
    def match(self) -> Match:
        raise NotImplementedError

    @property
    def scene(self) -> Scene:
        raise NotImplementedError

    def heading(self, scene: Scene) -> str:
        """What stands next to the game's title."""
        return self.painter.title(scene)

    def held(self, scene: Scene) -> hand.Held:
        """The lower part of the screen."""
        raise NotImplementedError

    @property
    def enter_lines(self) -> int:
        return 1

    @property
    def panel_lines(self) -> int:
        """The height of the panel above the hand; 0: there is none."""
        return 0

    def paint_panel(self, width: int, height: int) -> Canvas:
        return Canvas(width, height, self.palette.ink, self.palette.raised)

    # Drawing

    @property
    def palette(self) -> Palette:
        return PALETTES[self.app.theme]

    @property
    def hand_lines(self) -> int:
        return hand.height(self.large, self.painter.RAISES, self.enter_lines, self.short)

    def compose(self) -> ComposeResult:
        yield Static(id="title")
        with Container(id="middle"):
            yield CanvasWidget(self._paint_stage, id="stage")
            with VerticalScroll(id="log", can_focus=False):
                yield Static(id="story")
        yield CanvasWidget(self.paint_panel, id="panel")
        yield CanvasWidget(self.paint_hand, id="hand")
        yield Static(id="keys")

    def on_resize(self) -> None:
        self._measure()
        self.query_one("#keys", Static).update(self._keys())

    def _measure(self) -> None:
        """On a small screen the log makes room for the seats and a panel, and on a very small one for the table."""
        panel, log, lines = self.query_one("#panel"), self.query_one("#log"), self.panel_lines
        self.query_one("#hand").styles.height = self.hand_lines
        panel.styles.height = lines
        panel.display = lines > 0
        roomy = self.app.size.height >= ROOMY
        log.set_class(not roomy and len(self.names) > CROWD, "-crowded")
        log.display = not self.short and (not lines or roomy or self.app.size.width >= WIDE)

    @property
    def large(self) -> bool:
        return self.app.size.height >= TALL

    @property
    def short(self) -> bool:
        return self.app.size.height < SHORT

    @property
    def language(self) -> Language:
        return self.app.language

    def t(self, key: str, /, **args: Arg) -> str:
        return self.tell(fact(f"screen.{key}", **args))

    def tell(self, told: Fact) -> str:
        return say(told, self.language, self.names, self.seat)

    def show(self) -> None:
        """Draw everything again: after a move, in another language or with other colours."""
        title = Text(f" {self.tell(fact(f'{self.game.name}.title'))}", style="bold")
        title.append(f"  {self.heading(self.scene)}", style="not bold")
        self.query_one("#title", Static).update(title)
        self.query_one("#keys", Static).update(self._keys())
        self.query_one("#story", Static).update(self._story())
        self._measure()
        self.query_one("#log", VerticalScroll).anchor()  # scroll to the last line
        self.repaint()

    def repaint(self) -> None:
        for widget in self.query(CanvasWidget):
            widget.repaint()

    def _keys(self) -> Text:
        """As many keys as there is room for; help and how to leave always."""
        texts = {command: f" {self.t(f'key_{command}')} " for _, command in self.KEYS}
        shown = list(self.KEYS)
        while sum(len(key) + 2 + cell_len(texts[command]) for key, command in shown) > self.app.size.width > 0:
            if len(shown) <= 2:
                break
            del shown[-2]
        text = Text(no_wrap=True, overflow="ellipsis")
        for key, command in shown:
            text.append(f" {key} ", style="bold reverse")
            text.append(texts[command])
        return text

    def told(self) -> list[str]:
        """The story so far. Only its new part is rendered."""
        steps, told_as = len(self.match.steps), (self.language, self.seat)
        if self._told_as != told_as or self._told_to > steps:
            self._lines, self._told_to, self._told_as = [], 0, told_as
        self._lines += [self.tell(told) for told in self.match.story(self.seat, self._told_to)]
        self._told_to = steps
        return self._lines or [self.tell(fact("terminal.nothing_yet"))]

    def _story(self) -> Text:
        lines = self.told()[-LINES_KEPT:]
        text = Text("\n".join(lines[:-1]) + "\n" if lines[:-1] else "")
        return text.append(lines[-1], style="bold")

    def _paint_stage(self, width: int, height: int) -> Canvas:
        scene = self.scene
        canvas = Canvas(width, height, scene.palette.ink, scene.palette.table)
        below = seats.draw(self.painter, scene, canvas)
        self.painter.stage(scene, canvas, below)
        return canvas

    def paint_hand(self, width: int, height: int) -> Canvas:
        scene = self.scene
        canvas = Canvas(width, height, scene.palette.ink, scene.palette.surface)
        hand.draw(scene, canvas, self.held(scene), self.large, self.painter.RAISES)
        return canvas

    def scroll_log(self, key: str) -> None:
        """Page up or down in the log."""
        log = self.query_one("#log", VerticalScroll)
        (log.scroll_page_up if key == "pageup" else log.scroll_page_down)(animate=False)
