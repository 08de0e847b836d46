"""Where tables are kept. One small interface, so that another database can take SQLite's place."""

from collections.abc import Sequence
from typing import Protocol

import msgspec


class Conflict(Exception):
    """An event with that number is there already: somebody else has moved this table on."""


class StorageError(Exception):
    """It could not be written (a full disk, say). Nothing was."""


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """What can be looked for without reading a table's events."""

    game: str
    status: str
    public: bool
    listing: bytes
    """The encoded `messages.Listed` of a public table."""
    due: int | None
    """When something has to be done at this table (a deadline, a bot's move), else None."""


class Append(msgspec.Struct, frozen=True, kw_only=True):
    """What one command changes: all of it or nothing."""

    table: str
    first: int
    """The number of the first event: one more than the last that is stored. Numbers start at 1."""
    events: Sequence[bytes]
    kept: Kept
    command: tuple[str, str] | None = None
    """Whose command it was (a seat's name for itself) and its id, if it is to be answered once."""
    answer: bytes = b""


class Store(Protocol):
    """All reads see what was appended before. `append` returns when it is durable."""

    async def append(self, change: Append) -> None:
        """Raises `Conflict` or `StorageError`, and then has changed nothing."""

    async def events(self, table: str, since: int = 0) -> list[bytes]:
        """A table's events after number `since`; [] if there is no such table."""

    async def answer(self, table: str, command: tuple[str, str]) -> bytes | None:
        """What a command was answered, if it was accepted before."""

    async def public(self, most: int) -> list[bytes]:
        """Listings of public tables that are not over, the newest first."""

    async def due(self) -> list[str]:
        """The tables at which something has to be done some time."""

    async def beat(self, now: int) -> int | None:
        """Note that the server is alive at `now`; returns the time noted before."""

    async def close(self) -> None: ...
