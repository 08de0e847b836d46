"""Notices when the server has more to do than it can: then it must take nothing new, so that running games go on.

Two things can be too slow: the event loop, which everything passes through, and the disk, which makes moves durable.
"""

from collections import deque
from statistics import fmean
from typing import Final

LAG: Final = 0.04
"""Seconds that the event loop may lag behind on average before the server is overloaded."""
WINDOW: Final = 10
"""How many measurements to average, of both kinds."""
APPEND: Final = 0.15
WAITING: Final = 32
"""The disk is overloaded if changes take this many seconds while more than this many wait. A disk that is slow but idle
can do more."""
RELIEF: Final = 0.5
"""The server has recovered when it is below this share of its limits."""
RETRY: Final = 10
"""Seconds after which to try again."""


class Overload:
    """Keeps the latest measurements."""

    def __init__(self) -> None:
        self._lags: deque[float] = deque(maxlen=WINDOW)
        self._appends: deque[float] = deque(maxlen=WINDOW)
        self._waiting = 0
        self._overloaded = False

    def note_lag(self, seconds: float) -> None:
        self._lags.append(seconds)
        self._judge()

    def append_begins(self) -> None:
        self._waiting += 1

    def append_ends(self, seconds: float) -> None:
        self._waiting -= 1
        self._appends.append(seconds)

    @property
    def overloaded(self) -> bool:
        return self._overloaded

    def _judge(self) -> None:
        share = RELIEF if self._overloaded else 1
        slow_loop = len(self._lags) == WINDOW and fmean(self._lags) > share * LAG
        slow_disk = self._waiting > share * WAITING and bool(self._appends) and fmean(self._appends) > share * APPEND
        self._overloaded = slow_loop or slow_disk
