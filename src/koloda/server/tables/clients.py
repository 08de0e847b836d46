"""The interfaces between a live table, the runner of its bots, and notices to people who are not there."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Protocol

from koloda.bots.hint import HintMove
from koloda.bots.knowledge import Knowledge
from koloda.core.facts import Fact
from koloda.server.messages import PushSubscription
from koloda.server.tables.commands import BotMove
from koloda.server.tables.history import TableHistory
from koloda.server.tables.state import TableState


class BotSeats(Protocol):
    """A live table, as the runner of its bots sees it."""

    @property
    def seq(self) -> int:
        """The number of the last event."""

    @property
    def watched(self) -> bool:
        """Is anybody connected?"""

    @property
    def owned(self) -> bool:
        """Do the table's bots belong to this node?"""

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

    async def reason(self, knowledge: Knowledge, moves: Sequence[HintMove]) -> tuple[Fact, ...]:
        """Why the best of these moves is better than the others, in words; in its own thread."""

    def close(self) -> None:
        """Close the bots. This may take a while."""


class TurnNotices(Protocol):
    """Tells people who are not connected that it is their turn."""

    counted: Callable[[str], None]
    """Is told what has become of each notice."""

    async def start(self) -> None: ...

    def close(self) -> None:
        """Send nothing any more."""

    def wanted(self, table: str) -> bool:
        """Does anybody want to be told of their turns at a table?"""

    def wanted_at(self, table: str) -> None:
        """Somebody wants to be told of their turns at a table, and said so to another node."""

    def forget_key(self) -> None:
        """The key may have been renewed by another node."""

    async def refresh(self) -> None:
        """Learn what other nodes may have told us in vain."""

    async def key(self) -> str:
        """The key that browsers subscribe with."""

    async def renew_key(self) -> int:
        """Make another key and forget all devices, which the old one belongs to; returns how many they were."""

    async def devices(self) -> int:
        """How many devices there are."""

    async def subscribe(self, table: TableState, seat: int, wanted: PushSubscription) -> None:
        """Tell the person in a seat on one more device. Raises `Refused` if that is not possible."""

    async def forget(self, endpoint: str) -> None:
        """Tell nobody any more on this device."""

    async def follow(self, table: str, following: str) -> None:
        """People who are told of their turns at a table are told at that of its rematch, too."""

    def table_changed(self, table: TableState, here: Sequence[bool]) -> None:
        """Something has happened at the table, or somebody has come or gone; `here` says who is connected."""

    def nudged(self, table: TableState, seat: int, by: int) -> None:
        """Somebody has nudged the person in a seat, who may be connected or not."""

    def table_gone(self, table: str) -> None:
        """The table has been removed."""
