"""The writer thread of an SQLite database: it groups all waiting requests into one durable transaction."""

import asyncio
import logging
import threading
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from typing import Any, NamedTuple, TypeVar

import apsw

from koloda.server.storage.store import Conflict, StorageError

logger = logging.getLogger(__name__)

Result = TypeVar("Result")

CHECKPOINT = 1000
"""When the write-ahead log has this many pages, they are moved into the database."""
OVERDUE = 16 * CHECKPOINT
"""When it has this many, because readers delay that, the writer waits for them."""


PATIENCE = 5000
"""Milliseconds to wait for another program that locks the database, such as a backup."""


class Request(NamedTuple):
    work: Callable[[apsw.Connection], Any]
    future: asyncio.Future[Any]
    single: bool
    """Is it one statement? Then it happens as a whole or not at all, without a transaction or a savepoint of ours."""


class FailedWork(NamedTuple):
    error: Exception


class Writer:
    """Owns its connection, and carries out requests in order."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection
        self._waiting: SimpleQueue[Request | None] = SimpleQueue()
        self._closed = False
        self._logged = 0
        self._empties_log = False
        connection.set_wal_hook(self._note_log)
        self._thread = threading.Thread(target=self._run, name="koloda-writer", daemon=True)
        self._thread.start()

    async def do(self, work: Callable[[apsw.Connection], Result], single: bool = False) -> Result:
        """Do some work in a transaction, and return when it is durable. `single` says that it is one statement.

        Work that raises changes nothing and affects no other work. Work that has begun is finished even if the caller
        no longer waits.
        """
        if self._closed:
            raise StorageError("the store is closed")
        future: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self._waiting.put(Request(work, future, single))
        return await future

    def empty_log(self) -> None:
        """Leave nothing in the log after the next commit: call it in work that removes something for good."""
        self._empties_log = True

    def stop(self) -> None:
        """Accept no more requests. Call it in the event loop's thread."""
        self._closed = True
        self._waiting.put(None)

    def close(self) -> None:
        """After `stop`: wait for the last request, move the log into the database and close the connection."""
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
        while not self._waiting.empty():  # nobody else takes from it
            batch.append(self._waiting.get_nowait())
        return batch

    def _commit(self, requests: list[Request]) -> list[Any]:
        try:
            if len(requests) == 1 and requests[0].single:
                return [self._outcome(requests[0])]
            self._connection.execute("BEGIN IMMEDIATE")
            if len(requests) == 1:  # most often, and a savepoint would take as long as the work
                outcomes = [self._outcome(requests[0])]
                self._connection.execute("ROLLBACK" if isinstance(outcomes[0], FailedWork) else "COMMIT")
            else:
                outcomes = [self._carry_out(request) for request in requests]
                self._connection.execute("COMMIT")
        except Exception as error:
            logger.error("%d requests could not be stored: %s", len(requests), error)
            self._take_back()
            return [FailedWork(StorageError(str(error))) for _ in requests]
        return outcomes

    def _carry_out(self, request: Request) -> Any:
        """Carry out one of several requests: if it fails, the others must not."""
        if request.single:
            return self._outcome(request)
        self._connection.execute("SAVEPOINT request")
        outcome = self._outcome(request)
        if isinstance(outcome, FailedWork):
            self._connection.execute("ROLLBACK TO request")
        self._connection.execute("RELEASE request")
        return outcome

    def _outcome(self, request: Request) -> Any:
        """What the work returns or raises. Errors that concern the whole database are raised here."""
        try:
            return request.work(self._connection)
        except (Conflict, apsw.ConstraintError) as error:
            return FailedWork(error if isinstance(error, Conflict) else Conflict(str(error)))
        except apsw.Error:
            raise
        except Exception as error:
            return FailedWork(error)

    def _take_back(self) -> None:
        """Undo the transaction, so that not even a crash can bring it back.

        A COMMIT that fails while it syncs leaves a complete transaction in the log. SQLite ignores it now, but would
        find it when it opens the database after a crash. So we overwrite it.
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
        """Checkpoint here and not within COMMIT, so that no request waits for it."""
        if self._empties_log:
            self._empties_log = not self._emptied()
            return
        if self._logged < CHECKPOINT:
            return
        overdue = self._logged >= OVERDUE
        mode = apsw.SQLITE_CHECKPOINT_RESTART if overdue else apsw.SQLITE_CHECKPOINT_PASSIVE
        try:
            self._connection.wal_checkpoint(mode=mode)
        except apsw.BusyError as error:
            if overdue:  # else another process that uses the file is just doing it
                logger.warning("the log is long, and could not be carried over into the database: %s", error)
        except apsw.Error as error:
            logger.warning("the log could not be carried over into the database: %s", error)

    def _emptied(self) -> bool:
        """Try to empty the log at once. That is not possible while somebody reads it: then after the next commit."""
        self._connection.set_busy_timeout(0)
        try:
            self._connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
        except apsw.Error:
            return False
        finally:
            self._connection.set_busy_timeout(PATIENCE)
        self._logged = 0
        return True


def tell(requests: list[Request], outcomes: list[Any]) -> None:
    """Wake all waiting requests, with one call to their event loop."""
    by_loop: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[Any], Any]]] = {}
    for request, outcome in zip(requests, outcomes, strict=True):
        by_loop.setdefault(request.future.get_loop(), []).append((request.future, outcome))
    for loop, told in by_loop.items():
        with suppress(RuntimeError):  # the loop has been closed: no request waits any more
            loop.call_soon_threadsafe(resolve, told)


def resolve(told: list[tuple[asyncio.Future[Any], Any]]) -> None:
    for future, outcome in told:
        if future.cancelled():
            continue
        if isinstance(outcome, FailedWork):
            future.set_exception(outcome.error)
        else:
            future.set_result(outcome)
