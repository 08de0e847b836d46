"""The app in full screen: set up a game, play it, show how it ended, start the next."""

import signal
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from textual.screen import Screen

from koloda.analysis.review import Review
from koloda.core.errors import KolodaError
from koloda.core.facts import Fact, fact
from koloda.core.text import Language, first_text, say
from koloda.table.table import Table
from koloda.terminal.bots import close_bots, report_faults
from koloda.terminal.files import is_there, save_record
from koloda.terminal.play import PlayOptions, new_table, resumed, sit_down, tell_left
from koloda.terminal.review import can_review
from koloda.terminal.screen.base_app import BaseApp
from koloda.terminal.screen.dialogs import Dialog, QuitDialog, TextPrompt
from koloda.terminal.screen.hint import HintDialog
from koloda.terminal.screen.replay import show_report
from koloda.terminal.screen.result import result
from koloda.terminal.screen.review import begin_review
from koloda.terminal.screen.saved_games_dialog import SavedGamesDialog
from koloda.terminal.screen.screen_app import run_app
from koloda.terminal.screen.setup import SetUpScreen
from koloda.terminal.screen.table import TableScreen
from koloda.terminal.session import Session


class KolodaApp(BaseApp):
    def __init__(
        self,
        wanted: PlayOptions,
        session: Session | None,
        language: Language,
        pause: float,
        foresight: bool = False,
        resuming: bool = False,
    ) -> None:
        """Begin at a table, or else with the set-up, filled in with what is wanted; `resuming`: with the saved games.

        With `foresight`, compile the search for hints as soon as a table opens; this takes a while only once.
        """
        super().__init__(language, pause)
        self.wanted = wanted
        self.session = session
        self.foresight = foresight
        self.resuming = resuming
        self._recorded: tuple[Session, Fact] | None = None  # whose record was written, and how that went
        self._reviewed: tuple[Session, Review] | None = None  # the game that was reviewed last
        self._told_compiling = False

    def on_mount(self) -> None:
        if self.session is not None:
            self.play(self.session)
        else:
            self.push_screen(SetUpScreen(self.wanted))
            if self.resuming:
                self.choose_saved()

    def play(self, session: Session) -> None:
        """Sit down at a table; it replaces the current screen."""
        if self.session is not None and self.session is not session:
            close_bots(self.session.table, self.session.bots)
        self.session = session
        report_faults(session.table, session.bots, self.language, self._hear)
        if session.autosave is not None:
            session.autosave.tell = lambda problem: self.complain(say(problem, self.language))
        session.keep()
        if self.foresight and session.table.game.deals_anew:
            session.prepare_advice()
        screen = TableScreen(session)
        if isinstance(self.screen, TableScreen | SetUpScreen):
            self.switch_screen(screen)
        else:
            self.push_screen(screen)

    def _hear(self, fault: str) -> None:
        """Show the fault of an external bot. Called from the bot's thread."""
        self.call_later(self.complain, fault)

    def begin(self, wanted: PlayOptions) -> None:
        self.wanted = wanted
        self.open(lambda: new_table(wanted, self.language))

    def open(self, table: Callable[[], Table], source: Path | None = None) -> None:
        try:
            session = sit_down(table(), self.wanted.seed, self.language, source)
        except KolodaError as error:
            self.complain(error.text(self.language))
        else:
            self.play(session)

    def choose_saved(self) -> None:
        """Let the person choose a saved game, and go on with it."""

        def then(file: str | None) -> None:
            screen = self.screen
            if isinstance(screen, SetUpScreen):
                screen.show()  # games may have been deleted
            if file:
                # the bots of the command line replace those of the game that it resumes, not of any other
                bots, level = (self.wanted.bots, self.wanted.level) if self.resuming else ((), None)
                self.open(lambda: resumed(Path(file), bots, level), Path(file))

        self.push_screen(SavedGamesDialog(self.language), then)

    def forget(self, file: Path) -> None:
        """A saved game was deleted: if it is the one that the person has left last, it is not saved again."""
        if self.session is not None and self.session.autosave is not None and self.session.autosave.file == file:
            close_bots(self.session.table, self.session.bots)
            self.session = None

    @property
    def left(self) -> Session | None:
        """The game that the person has left unfinished."""
        return None if self.session is None or self.session.table.over else self.session

    # Ctrl-C and signals

    def interrupt(self) -> None:
        """Ctrl-C during a game asks whether to leave; without one, and the second time, it quits."""
        table = next((screen for screen in self.screen_stack if isinstance(screen, TableScreen)), None)
        if table is None or table.session.table.over or isinstance(self.screen, QuitDialog):
            self.exit(return_code=128 + signal.SIGINT)
        else:
            self.do_quit(table)

    # Commands at a table

    def command(self, command: str, screen: Screen[None]) -> None:
        getattr(self, f"do_{command}")(screen)

    def do_help(self, screen: TableScreen) -> None:
        game = screen.session.table.game

        about = first_text(self.language, f"{game.name}.screen_help", f"{game.name}.about") or ""
        self.show_help(game, "\n".join((self.t("help_keys"), "", about)))

    def do_log(self, screen: TableScreen) -> None:
        self.show_log(screen.told())

    def do_undo(self, screen: TableScreen) -> None:
        try:
            screen.session.undo()
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
        def save(file: Path) -> None:
            told = screen.session.save(file)
            self.notify(screen.tell(told), severity="error" if told.key.endswith("not_saved") else "information")

        def then(answer: str | None) -> None:
            if answer is None:
                return
            file = Path(answer or screen.session.usual_file)
            if is_there(file):
                question = self.t("replace", file=str(file))
                answers = {"y": "replace"}
                self.push_screen(
                    Dialog(self.t("save_as"), question, self.t("replace_footer"), answers),
                    lambda agreed: save(file) if agreed else None,
                )
            else:
                save(file)

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
                while self.screen is not screen:  # Ctrl-C asks in front of another dialog, too
                    self.pop_screen()
                self.switch_screen(SetUpScreen(replace(self.wanted, game=table.game.name)))

        answers = {"enter": "leave", "n": "new"}
        self.push_screen(QuitDialog(self.t("quit"), self.t("quit_kept"), self.t("quit_footer"), answers), then)

    # The end

    def finish(self, session: Session) -> None:
        table = session.table
        if self.wanted.record is not None:
            self._recorded = session, self._write_record(session, self.wanted.record)
            self.wanted = replace(self.wanted, record=None)  # the next game does not replace it
        if self.wanted.review:
            self.wanted = replace(self.wanted, review=False)  # Esc leads to the result
            if can_review(table.game):
                self.review(session)
                return
        notes = [self._recorded[1]] if self._recorded is not None and self._recorded[0] is session else []
        body = result(session, self.language, notes)

        def then(answer: str | None) -> None:
            screen = self.screen
            if answer == "review":
                self.review(session)
            elif answer == "again":
                self.begin(replace(self.wanted, game=table.game.name, seed=None))
            elif answer == "new":
                self.switch_screen(SetUpScreen(replace(self.wanted, game=table.game.name, seed=None)))
            elif answer == "save" and isinstance(screen, TableScreen):
                self.do_save(screen)
            elif answer == "quit":
                self.exit()

        answers = {"enter": "", "a": "again", "n": "new", "s": "save", "q": "quit"}
        footer = self.t("result_footer")
        if can_review(table.game):
            answers["r"] = "review"
            footer = f"{self.t('result_review')}   {footer}"
        self.push_screen(Dialog(self.t("result"), body, footer, answers), then)

    def review(self, session: Session) -> None:
        """Review a game that is over; then back to its result."""
        record = session.table.record

        def then(found: Review | None) -> None:
            if found is None:
                self.finish(session)
            else:
                self._reviewed = session, found
                show_report(self, record, found, session.seat, lambda: self.finish(session))

        if self._reviewed is not None and self._reviewed[0] is session:
            then(self._reviewed[1])
        else:
            begin_review(self, record, then)

    def _write_record(self, session: Session, file: Path) -> Fact:
        if is_there(file):  # somebody has made it during the game
            return fact("terminal.record_exists", file=str(file))
        problem = save_record(session.table.record, file, make_folder=True)
        return problem or fact("terminal.recorded", file=str(file))

    def notice_compiling(self, session: Session) -> None:
        if session.compiling and not self._told_compiling:
            self._told_compiling = True
            self.notify(say(fact("terminal.compiling"), self.language), timeout=6)


def run(wanted: PlayOptions, session: Session | None, language: Language, resuming: bool = False) -> int:
    """Run in full screen until the person leaves or a signal ends the program, and leave the terminal as it was."""
    app = KolodaApp(wanted, session, language, wanted.pause, foresight=True, resuming=resuming)

    status = run_app(app, lambda: _close_bots(app))
    left = 0 if app.left is None else tell_left(app.left, app.language)
    return status or left


def _close_bots(app: KolodaApp) -> None:
    if app.session is not None:
        close_bots(app.session.table, app.session.bots)
