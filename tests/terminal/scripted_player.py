"""A player at the keyboard, for the tests."""

from collections.abc import Iterable, Iterator

from koloda.bots.random import RandomBot
from koloda.core.text import Language
from koloda.table.table import Table
from koloda.terminal.line_mode import LeftTable, LineMode
from koloda.terminal.session import Session


class ScriptedPlayer:
    """Types prepared lines, then leaves; keeps what was shown."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines: Iterator[str] = iter(lines)
        self.shown: list[str] = []

    def ask(self, prompt: str) -> str:
        self.shown.append(prompt)
        for line in self._lines:
            self.shown.append(f"<{line}>")
            return line
        raise EOFError

    def write(self, text: str) -> None:
        self.shown.append(text)

    @property
    def screen(self) -> str:
        return "\n".join(self.shown)


def play_script(table: Table, lines: Iterable[str], language: Language = "en") -> ScriptedPlayer:
    """Play in line mode until the lines run out or the game is over."""
    player = ScriptedPlayer(lines)
    session = Session(table, {seat: RandomBot(seat) for seat in table.record.bots})
    mode = LineMode(session, language, player.ask, player.write)
    try:
        mode.play()
    except LeftTable:
        player.shown.append("left")
    return player
