"""The app as its screens see it, so that they need not import the app that shows them."""

from collections.abc import Callable
from pathlib import Path

from textual.app import App
from textual.screen import Screen

from koloda.core.facts import Arg, fact
from koloda.core.text import LANGUAGES, Language, say
from koloda.table.table import Table
from koloda.terminal.play import PlayOptions
from koloda.terminal.session import Session


class BaseApp(App[None]):
    """The language, the colours and the pace of the app, and what its screens can ask for."""

    language: Language
    pause: float
    """Seconds before a bot's move is shown."""

    def t(self, key: str, /, **args: Arg) -> str:
        return say(fact(f"screen.{key}", **args), self.language)

    def complain(self, text: str) -> None:
        self.notify(text, severity="error", timeout=6)

    def next_language(self) -> None:
        self.language = LANGUAGES[(LANGUAGES.index(self.language) + 1) % len(LANGUAGES)]

    def next_colours(self) -> None:
        self.theme = "koloda-light" if self.theme == "koloda-dark" else "koloda-dark"

    def begin(self, wanted: PlayOptions) -> None:
        """Start a new game. Options that contradict each other are refused."""
        raise NotImplementedError

    def open(self, table: Callable[[], Table], source: Path | None = None) -> None:
        """Play at a table, unless making it raises an error. `source` is the file that it comes from, if any."""
        raise NotImplementedError

    def choose_saved(self) -> None:
        """Let the person choose a saved game, and go on with it."""
        raise NotImplementedError

    def forget(self, file: Path) -> None:
        """Take note that a saved game was deleted."""
        raise NotImplementedError

    def command(self, command: str, screen: Screen[None]) -> None:
        """Carry out a command that a key stands for."""
        raise NotImplementedError

    def finish(self, session: Session) -> None:
        """Show how the game ended, and offer the next."""
        raise NotImplementedError

    def notice_compiling(self, session: Session) -> None:
        """Say once that bots are weaker until their search is compiled."""
        raise NotImplementedError
