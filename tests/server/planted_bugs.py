"""Bugs that a cluster can have, each planted into nodes or the database of a simulation, which must find it.

python -m tests.server.planted_bugs                   # which seeds find which bug
python -m tests.server.planted_bugs no_fencing 1 50   # one bug, with some seeds
"""

import asyncio
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from typing import Any, Final
from unittest.mock import patch

import msgspec
from msgspec.structs import replace

from koloda.server.storage.leases import LEASE, Claim, Renewed
from koloda.server.storage.store import Append, Head
from koloda.server.tables.history import TableHistory
from koloda.server.tables.idempotency import Answers
from koloda.server.tables.live_table import LiveTable
from koloda.server.tables.news import NewsEncoder
from koloda.server.tables.node import Node
from koloda.server.tables.state import TableState
from tests.server.faulty_nodes import FaultyStore
from tests.server.invariants import Broken
from tests.server.memory_store import MemoryLeases, MemoryStore
from tests.server.schedules import START, run_one

MOST: Final = 1000
"""Seeds within which every bug is found."""

Planted = Callable[[], AbstractContextManager[Any]]


def no_fencing() -> AbstractContextManager[Any]:
    """The database stores what an old owner sends."""
    append = MemoryStore.append

    async def unfenced(self: MemoryStore, change: Append) -> None:
        await append(self, replace(change, fence=None))

    return patch.object(MemoryStore, "append", unfenced)


def acknowledged_before_commit() -> AbstractContextManager[Any]:
    """A node answers people while the database is still writing, as with `synchronous_commit = off`."""
    ask = FaultyStore._ask

    async def at_once(self: FaultyStore, name: str, *args: Any, **more: Any) -> Any:
        if name != "append" or args[0].command is None or args[0].command[1] == START:
            return await ask(self, name, *args, **more)
        writing = asyncio.create_task(ask(self, name, *args, **more))
        writing.add_done_callback(lambda task: task.cancelled() or task.exception())
        return None

    return patch.object(FaultyStore, "_ask", at_once)


def lost_wake_up_without_poll() -> AbstractContextManager[Any]:
    """Nodes learn only from each other that a table has gone on."""
    heads = MemoryStore.heads

    async def unknown(self: MemoryStore, tables: Sequence[str]) -> dict[str, Head]:
        return {table: Head(0, head.owner) for table, head in (await heads(self, tables)).items()}

    return patch.object(MemoryStore, "heads", unknown)


def doubled_on_retry() -> AbstractContextManager[Any]:
    """Nobody looks whether a command was carried out before."""
    return _all(answers_in_memory_only(), patch.object(Answers, "recent", lambda self, key: None))


def answers_in_memory_only() -> AbstractContextManager[Any]:
    """A node remembers its own answers; nothing stores them."""

    async def nothing(self: Answers, key: tuple[str, str]) -> None:
        return None

    append = MemoryStore.append

    async def without(self: MemoryStore, change: Append) -> None:
        await append(self, replace(change, command=None))

    return _all(patch.object(Answers, "stored", nothing), patch.object(MemoryStore, "append", without))


def any_number() -> AbstractContextManager[Any]:
    """The database gives events the next free numbers: a node that lost the race has decided on an old state."""
    append = MemoryStore.append

    async def next_free(self: MemoryStore, change: Append) -> None:
        await append(self, replace(change, first=len(self._events.get(change.table, ())) + 1))

    return patch.object(MemoryStore, "append", next_free)


def stale_cache() -> AbstractContextManager[Any]:
    """A node refuses by what it has in memory."""

    async def trust(self: LiveTable, history: TableHistory) -> None:
        pass

    return patch.object(LiveTable, "_check_current", trust)


