"""The table: one game against bots, played by keys or by mouse."""

from collections.abc import Sequence

from textual import events, work
from textual.timer import Timer

from koloda.core.errors import KolodaError
from koloda.core.facts import fact
from koloda.core.game import Act
from koloda.drawing.scene import Scene
from koloda.table.match import Match
from koloda.terminal.screen import hand
from koloda.terminal.screen.base_app import BaseApp
from koloda.terminal.screen.choosing import ChoosingScreen
from koloda.terminal.screen.keys import COMMANDS, SHOWN, pressed
from koloda.terminal.screen.threads import in_thread
from koloda.terminal.session import Session


class TableScreen(ChoosingScreen):
    KEYS = SHOWN
    app: BaseApp

    def __init__(self, session: Session) -> None:
        self.session = session
        self.seat = session.seat
        super().__init__(session.table.game, session.table.record.names)
        self._thinking = False
        self._waiting: Timer | None = None

    @property
    def _entries(self) -> int:
        return len(self.session.table.match.entries)

    # What is shown

    @property
    def match(self) -> Match:
        return self.session.table.match

    @property
    def legal(self) -> Sequence[int]:
        """The moves that the person can make now. (That includes taking back a choice while others still choose.)"""
        return [] if self.match.over or self.session.away else self.match.legal(self.seat)

    @property
    def must(self) -> bool:
        return self.session.must

    @property
    def position(self) -> int:
        return self._entries

    def on_mount(self) -> None:
        self.show()
        self.go_on()

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
        if self.aimed is not None:
            return self.use(self.aimed, self.selection.uses)
        if self.session.table.over:
            return self.t("see_result")
        return self.t("go_on") if self.session.may_step_in else ""

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
        if self.aimed is not None:
            self.act(self.aimed)
        elif self.session.may_step_in:
            self.session.let_pass()
            self.changed()
        elif self.session.table.over:
            self.app.finish(self.session)

    def on_key(self, event: events.Key) -> None:
        key = pressed(event)
        if self.choose(key):
            pass
        elif key in ("pageup", "pagedown"):
            self.scroll_log(key)
        elif key in COMMANDS:
            self.app.command(COMMANDS[key], self)
        else:
            return
        event.stop()
