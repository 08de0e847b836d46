"""The writer thread of an SQLite database: it groups all waiting requests into one durable transaction."""

import asyncio
import logging
import threading
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple, TypeVar

import apsw

from koloda.server.storage.store import Conflict, StorageError

logger = logging.getLogger(__name__)

Result = TypeVar("Result")

CHECKPOINT = 1000
"""Pages in the write-ahead log at which they are moved into the database."""
OVERDUE = 16 * CHECKPOINT
"""Pages at which readers have delayed that for too long: the writer waits for them."""


class Request(NamedTuple):
    work: Callable[[apsw.Connection], Any]
    future: asyncio.Future[Any]


class Failed(NamedTuple):
    error: Exception


class Writer:
    """Owns its connection, and carries out requests in the order in which they come."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection
        self._waiting: SimpleQueue[Request | None] = SimpleQueue()
        self._closed = False
        self._logged = 0
        connection.set_wal_hook(self._note_log)
        self._thread = threading.Thread(target=self._run, name="koloda-writer", daemon=True)
        self._thread.start()

    async def do(self, work: Callable[[apsw.Connection], Result]) -> Result:
        """Returns when what `work` wrote is durable. Work that raises has changed nothing, and hinders no other.

        Work that was begun is carried out even if the caller no longer waits.
        """
        if self._closed:
            raise StorageError("the store is closed")
        future: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self._waiting.put(Request(work, future))
        return await future

    def stop(self) -> None:
        """Take no more requests; called where they are made."""
        self._closed = True
        self._waiting.put(None)

    def close(self) -> None:
        """After `stop`: wait for the last request, carry the log over into the database and close the connection."""
        self._thread.join()
        with suppress(apsw.Error):
            self._connection.close()

    def _run(self) -> None:
        going_on = True
        while going_on:
            batch = self._take()
            requests = [request for request in batch if request is not None]
            going_on = len(requests) == len(batch)
            if requests:
                tell(requests, self._commit(requests))
                self._checkpoint()

    def _take(self) -> list[Request | None]:
        batch = [self._waiting.get()]
        with suppress(Empty):
            while True:
                batch.append(self._waiting.get_nowait())
        return batch

    def _commit(self, requests: list[Request]) -> list[Any]:
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            outcomes = [self._carry_out(request) for request in requests]
            self._connection.execute("COMMIT")
        except Exception as error:
            logger.error("%d requests could not be stored: %s", len(requests), error)
            self._take_back()
            return [Failed(StorageError(str(error))) for _ in requests]
        return outcomes

    def _carry_out(self, request: Request) -> Any:
        """What the work returns or raises; errors of the database as a whole are everybody's and raised here."""
        self._connection.execute("SAVEPOINT request")
        try:
            outcome = request.work(self._connection)
        except (Conflict, apsw.ConstraintError) as error:
            outcome = Failed(error if isinstance(error, Conflict) else Conflict(str(error)))
        except apsw.Error:
            raise
        except Exception as error:
            outcome = Failed(error)
        if isinstance(outcome, Failed):
            self._connection.execute("ROLLBACK TO request")
        self._connection.execute("RELEASE request")
        return outcome

    def _take_back(self) -> None:
        """Undo the transaction, also where a crash could bring it back.

        A COMMIT that failed while it was made durable has left a whole transaction in the log. The database takes no
        notice of it, but would when it is opened after a crash: so something else is written in its place.
        """
        with suppress(apsw.Error):
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            version = self._connection.pragma("user_version")
            self._connection.pragma("user_version", version)

    def _note_log(self, connection: apsw.Connection, database: str, pages: int) -> int:
        self._logged = pages
        return apsw.SQLITE_OK

    def _checkpoint(self) -> None:
        """Here and not within COMMIT, so that nobody waits for it."""
        if self._logged < CHECKPOINT:
            return
        overdue = self._logged >= OVERDUE
        mode = apsw.SQLITE_CHECKPOINT_RESTART if overdue else apsw.SQLITE_CHECKPOINT_PASSIVE
        try:
            self._connection.wal_checkpoint(mode=mode)
        except apsw.Error as error:
            logger.warning("the log could not be carried over into the database: %s", error)


def tell(requests: list[Request], outcomes: list[Any]) -> None:
    """Wake everybody who waits, with one call to their event loop."""
    by_loop: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[Any], Any]]] = {}
    for request, outcome in zip(requests, outcomes, strict=True):
        by_loop.setdefault(request.future.get_loop(), []).append((request.future, outcome))
    for loop, told in by_loop.items():
        with suppress(RuntimeError):  # a loop that was closed meanwhile: nobody waits any more
            loop.call_soon_threadsafe(resolve, told)


def resolve(told: list[tuple[asyncio.Future[Any], Any]]) -> None:
    for future, outcome in told:
        if future.cancelled():
            continue
        if isinstance(outcome, Failed):
            future.set_exception(outcome.error)
        else:
            future.set_result(outcome)
