"""Notices when the server has more to do than it can: then it must take nothing new, so that running games go on.

Two things can be too slow: the event loop, which everything passes through, and the disk, which makes moves durable.
Neither counts if the server itself is not the reason: a machine that does something else lags behind as well.
"""

from collections import deque
from collections.abc import Callable
from statistics import fmean
from typing import Final

LAG: Final = 0.02
"""Seconds that the event loop may lag behind on average before it is overloaded."""
WORK: Final = 0.5
"""It must work for this share of the time, too."""
FULL: Final = 0.85
ROOM: Final = 0.75
"""However little it lags, it is overloaded if it works for more than this share of the time, until it works for less
than that: then it lags behind with the next few tables."""
WINDOW: Final = 10
"""How many measurements to average, of each kind."""
APPEND: Final = 0.15
WAITING: Final = 32
"""The disk is overloaded if changes take this many seconds while more than this many wait. A disk that is slow but idle
can do more."""
FEWEST: Final = 50
"""With fewer tables in memory the server is never overloaded: friends at home can always open another one."""
RELIEF: Final = 0.3
"""The server has recovered when it lags by this share of its limits, or less."""
RETRY: Final = 10
"""Seconds after which to try again."""


class Overload:
    """Keeps the latest measurements. `tables` tells how many tables are in memory."""

    def __init__(self, tables: Callable[[], int] = lambda: 0) -> None:
        self.tables = tables
        self._lags: deque[float] = deque(maxlen=WINDOW)
        self._work: deque[float] = deque(maxlen=WINDOW)
        self._appends: deque[float] = deque(maxlen=WINDOW)
        self._waiting = 0
        self._overloaded = False

    def note_loop(self, lag: float, work: float) -> None:
        """Note by how many seconds the event loop lags behind, and for which share of the time it works."""
        self._lags.append(lag)
        self._work.append(work)
        self._overloaded = self.tables() >= FEWEST and (self._slow_loop() or self._slow_disk())

    def append_begins(self) -> None:
        self._waiting += 1

    def append_ends(self, seconds: float) -> None:
        self._waiting -= 1
        self._appends.append(seconds)

    @property
    def overloaded(self) -> bool:
        return self._overloaded

    @property
    def _share(self) -> float:
        return RELIEF if self._overloaded else 1.0

    def _slow_loop(self) -> bool:
        if len(self._lags) < WINDOW:
            return False
        work = fmean(self._work)
        full = work > (ROOM if self._overloaded else FULL)
        return full or (fmean(self._lags) > self._share * LAG and work > WORK)

    def _slow_disk(self) -> bool:
        late = bool(self._appends) and fmean(self._appends) > self._share * APPEND
        return late and self._waiting > self._share * WAITING
