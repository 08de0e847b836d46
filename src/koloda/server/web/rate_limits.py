"""Rate limits with token buckets: short bursts are allowed, and no client is locked out for long."""

import math
import time
from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from functools import lru_cache
from ipaddress import ip_address, ip_network
from typing import Final

from koloda.core.facts import fact
from koloda.server.messages import Failure
from koloda.server.web.settings import Limits

BURST: Final = 4
"""A burst may use what a client is allowed in this many seconds."""
LONG_BURST: Final = 20
"""The same for pages and for replays: a whole class may come, or finish its games, at the same time."""
REVIEW_BURST: Final = 60
"""The same for reviews."""
FLOODS: Final = 3
FLOOD_WAIT: Final = 10
"""After this many connections of an address were closed for flooding, it may open another one every so many seconds."""
PAUSE: Final = 0.25
"""Seconds in which nothing is read from an address that has sent too much, at least."""
AT_ONCE: Final = 10
TURNS: Final = 8
"""Of one address, this many requests may be answered at once; more take turns, this many times as many a second as it
may make in the long run. So a burst is allowed, but others get their turn in between."""
PLAIN: Final = 2
FEWEST: Final = 100
"""An address may have this many times as many plain connections as WebSockets, but at least this many: a browser keeps
several open for a moment."""
MOST_BUCKETS: Final = 10_000
"""When there are more buckets than this, the full ones are dropped."""


