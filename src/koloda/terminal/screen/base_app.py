"""The app as its screens see it, so that they need not import the app that shows them."""

from collections.abc import Callable
from pathlib import Path

from textual.screen import Screen

from koloda.table.table import Table
from koloda.terminal.play import PlayOptions
from koloda.terminal.screen.screen_app import ScreenApp
from koloda.terminal.session import Session


class BaseApp(ScreenApp):
    """An app in which games are played: what its screens can ask for."""

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
