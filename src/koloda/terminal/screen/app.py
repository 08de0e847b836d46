"""The app in full screen: set up a game, play it, show how it ended, start the next."""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from textual.screen import Screen

from koloda.core import rulebook
from koloda.core.errors import KolodaError
from koloda.core.facts import fact
from koloda.core.text import Language, first_text, say
from koloda.table.table import Table
from koloda.terminal.bots import close_bots, report_faults
from koloda.terminal.files import save_record
from koloda.terminal.play import PlayOptions, kept_file, new_table, seated, tell_left
from koloda.terminal.screen.base_app import BaseApp
from koloda.terminal.screen.dialogs import Dialog, RulebookDialog, TextPrompt
from koloda.terminal.screen.hint import HintDialog
from koloda.terminal.screen.result import result
from koloda.terminal.screen.setup import SetUpScreen
from koloda.terminal.screen.table import TableScreen
from koloda.terminal.screen.themes import THEMES, usual_theme
from koloda.terminal.session import Session

HEIGHTS = [(0, "-short"), (36, "-tall")]


class KolodaApp(BaseApp):
    CSS_PATH = "koloda.tcss"
    ENABLE_COMMAND_PALETTE = False
    VERTICAL_BREAKPOINTS = HEIGHTS

    def __init__(
        self,
        wanted: PlayOptions,
        session: Session | None,
        language: Language,
        pause: float,
        foresight: bool = False,
    ) -> None:
        """Begin at a table, or else with the set-up, filled in with what is wanted.

        With `foresight`, compile the search for hints as soon as a table opens; this takes a while only once.
        """
        super().__init__()
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = usual_theme()
        self.wanted = wanted
        self.session = session
        self.language = language
        self.pause = pause
        self.foresight = foresight
        self._told_compiling = False

    def on_mount(self) -> None:
        if not self.is_headless:
            self.set_interval(1.0, leave_if_terminal_is_gone)
        if self.session is not None:
            self.play(self.session)
        else:
            self.push_screen(SetUpScreen(self.wanted))

    def play(self, session: Session) -> None:
        """Sit down at a table; it replaces the current screen."""
        if self.session is not None and self.session is not session:
            close_bots(self.session.table, self.session.bots)
        self.session = session
        report_faults(session.table, session.bots, self.language, self._hear)
        if self.foresight and session.table.game.deals_anew:
            session.prepare_advice()
        screen = TableScreen(session)
        if isinstance(self.screen, TableScreen | SetUpScreen):
            self.switch_screen(screen)
        else:
            self.push_screen(screen)

    def _hear(self, fault: str) -> None:
        """Show the fault of an external bot. Called from the bot's thread."""
        self.call_from_thread(self.complain, fault)

    def begin(self, wanted: PlayOptions) -> None:
        self.wanted = wanted
        self.open(lambda: new_table(wanted, self.language))

    def open(self, table: Callable[[], Table]) -> None:
        try:
            found = table()
            bots = seated(found, self.wanted.seed, self.language)
        except KolodaError as error:
            self.complain(error.text(self.language))
        else:
            self.play(Session(found, bots))

    @property
    def left(self) -> Table | None:
        """The table that the person has left unfinished."""
        return None if self.session is None or self.session.table.over else self.session.table

    # Commands at a table

    def command(self, command: str, screen: Screen[None]) -> None:
        getattr(self, f"do_{command}")(screen)

    def do_help(self, screen: TableScreen) -> None:
        game = screen.session.table.game

        def then(answer: str | None) -> None:
            if answer == "rules":
                title = say(fact(f"{game.name}.title"), self.language)
                page = rulebook.page(game, self.language) or say(fact("terminal.no_rulebook"), self.language)
                self.push_screen(RulebookDialog(title, page, self.t("close")))

        about = first_text(self.language, f"{game.name}.screen_help", f"{game.name}.about") or ""
        body = "\n".join((self.t("help_keys"), "", about))
        self.push_screen(Dialog(self.t("help"), body, self.t("help_footer"), {"r": "rules", "enter": ""}), then)

    def do_log(self, screen: TableScreen) -> None:
        log = Dialog(self.t("log"), "\n".join(screen.told()), self.t("close"), {"enter": ""})
        self.push_screen(log)
        log.call_after_refresh(log.scroll_to_end)

    def do_undo(self, screen: TableScreen) -> None:
        try:
            screen.session.table.undo(screen.session.seat)
        except KolodaError as error:
            self.complain(screen.tell(error.detail))
        else:
            self.notify(screen.tell(fact("terminal.undone")))
            screen.changed()

    def do_away(self, screen: TableScreen) -> None:
        """Let a bot play in the person's place until the key is pressed again."""
        session = screen.session
        if session.away:
            session.take_over()
        else:
            session.hand_over()
        screen.changed()

    def do_save(self, screen: TableScreen) -> None:
        def then(file: str | None) -> None:
            if file is not None:
                told = screen.session.save(file)
                self.notify(screen.tell(told), severity="error" if told.key.endswith("not_saved") else "information")

        self.push_screen(TextPrompt(self.t("save_as"), self.t("save_footer"), screen.session.usual_file), then)

    def do_say(self, screen: TableScreen) -> None:
        """Play a move typed in notation."""

        def then(text: str | None) -> None:
            if text:
                try:
                    action = screen.session.read_move(text)
                except KolodaError as error:
                    self.complain(screen.tell(error.detail))
                else:
                    screen.act(action)

        self.push_screen(TextPrompt(self.t("say_move"), self.t("say_footer")), then)

    def do_hint(self, screen: TableScreen) -> None:
        def then(action: str | None) -> None:
            if action:
                screen.selection.aim(int(action))
                screen.repaint()

        if screen.session.must or screen.session.may_step_in:
            self.push_screen(HintDialog(screen.session, self.language), then)
        else:
            self.notify(self.t("hint_later"))

    def do_language(self, screen: TableScreen) -> None:
        self.next_language()
        screen.show()

    def do_colours(self, screen: TableScreen) -> None:
        self.next_colours()
        screen.show()

    def do_quit(self, screen: TableScreen) -> None:
        table = screen.session.table
        if table.over:
            self.exit()
            return

        def then(answer: str | None) -> None:
            if answer == "leave":
                self.exit()
            elif answer == "new":
                save_record(table.record, kept_file(), make_folder=True)
                self.switch_screen(SetUpScreen(replace(self.wanted, game=table.game.name)))

        answers = {"enter": "leave", "n": "new"}
        self.push_screen(Dialog(self.t("quit"), self.t("quit_kept"), self.t("quit_footer"), answers), then)

    # The end

    def finish(self, session: Session) -> None:
        table = session.table
        notes = []
        if self.wanted.record is not None:
            problem = save_record(table.record, self.wanted.record)
            notes.append(problem or fact("terminal.recorded", file=str(self.wanted.record)))
        body = result(session, self.language, notes)

        def then(answer: str | None) -> None:
            screen = self.screen
            if answer == "again":
                self.begin(replace(self.wanted, game=table.game.name, seed=None))
            elif answer == "new":
                self.switch_screen(SetUpScreen(replace(self.wanted, game=table.game.name, seed=None)))
            elif answer == "save" and isinstance(screen, TableScreen):
                self.do_save(screen)
            elif answer == "quit":
                self.exit()

        answers = {"enter": "", "a": "again", "n": "new", "s": "save", "q": "quit"}
        self.push_screen(Dialog(self.t("result"), body, self.t("result_footer"), answers), then)

    def notice_compiling(self, session: Session) -> None:
        if session.compiling and not self._told_compiling:
            self._told_compiling = True
            self.notify(say(fact("terminal.compiling"), self.language), timeout=6)


def leave_if_terminal_is_gone() -> None:
    """Only the first program in a window hears that the window was closed; if make has started us, we must check."""
    if not os.isatty(0):
        os.kill(os.getpid(), signal.SIGHUP)


@contextmanager
def _kept_when_killed(app: KolodaApp) -> Iterator[None]:
    """Keep the game when the window is closed or the process is killed."""

    def keep(number: int, _: object) -> None:
        if app.left is not None:
            save_record(app.left.record, kept_file(), make_folder=True)
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)

    signals = [getattr(signal, name) for name in ("SIGHUP", "SIGTERM") if hasattr(signal, name)]
    before = {number: signal.signal(number, keep) for number in signals}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def run(wanted: PlayOptions, session: Session | None, language: Language) -> int:
    """Run in full screen until the person leaves. Keep an unfinished game."""
    app = KolodaApp(wanted, session, language, wanted.pause, foresight=True)
    with _kept_when_killed(app):
        app.run()
    if app.session is not None:
        close_bots(app.session.table, app.session.bots)
    left = app.left
    return max(app.return_code or 0, 0 if left is None else tell_left(left, app.language))
