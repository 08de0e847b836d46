"""The clocks of a table's seats, and the server's own clock."""

import asyncio
import time
from collections.abc import Callable, Collection
from typing import Protocol

from koloda.server.messages import Clock

SECOND = 1000
"""Milliseconds."""


EARLIEST = 1_672_531_200_000
"""The beginning of 2023. A clock that says less has not been set: the machine has just started without a battery."""


CLOSE = 20
"""Milliseconds by which the clocks of nodes may differ."""


class Alarm(Protocol):
    def cancel(self) -> None: ...


class Time(Protocol):
    """A clock in milliseconds since 1970, and its timers. Tests have their own."""

    def now(self) -> int: ...

    def call_at(self, when: int, callback: Callable[[], None]) -> Alarm: ...

    def not_before(self, when: int) -> None:
        """Set the clock to this time, if it is later."""

    def follow(self, clock: int) -> None:
        """Set the clock by that of the store, which all nodes share."""


class SteadyTime:
    """The machine's clock at the start, and monotonic from there, even if the machine's clock is changed."""

    def __init__(self) -> None:
        self._ahead = time.time() - time.monotonic()

    def now(self) -> int:
        return int((time.monotonic() + self._ahead) * 1000)

    def not_before(self, when: int) -> None:
        self._ahead = max(self._ahead, when / 1000 - time.monotonic())

    def follow(self, clock: int) -> None:
        if abs(clock - self.now()) > CLOSE:
            self._ahead = clock / 1000 - time.monotonic()

    def call_at(self, when: int, callback: Callable[[], None]) -> Alarm:
        return asyncio.get_running_loop().call_later(max(0, when - self.now()) / 1000, callback)


class Clocks:
    """The clocks of all seats. A seat's clock runs while its person must decide. `evolve` changes a copy."""

    def __init__(self, seats: int, limits: Clock) -> None:
        self._move = None if limits.move is None else limits.move * SECOND
        self._game = None if limits.game is None else limits.game * SECOND
        self.since: list[int | None] = [None] * seats
        """By seat: since when a decision is pending."""
        self._spent = [0] * seats
        self._last = [0] * seats  # how long the last decision of a seat took

    def copy(self) -> "Clocks":
        made = Clocks.__new__(Clocks)
        made._move, made._game = self._move, self._game
        made.since, made._spent, made._last = self.since[:], self._spent[:], self._last[:]
        return made

    @property
    def running(self) -> bool:
        """Can somebody's time run out?"""
        return any(self.deadline(seat) is not None for seat in range(len(self.since)))

    def run_for(self, seats: Collection[int], at: int) -> None:
        """Run the clocks of these seats, which must decide now, and stop the others."""
        for seat, since in enumerate(self.since):
            if seat not in seats:
                self.since[seat] = None
            elif since is None:
                self.since[seat] = at

    def used(self, seat: int, now: int) -> int:
        """How long the pending decision has taken so far."""
        since = self.since[seat]
        return 0 if since is None else max(0, now - since)

    def decided(self, seat: int, used: int) -> None:
        self._spent[seat] += used
        self._last[seat] = used
        self.since[seat] = None

    def stop(self, seat: int, at: int) -> None:
        """Stop a seat's clock: somebody else decides for it."""
        self._spent[seat] += self.used(seat, at)
        self.since[seat] = None

    def take_back(self, seat: int, at: int) -> None:
        """Reopen the last decision, with the time that it took: an undo gains no time."""
        self._spent[seat] -= self._last[seat]
        self.since[seat] = at - self._last[seat]
        self._last[seat] = 0

    def pause(self, milliseconds: int) -> None:
        """Add time in which nobody could decide."""
        self.since = [None if since is None else since + milliseconds for since in self.since]

    def deadline(self, seat: int) -> int | None:
        since = self.since[seat]
        if since is None or (self._move is None and self._game is None):
            return None
        limits = [limit for limit in (self._move, self._left(seat)) if limit is not None]
        return since + min(limits) if limits else None

    def left(self, seat: int, now: int) -> int | None:
        """Milliseconds left for the whole game."""
        left = self._left(seat)
        return None if left is None else max(0, left - self.used(seat, now))

    def _left(self, seat: int) -> int | None:
        return None if self._game is None else max(0, self._game - self._spent[seat])