def early_takeover() -> AbstractContextManager[Any]:
    """A node takes tables of another one whose lease has not ended, but soon will."""

    def alive(self: MemoryLeases) -> frozenset[int]:
        return frozenset(node for node, expires in self._expires.items() if expires > self._clock() + LEASE // 2)

    return patch.object(MemoryLeases, "alive", property(alive))


def renewed_after_expiry() -> AbstractContextManager[Any]:
    """Whoever renews a lease that has expired has the tables again that others have taken over meanwhile."""
    renew = MemoryLeases.renew
    claim = MemoryLeases.claim
    owned: dict[int, set[str]] = {}

    async def noted(self: MemoryLeases, node: int, tables: Sequence[str]) -> list[Claim]:
        for table in tables:
            owned.setdefault(self.owners[table][0] or 0, set()).add(table)
        return await claim(self, node, tables)

    async def again(self: MemoryLeases, node: int, now: int) -> Renewed:
        if self._expires.get(node, 0) and self._expires[node] <= self._clock():
            for table in owned.pop(node, set()) & self.owners.keys():
                self.owners[table] = (node, self.owners[table][1])
        return await renew(self, node, now)

    return _all(patch.object(MemoryLeases, "claim", noted), patch.object(MemoryLeases, "renew", again))


def told_twice() -> AbstractContextManager[Any]:
    """Whoever comes back is told the last event again, as if it were new."""
    news = NewsEncoder.news

    def again(self: NewsEncoder, history: TableHistory, seat: int | None, since: int, *more: Any) -> bytes:
        chat_too = len(more) == 5  # the first news of a connection
        frame = news(self, history, seat, since - 1 if chat_too and since > 1 else since, *more)
        return msgspec.json.encode({**msgspec.json.decode(frame), "since": since})

    return patch.object(NewsEncoder, "news", again)


@contextmanager
def late_clock() -> Iterator[None]:
    """A node that slept does not notice it, and lets the clock run out for which it was responsible before."""
    commit = LiveTable._commit

    async def unfenced(self: LiveTable, history: TableHistory, made: Any, *more: Any, **named: Any) -> None:
        clock = any(getattr(each.event, "by", None) == "clock" for each in made)
        await commit(self, history, made, *more, **({} if clock else named))

    with patch.object(LiveTable, "_commit", unfenced), patch.object(Node, "is_away", lambda self, now: False):
        yield


def gap_counts() -> AbstractContextManager[Any]:
    """The new owner lets the clocks count the time in which there was none."""
    own = LiveTable.own

    async def as_if(self: LiveTable, down_since: int | None) -> None:
        await own(self, None)

    return patch.object(LiveTable, "own", as_if)


def one_view_for_all() -> AbstractContextManager[Any]:
    """What one seat may see is sent to all."""
    view = NewsEncoder._view

    def first(self: NewsEncoder, table: TableState, seat: int | None) -> Any:
        return view(self, table, seat if table.match is None or self._state is not table.match.state else 0)

    return patch.object(NewsEncoder, "_view", first)


def nobody_takes_over() -> AbstractContextManager[Any]:
    """Tables of a node that is gone stay without an owner."""

    async def nothing(self: MemoryLeases, node: int, tables: Sequence[str]) -> list[Claim]:
        return []

    return patch.object(MemoryLeases, "claim", nothing)


@contextmanager
def _all(*patches: AbstractContextManager[Any]) -> Iterator[None]:
    with ExitStack() as stack:
        for each in patches:
            stack.enter_context(each)
        yield


BUGS: Final[dict[str, Planted]] = {
    planted.__name__: planted
    for planted in (
        no_fencing,
        acknowledged_before_commit,
        lost_wake_up_without_poll,
        doubled_on_retry,
        answers_in_memory_only,
        any_number,
        stale_cache,
        early_takeover,
        renewed_after_expiry,
        told_twice,
        late_clock,
        gap_counts,
        one_view_for_all,
        nobody_takes_over,
    )
}


def found_by(bug: str, seed: int) -> str | None:
    """What a schedule finds wrong, if it does."""
    with BUGS[bug]():
        try:
            run_one(seed)
        except Broken as problem:
            return str(problem)
    return None


def search(bug: str, first: int = 1, last: int = MOST) -> tuple[int, str] | None:
    """The first seed that finds a bug, and what it finds."""
    for seed in range(first, last + 1):
        problem = found_by(bug, seed)
        if problem is not None:
            return seed, problem
    return None


def main() -> None:
    bugs = sys.argv[1:2] or list(BUGS)
    first, last = (int(each) for each in sys.argv[2:4] or (1, MOST))
    for bug in bugs:
        found = search(bug, first, last)
        print(bug, *(found if found is not None else ["is not found"]), flush=True)


if __name__ == "__main__":
    main()
