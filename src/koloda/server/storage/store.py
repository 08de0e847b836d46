"""The Store interface: small, so that another database can replace SQLite."""

from collections.abc import Sequence
from typing import Protocol

import msgspec


class Conflict(Exception):
    """The event's number is taken: another server has written to this table."""


class StorageError(Exception):
    """Writing failed, for example because the disk is full. Nothing was changed."""


class TableSummary(msgspec.Struct, frozen=True, kw_only=True):
    """What the store can search for without reading a table's events."""

    game: str
    status: str
    public: bool
    listing: bytes
    """The encoded `messages.PublicTable` of a public table."""
    due: int | None
    """When something is next due at this table (a deadline, a bot's move), else None."""


class Append(msgspec.Struct, frozen=True, kw_only=True):
    """What one command changes: all of it or nothing."""

    table: str
    first: int
    """The number of the first event: one more than the last stored one. Numbers start at 1."""
    events: Sequence[bytes]
    summary: TableSummary
    command: tuple[str, str] | None = None
    """For idempotency: whose command it was (the hash of the seat's token), and its id."""
    answer: bytes = b""


class Store(Protocol):
    """Reads see everything that was appended before. `append` returns when the change is durable."""

    async def append(self, change: Append) -> None:
        """Store a change. Raises `Conflict` or `StorageError`, and then nothing has changed."""

    async def events(self, table: str, since: int = 0) -> list[bytes]:
        """A table's events after number `since`; [] if there is no such table."""

    async def answer(self, table: str, command: tuple[str, str]) -> bytes | None:
        """The answer to a command that was accepted before."""

    async def public(self, most: int) -> list[bytes]:
        """The listings of public tables that are not over, the newest first."""

    async def due(self) -> list[str]:
        """The tables at which something is due, now or later."""

    async def beat(self, now: int) -> int | None:
        """Note that the server is alive at `now`. Returns the time noted before."""

    async def close(self) -> None: ...
