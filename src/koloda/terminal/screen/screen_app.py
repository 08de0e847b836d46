"""What the apps in full screen have in common: language, colours, dialogs, and how they end."""

import asyncio
import os
import signal
from collections.abc import Callable
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType

from koloda.core import rulebook
from koloda.core.facts import Arg, fact
from koloda.core.game import Game
from koloda.core.text import LANGUAGES, Language, say
from koloda.terminal.screen.dialogs import Dialog, RulebookDialog
from koloda.terminal.screen.themes import THEMES, usual_theme
from koloda.terminal.signals import Ended, terminal_is_gone, watching_the_terminal, when_told_to_end


class ScreenApp(App[None]):
    CSS_PATH = "koloda.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "interrupt", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", show=False, priority=True),
    ]

    def __init__(self, language: Language, pause: float) -> None:
        """`pause` is how many seconds the screen waits before it shows what others do."""
        super().__init__()
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = usual_theme()
        self.language = language
        self.pause = pause
        self._running_loop: asyncio.AbstractEventLoop | None = None

    async def on_load(self) -> None:
        self._running_loop = asyncio.get_running_loop()

    def t(self, key: str, /, **args: Arg) -> str:
        return say(fact(f"screen.{key}", **args), self.language)

    def complain(self, text: str) -> None:
        self.notify(text, severity="error", timeout=6)

    def next_language(self) -> None:
        self.language = LANGUAGES[(LANGUAGES.index(self.language) + 1) % len(LANGUAGES)]

    def next_colours(self) -> None:
        self.theme = "koloda-light" if self.theme == "koloda-dark" else "koloda-dark"

    def show_help(self, game: Game, body: str) -> None:
        """Show a text about the keys; from there, the rules of the game."""

        def then(answer: str | None) -> None:
            if answer == "rules":
                title = say(fact(f"{game.name}.title"), self.language)
                page = rulebook.page(game, self.language) or say(fact("terminal.no_rulebook"), self.language)
                self.push_screen(RulebookDialog(title, page, self.t("close")))

        self.push_screen(Dialog(self.t("help"), body, self.t("help_footer"), {"r": "rules", "enter": ""}), then)

    def show_log(self, lines: list[str]) -> None:
        log = Dialog(self.t("log"), "\n".join(lines), self.t("close"), {"enter": ""})
        self.push_screen(log)
        log.call_after_refresh(log.scroll_to_end)

    def action_interrupt(self) -> None:
        """Ctrl-C. It cancels what a dialog is doing, if it does something."""
        if not (isinstance(self.screen, Dialog) and self.screen.interrupt()):
            self.interrupt()

    def interrupt(self) -> None:
        """Ctrl-C where there is nothing to cancel."""
        self.exit(return_code=128 + signal.SIGINT)

    def end_by(self, number: int) -> None:
        """End because of a signal, as soon as the app can. Called from a signal handler."""
        if self._running_loop is None:
            raise Ended(number)
        self._running_loop.call_soon_threadsafe(lambda: self.exit(return_code=128 + number))


def run_app(app: ScreenApp, close: Callable[[], None]) -> int:
    """Run an app until the person leaves or a signal ends the program, and leave the terminal as it was.

    `close` ends what the app has started. Returns the exit status.
    """

    def told_to_end(number: int) -> None:
        if terminal_is_gone():  # there is no screen to restore, and drawing on it may hang
            close()
            os._exit(128 + number)
        app.end_by(number)

    with when_told_to_end(told_to_end, "SIGINT"), watching_the_terminal():
        app.run()
    close()
    return app.return_code or 0
