"""Codes that open seats on another device. The tokens stay in cookies; a code works once, and for a while."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from koloda.server.tables.identifiers import Entropy, new_token
from koloda.server.tables.seats import hashed

VALID: Final = 600
"""Seconds for which a code works."""
MOST: Final = 10_000
"""How many codes are kept; the oldest are dropped first."""
MOST_BYTES: Final = 32 * 2**20
"""How much the games take that are kept with them, at most."""


@dataclass(frozen=True)
class Luggage:
    """What a code brings to the other device."""

    tokens: Mapping[str, str]
    """By table: the token of the seat there."""
    games: bytes
    """The encoded list of the games that go along."""


class SeatCodes:
    """Kept in memory only: after a restart, ask for a new link. Only the hash of a code is kept."""

    def __init__(self, entropy: Entropy, now: Callable[[], float] = time.monotonic) -> None:
        self._entropy = entropy
        self._now = now
        self._issued: dict[str, tuple[float, Luggage]] = {}
        """By the hash of a code: when it ends, and what it brings. The oldest come first."""
        self._bytes = 0

    def issue(self, tokens: Mapping[str, str], games: bytes = b"[]") -> str:
        """A new code for these seats."""
        code = new_token(self._entropy)
        self._issued[hashed(code)] = (self._now() + VALID, Luggage(tokens, games))
        self._bytes += len(games)
        self._forget()
        return code

    def redeem(self, code: str, table: str | None = None) -> Luggage | None:
        """What a code brings. It works once; with `table`, only if it has a seat there."""
        self._forget()
        _, found = self._issued.get(hashed(code), (0.0, None))
        if found is None or (table is not None and table not in found.tokens):
            return None
        self._drop(hashed(code))
        return found

    def _forget(self) -> None:
        """Drop the codes that have ended, and the oldest ones if there are too many."""
        now = self._now()
        while self._issued:
            oldest, (ends, _) = next(iter(self._issued.items()))
            if ends > now and len(self._issued) <= MOST and self._bytes <= MOST_BYTES:
                return
            self._drop(oldest)

    def _drop(self, key: str) -> None:
        _, dropped = self._issued.pop(key)
        self._bytes -= len(dropped.games)
