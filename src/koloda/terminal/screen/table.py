"""The table: one game against bots, played by keys or by mouse."""

from collections.abc import Sequence

from textual import events, work
from textual.timer import Timer

from koloda.core.errors import KolodaError
from koloda.core.facts import fact
from koloda.core.game import Act
from koloda.drawing.palette import PALETTES
from koloda.drawing.scene import Painter, Scene
from koloda.table.match import Match
from koloda.terminal.generic import GenericPainter
from koloda.terminal.screen import hand
from koloda.terminal.screen.base_app import BaseApp
from koloda.terminal.screen.board import BoardScreen
from koloda.terminal.screen.canvas_widget import CanvasWidget
from koloda.terminal.screen.keys import COMMANDS, SHOWN, pressed
from koloda.terminal.screen.selection import Selection
from koloda.terminal.screen.threads import in_thread
from koloda.terminal.session import Session


class TableScreen(BoardScreen):
    KEYS = SHOWN
    app: BaseApp

    def __init__(self, session: Session) -> None:
        game = session.table.game
        painter: Painter = game.part("terminal.table") or GenericPainter(session.describe, game.lowest_wins)
        super().__init__(game, session.table.record.names, painter)
        self.session = session
        self.selection = Selection()
        self._thinking = False
        self._waiting: Timer | None = None
        self._seen = -1  # how many entries the record had when the things were last laid out

    @property
    def _entries(self) -> int:
        return len(self.session.table.match.entries)

    # What is shown

    @property
    def match(self) -> Match:
        return self.session.table.match

    @property
    def seat(self) -> int:
        return self.session.seat

    def on_mount(self) -> None:
        self.show()
        self.go_on()

    @property
    def enter_lines(self) -> int:
        """The same for all moves of a position, so that the screen stays still while a person chooses."""
        if self.short:
            return 1
        uses = ((action, thing.actions) for thing in self.selection.things for action in thing.actions)
        return hand.enter_lines((self._use(*use) for use in uses), self.app.size.width)

    @property
    def scene(self) -> Scene:
        table = self.session.table
        legal = table.legal(self.session.seat) if self._may_act else []
        return Scene(
            view=table.view(self.session.seat),
            names=table.record.names,
            language=self.language,
            palette=PALETTES[self.app.theme],
            legal=legal,
            aimed=self.selection.action,
            marks=frozenset(self.selection.uses),
        )

    @property
    def _may_act(self) -> bool:
        """Can the person make a move now? (That includes taking back a choice while others still choose.)"""
        if self.session.table.over or self.session.away:
            return False
        return self.session.must or bool(self.session.table.legal(self.session.seat))

    def show(self) -> None:
        scene = self.scene
        self.selection.lay_out(self.painter.things(scene), self._entries != self._seen, self.session.must)
        self._seen = self._entries
        super().show()

    def held(self, scene: Scene) -> hand.Held:
        return hand.Held(
            self.selection.things,
            self.selection.selected,
            self._turn(scene),
            self.session.must or self.session.may_step_in,
            self.painter.own(scene),
            self._enter(),
            self.enter_lines,
        )

    def _turn(self, scene: Scene) -> str:
        table = self.session.table
        if table.over:
            return self.tell(fact("terminal.over"))
        if self.session.away:
            return self.t("away")
        if self.session.must:
            return self.painter.due(scene)
        if self.session.may_step_in:
            return self.t("may_step_in")
        return self.t("thinking", players=[fact("common.player", player=seat) for seat in table.actors])

    def _enter(self) -> str:
        """What Enter would do, in words."""
        table, action = self.session.table, self.selection.action
        if action is not None and action in table.legal(self.session.seat):
            return self._use(action, self.selection.uses)
        if table.over:
            return self.t("see_result")
        return self.t("go_on") if self.session.may_step_in else ""

    def _use(self, action: int, uses: Sequence[int]) -> str:
        """An action in words, and how many others its thing has."""
        words = self.tell(self.session.describe(action))
        return f"{words}   ↑↓ {uses.index(action) + 1}/{len(uses)}" if len(uses) > 1 else words

    # How the game goes on

    def go_on(self) -> None:
        """Continue the game: the end, a bot's move, or the person's."""
        if self._waiting is not None:
            self._waiting.stop()
            self._waiting = None
        if self.session.table.over:
            self.app.finish(self.session)
        elif not self.session.may_step_in and not self._thinking:
            self._thinking = True
            self._think(self._entries)

    @work(group="bots")
    async def _think(self, entries: int) -> None:
        """Ask the bots."""
        self._thought(entries, await in_thread(self.session.bots_choice))

    def _thought(self, entries: int, choice: Act | None) -> None:
        """Play what a bot has chosen, or wait for the person. If the position has changed, ask the bots again."""
        self._thinking = False
        if self not in self.app.screen_stack:
            return  # the person has switched to another game
        self.app.notice_compiling(self.session)
        taken_over = choice is not None and choice.seat == self.session.seat and not self.session.away
        if entries != self._entries or taken_over:
            self.go_on()
        elif choice is not None and self.app.pause:
            self._waiting = self.set_timer(self.app.pause, lambda: self._bot_acts(choice))
        elif choice is not None:
            self._bot_acts(choice)

    def _bot_acts(self, choice: Act) -> None:
        self.session.carry_out(choice)
        self.changed()

    def changed(self) -> None:
        self.show()
        self.go_on()

    def act(self, action: int) -> None:
        try:
            self.session.act(action)
        except KolodaError as error:
            self.app.complain(self.tell(error.detail))
        else:
            self.changed()

    def enter(self) -> None:
        action = self.selection.action
        if action is not None and action in self.session.table.legal(self.session.seat):
            self.act(action)
        elif self.session.may_step_in:
            self.session.let_pass()
            self.changed()
        elif self.session.table.over:
            self.app.finish(self.session)

    # Keys and mouse

    def on_key(self, event: events.Key) -> None:
        key = pressed(event)
        if self.selection.press(key):
            self.repaint()
        elif (thing := self.selection.by_key(key)) is not None:
            self.selection.select(thing)
            if self.selection.things[thing].face is None:
                self.enter()
            self.repaint()
        elif key in ("enter", "space"):
            self.enter()
        elif key in ("pageup", "pagedown"):
            self.scroll_log(key)
        elif key in COMMANDS:
            self.app.command(COMMANDS[key], self)
        else:
            return
        event.stop()

    def on_canvas_widget_pointed(self, event: CanvasWidget.Pointed) -> None:
        """A click selects a card, a second one plays it; a button or a place acts at once."""
        match event.what:
            case ("thing", int(number)):
                again = number == self.selection.selected and self.selection.deliberate
                self.selection.select(number)
                if again or self.selection.things[number].face is None:
                    self.enter()
            case ("action", int(action)):
                self.act(action)
            case ("enter", _):
                self.enter()
        self.repaint()
