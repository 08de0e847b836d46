"""What the players of bots' seats and a live table ask of each other."""

from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Protocol

from koloda.server.tables.commands import BotMove
from koloda.server.tables.history import TableHistory


class BotSeats(Protocol):
    """A live table, as whoever plays its bots sees it."""

    @property
    def seq(self) -> int:
        """The last event."""

    @property
    def watched(self) -> bool:
        """Is anybody connected?"""

    def reading(self) -> AbstractAsyncContextManager[TableHistory]:
        """The table, to look at; nothing changes meanwhile."""

    async def move(self, moves: Sequence[tuple[int, BotMove]]) -> None:
        """Carry out moves of seats. Those that were overtaken do nothing."""


class BotClient(Protocol):
    """Plays the bots of one table."""

    @property
    def busy(self) -> bool: ...

    def table_changed(self, history: TableHistory) -> None:
        """Something has happened at the table. The table is locked meanwhile: look, but do not wait."""

    def close(self) -> None: ...


class BotClients(Protocol):
    """Plays the bots of all tables."""

    @property
    def specs(self) -> Mapping[str, str]:
        """The bots by name, and what they are: from gentle to strong, then those that the server brings."""

    def attach(self, table: BotSeats) -> BotClient: ...

    def close(self) -> None:
        """Let the bots go; may take a while."""
