"""Rate limits with token buckets: short bursts are allowed, and no client is locked out for long."""

import math
import time
from collections import Counter
from collections.abc import Callable, Hashable
from functools import lru_cache
from ipaddress import ip_address, ip_network
from typing import Final

from koloda.core.facts import fact
from koloda.server.messages import Failure
from koloda.server.web.settings import Limits

BURST: Final = 4
"""A burst may use what a client is allowed in this many seconds."""
MOST_BUCKETS: Final = 10_000
"""When there are more buckets than this, the full ones are dropped."""


class TokenBuckets:
    """One bucket for each key. An unused bucket fills up, and a full one need not be kept."""

    def __init__(self, rate: float, burst: float, now: Callable[[], float] = time.monotonic) -> None:
        self.rate = rate
        self.burst = max(1.0, burst)
        self._now = now
        self._full_at: dict[Hashable, float] = {}

    def take(self, key: Hashable) -> float:
        """Take a token. Returns 0, or the seconds until there will be one."""
        now = self._now()
        full_at = max(now, self._full_at.get(key, now)) + 1 / self.rate
        wait = full_at - now - self.burst / self.rate
        if wait > 1e-9:
            return wait
        self._full_at[key] = full_at
        if len(self._full_at) > MOST_BUCKETS:
            self._forget(now)
        return 0.0

    def _forget(self, now: float) -> None:
        kept = {key: full_at for key, full_at in self._full_at.items() if full_at > now}
        if len(kept) > MOST_BUCKETS // 2:  # too many at once: the least used ones start again
            kept = dict(sorted(kept.items(), key=lambda each: each[1])[-MOST_BUCKETS // 2 :])
        self._full_at = kept

    def __len__(self) -> int:
        return len(self._full_at)


class RateLimits:
    """All rate limits of the server."""

    def __init__(self, limits: Limits, now: Callable[[], float] = time.monotonic) -> None:
        self._sockets = limits.sockets
        self._held: Counter[str] = Counter()
        self.commands = TokenBuckets(limits.commands, limits.commands * BURST, now)
        self.requests = TokenBuckets(limits.requests, limits.requests * BURST, now)
        self.tables = TokenBuckets(limits.tables / 60, limits.tables, now)

    def connect(self, household: str) -> bool:
        """Count a new connection; False if the household has too many."""
        if self._held[household] >= self._sockets:
            return False
        self._held[household] += 1
        return True

    def disconnect(self, household: str) -> None:
        self._held[household] -= 1
        if not self._held[household]:
            del self._held[household]


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
