"""The interfaces between a live table and the runner of its bots."""

from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Protocol

from koloda.bots.hint import HintMove
from koloda.bots.knowledge import Knowledge
from koloda.server.tables.commands import BotMove
from koloda.server.tables.history import TableHistory


class BotSeats(Protocol):
    """A live table, as the runner of its bots sees it."""

    @property
    def seq(self) -> int:
        """The number of the last event."""

    @property
    def watched(self) -> bool:
        """Is anybody connected?"""

    @property
    def pace(self) -> float:
        """How long bots wait before they move, as a multiple of the usual."""

    def reading(self) -> AbstractAsyncContextManager[TableHistory]:
        """The table, to read; it does not change meanwhile."""

    async def move(self, moves: Sequence[tuple[int, BotMove]]) -> None:
        """Carry out moves of seats. Outdated ones do nothing."""


class BotClient(Protocol):
    """Plays the bots of one table."""

    @property
    def busy(self) -> bool: ...

    def table_changed(self, history: TableHistory) -> None:
        """Something has happened at the table. The table is locked during the call: look, but do not wait."""

    def close(self) -> None: ...


class BotClients(Protocol):
    """Plays the bots of all tables."""

    @property
    def specs(self) -> Mapping[str, str]:
        """The bots by name, with their specs: from weak to strong, then those that the server offers."""

    def attach(self, table: BotSeats) -> BotClient: ...

    async def hint(self, knowledge: Knowledge) -> list[HintMove]:
        """What the strongest bot thinks of all moves, in its own thread."""

    def close(self) -> None:
        """Close the bots. This may take a while."""
