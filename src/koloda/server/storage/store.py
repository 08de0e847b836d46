"""The Store interface: small, so that another database can replace SQLite."""

import os
from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

import msgspec

from koloda.core.facts import Fact
from koloda.core.text import Language, say
from koloda.server.storage.leases import LeaseStore
from koloda.server.storage.push import PushStore


class Conflict(Exception):
    """Somebody was first: the event's number is taken, or the command was answered before. Nothing was changed."""


class Fenced(Conflict):
    """Another node owns this table by now. Nothing was changed."""


class StorageError(Exception):
    """The store does not answer, or writing failed, for example because the disk is full."""


class Explained(StorageError):
    """A problem that the operator can solve; `detail` says in both languages what it is."""

    def __init__(self, detail: Fact) -> None:
        super().__init__(say(detail))
        self.detail = detail


def problem_with(error: Exception, language: Language) -> str:
    """What is wrong with a store, in the operator's language if it is something that they can solve."""
    return say(error.detail, language) if isinstance(error, Explained) else str(error)


class TableSummary(msgspec.Struct, frozen=True, kw_only=True):
    """What the store can search for without reading a table's events."""

    game: str
    status: str
    public: bool
    listing: bytes
    """The encoded `messages.PublicTable`."""
    due: int | None
    """When something is next due at this table (a deadline, a bot's move), else None."""
    created: int
    """When the table was opened: milliseconds since 1970."""
    active: int
    """When its last event happened."""


class StoredTable(msgspec.Struct, frozen=True, kw_only=True):
    """What the store knows about a table without reading its events."""

    number: int
    """Newer tables have larger numbers."""
    id: str
    game: str
    status: str
    public: bool
    created: int
    active: int
    listing: bytes


class Ban(msgspec.Struct, frozen=True, kw_only=True):
    """A network whose requests are refused until some time."""

    network: str
    """As `ipaddress` writes it: "203.0.113.7/32"."""
    since: int
    until: int
    why: str = ""
    """What the people there read."""


class TableQuery(msgspec.Struct, frozen=True, kw_only=True):
    """Which tables are wanted. None means: any."""

    id: str | None = None
    game: str | None = None
    status: str | None = None
    idle_since: int | None = None
    """Those whose last event happened before this moment."""
    before: int | None = None
    """Those with smaller numbers."""
    most: int | None = None


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
    fence: int | None = None
    """For what only the owner of a table may do: the fence that its lease came with. None for what any node may do."""
    owner: int | None = None
    """The node that owns a new table. Its fence is `FIRST_FENCE`."""


class Head(NamedTuple):
    """Where a table stands."""

    last: int
    """The number of its last event."""
    owner: int | None
    """The node that owns it; None if that one is not alive."""


class Store(Protocol):
    """Reads see everything that was appended before. `append` returns when the change is durable."""

    @property
    def push(self) -> PushStore:
        """Who wants to be told of their turns."""

    @property
    def leases(self) -> LeaseStore:
        """Which nodes there are, and which tables they own."""

    async def append(self, change: Append) -> None:
        """Store a change. Raises `Conflict` (or `Fenced`), and then nothing has changed; or `StorageError`, and then it
        may have been stored nevertheless: a connection can break while the database commits.
        """

    async def events(self, table: str, since: int = 0) -> list[bytes]:
        """A table's events after number `since`; [] if there is no such table."""

    async def heads(self, tables: Sequence[str]) -> Mapping[str, Head]:
        """Where these tables stand; those that do not exist are left out."""

    async def answer(self, table: str, command: tuple[str, str]) -> bytes | None:
        """The answer to a command that was accepted before."""

    async def public(self, most: int, active_since: int = 0) -> list[bytes]:
        """The listings of public tables that are waiting or playing and had an event since then, the newest first."""

    async def tables(self, query: TableQuery) -> list[StoredTable]:
        """The tables that a query asks for, the newest first."""

    async def remove(self, tables: Sequence[str], idle_since: int | None = None) -> list[str]:
        """Remove tables with everything about them, and return which were there.

        With `idle_since` those with an event at this moment or later stay.
        """

    async def ban(self, ban: Ban) -> None:
        """Store a ban, in place of another one of the same network."""

    async def unban(self, network: str) -> bool:
        """Remove a ban; False if there was none."""

    async def bans(self, now: int) -> list[Ban]:
        """The bans that have not ended, the oldest first."""

    async def review(self, table: str, made: str) -> bytes | None:
        """What was kept as the review of a table, if it was made that way: by the same program, of as many events."""

    async def keep_review(self, table: str, made: str, body: bytes) -> None:
        """Keep a review as long as its table, in place of one that was made before."""

    async def keep_code(self, code: str, now: int, ends: int, body: bytes, most: int) -> None:
        """Keep what a code brings until it ends, by the hash of the code. Those that have ended go, and so do the
        oldest if there are more than `most`.
        """

    async def code(self, code: str, now: int) -> bytes | None:
        """What a code brings that has not ended."""

    async def drop_code(self, code: str) -> bool:
        """Remove a code; False if it was not there: of several who redeem it, one does."""

    async def after(self, now: int) -> list[str]:
        """The tables that are waiting or playing and whose last event happened after `now`: the clock was wrong."""

    async def backup(self, path: str | os.PathLike[str]) -> None:
        """Copy everything into a file with which another server can start. The store keeps working."""

    async def close(self) -> None: ...