class TokenBuckets:
    """One bucket for each key. An unused bucket fills up, and a full one need not be kept."""

    def __init__(self, rate: float, burst: float, now: Callable[[], float] = time.monotonic) -> None:
        self.rate = rate
        self.burst = max(1.0, burst)
        self._now = now
        self._full_at: dict[Hashable, float] = {}
        self.spent: dict[str, float] | None = None
        """What was taken since somebody looked, if somebody does: to tell it to other nodes."""

    def take(self, key: Hashable) -> float:
        """Take a token. Returns 0, or the seconds until there will be one."""
        now = self._now()
        full_at = max(now, self._full_at.get(key, now)) + 1 / self.rate
        wait = full_at - now - self.burst / self.rate
        if wait > 1e-9:
            return wait
        self._fill(key, full_at, now)
        if self.spent is not None:
            self._note(key, 1)
        return 0.0

    def charge(self, key: Hashable, tokens: float, here: bool = True) -> None:
        """Take tokens whether there are any or not: a key may get into debt. They may have been used elsewhere."""
        now = self._now()
        if here and self.spent is not None:
            self._note(key, tokens)
        self._fill(key, max(now, self._full_at.get(key, now)) + tokens / self.rate, now)

    def _note(self, key: Hashable, tokens: float) -> None:
        assert self.spent is not None
        if isinstance(key, str):
            self.spent[key] = self.spent.get(key, 0) + tokens

    def wait(self, key: Hashable) -> float:
        """The seconds until a key is out of debt; 0 if it has none."""
        full_at = self._full_at.get(key)
        return 0.0 if full_at is None else max(0.0, full_at - self._now() - self.burst / self.rate)

    def _fill(self, key: Hashable, full_at: float, now: float) -> None:
        self._full_at[key] = full_at
        if len(self._full_at) > MOST_BUCKETS:
            self._forget(now)

    def _forget(self, now: float) -> None:
        kept = {key: full_at for key, full_at in self._full_at.items() if full_at > now}
        if len(kept) > MOST_BUCKETS // 2:  # too many at once: the least used ones start again
            kept = dict(sorted(kept.items(), key=lambda each: each[1])[-MOST_BUCKETS // 2 :])
        self._full_at = kept

    def __len__(self) -> int:
        return len(self._full_at)


class HeldConnections:
    """Counts the connections that households hold, and lets each hold so many."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._here: Counter[str] = Counter()
        self.elsewhere: Mapping[str, int] = {}
        """By household: how many it holds at other nodes."""

    @property
    def here(self) -> dict[str, int]:
        """By household: how many it holds at this node."""
        return dict(self._here)

    def begin(self, household: str) -> bool:
        """Count a new one; False if the household has too many."""
        if self._here[household] + self.elsewhere.get(household, 0) >= self._most:
            return False
        self._here[household] += 1
        return True

    def end(self, household: str) -> None:
        self._here[household] -= 1
        if not self._here[household]:
            del self._here[household]


class RateLimits:
    """All rate limits of the server."""

    def __init__(self, limits: Limits, now: Callable[[], float] = time.monotonic) -> None:
        self.sockets = HeldConnections(limits.sockets)
        self.plain = HeldConnections(max(FEWEST, PLAIN * limits.sockets))
        """Connections that are no WebSockets (yet)."""
        self._flood = limits.flood
        self._now = now
        self.commands = TokenBuckets(limits.commands, limits.commands * BURST, now)
        self.requests = TokenBuckets(limits.requests, limits.requests * BURST, now)
        self.tables = TokenBuckets(limits.tables / 60, limits.tables, now)
        self.codes = TokenBuckets(limits.tables / 60, limits.tables, now)
        """Links to seats, as many as new tables."""
        self.messages = TokenBuckets(limits.messages, limits.messages * BURST, now)
        """What is read from an address, over all its connections."""
        self.pages = TokenBuckets(limits.messages, limits.messages * LONG_BURST, now)
        """Requests for pages and the like, which cost little."""
        self.documents = TokenBuckets(limits.documents, limits.documents * LONG_BURST, now)
        """What an address has the server compute off the event loop."""
        self.reviews = TokenBuckets(limits.reviews, limits.reviews * REVIEW_BURST, now)
        """Reviews of finished games: each keeps a process busy for seconds."""
        self.scores = TokenBuckets(limits.scores, limits.scores * LONG_BURST, now)
        """Score sheets that an address has counted: a pad asks after every few taps."""
        self._turns = TokenBuckets(TURNS * limits.requests, AT_ONCE, now)
        self.floods = TokenBuckets(1 / FLOOD_WAIT, FLOODS - 1, now)
        """Connections of an address that were closed because they flooded the server: the last of `FLOODS` is one too
        many."""

    def pause(self, household: str) -> float:
        """The seconds in which nothing may be read from a household; 0 if something may.

        They are not too few: many connections may wait, and each would ask again and again.
        """
        wait = self.messages.wait(household)
        return max(wait, PAUSE) if wait else 0.0

    def turn(self, household: str) -> float:
        """The seconds after which it is the turn of a request that has come now; 0 if it is at once."""
        self._turns.charge(household, 1)
        return self._turns.wait(household)

    def meter(self, household: str) -> "SocketMeter":
        """The meter of a new WebSocket."""
        own = TokenBuckets(self._flood, self._flood * BURST, self._now)
        return SocketMeter(household, own, self)


class SocketMeter:
    """Counts what one WebSocket sends, for itself and for its household."""

    __slots__ = ("_household", "_limits", "_own")

    def __init__(self, household: str, own: TokenBuckets, limits: RateLimits) -> None:
        self._household = household
        self._own = own
        self._limits = limits

    def wait(self) -> float:
        """The seconds in which nothing may be read; 0 if something may."""
        return self._limits.pause(self._household)

    def charge(self, messages: int) -> bool:
        """Count what was read. False if this connection floods the server and must be closed."""
        self._limits.messages.charge(self._household, messages)
        self._own.charge(None, messages)
        return not self._own.wait(None)

    def flooded(self) -> None:
        """Note that this connection was closed because it sent too much. However many were, the wait is not longer."""
        if not self._limits.floods.wait(self._household):
            self._limits.floods.charge(self._household, 1)


@lru_cache(maxsize=1024)
def address_block(address: str) -> str:
    """The household of an address: with IPv6 it has 2^64 addresses."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    return str(ip_network((found, 64), strict=False)) if found.version == 6 else address


def too_fast(wait: float) -> Failure:
    seconds = max(1, math.ceil(wait))
    return Failure(code="too_fast", detail=fact("http.too_fast", seconds=seconds), retry_after=round(wait, 3))
