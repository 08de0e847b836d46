"""Codes that open a seat on another device: the token of a seat stays in its cookie, a code is valid for a while."""

import time
from collections.abc import Callable
from typing import Final

from koloda.server.tables.identifiers import Entropy, new_token

VALID: Final = 600
"""Seconds for which a code works."""
MOST: Final = 10_000
"""How many codes are kept; the oldest are dropped first."""


class SeatCodes:
    """Kept in memory only: after a restart, ask for a new link."""

    def __init__(self, entropy: Entropy, now: Callable[[], float] = time.monotonic) -> None:
        self._entropy = entropy
        self._now = now
        self._issued: dict[str, tuple[float, str, str]] = {}
        """By code: when it ends, the table and the token. The oldest come first."""

    def issue(self, table: str, token: str) -> str:
        """A new code for the seat with this token."""
        self._forget()
        code = new_token(self._entropy)
        self._issued[code] = (self._now() + VALID, table, token)
        return code

    def token(self, table: str, code: str) -> str | None:
        """The token for which a code was issued. A code may be used several times: people change browsers."""
        self._forget()
        _, at, token = self._issued.get(code, (0, "", ""))
        return token if token and at == table else None

    def _forget(self) -> None:
        now = self._now()
        while self._issued and (len(self._issued) >= MOST or next(iter(self._issued.values()))[0] <= now):
            del self._issued[next(iter(self._issued))]
