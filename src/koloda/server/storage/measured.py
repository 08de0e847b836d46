"""A store that measures how long changes take to become durable, and counts failures."""

import time

from koloda.server.metrics import Metrics
from koloda.server.storage.store import Append, Conflict, StorageError, Store

PLAYED = b'{"event":"played"'


class MeasuredStore:
    def __init__(self, store: Store, metrics: Metrics) -> None:
        self._metrics = metrics
        self._store = store
        self.events = store.events
        self.heads = store.heads
        self.answer = store.answer
        self.public = store.public
        self.tables = store.tables
        self.remove = store.remove
        self.after = store.after
        self.backup = store.backup
        self.ban = store.ban
        self.unban = store.unban
        self.bans = store.bans
        self.review = store.review
        self.keep_review = store.keep_review
        self.keep_code = store.keep_code
        self.code = store.code
        self.drop_code = store.drop_code
        self.close = store.close
        self.push = store.push
        self.leases = store.leases

    async def append(self, change: Append) -> None:
        before = time.perf_counter()
        self._metrics.overload.append_begins()
        try:
            await self._store.append(change)
        except Conflict:
            self._metrics.conflicts.inc()
            raise
        except StorageError:
            self._metrics.storage_failures.inc()
            raise
        finally:
            took = time.perf_counter() - before
            self._metrics.overload.append_ends(took)
        self._metrics.append.observe(took)
        self._metrics.events.inc(len(change.events))
        moves = sum(event.startswith(PLAYED) for event in change.events)
        if moves:
            self._metrics.moves.inc(moves)
