"""Codes that open seats on another device. The tokens stay in cookies; a code works once, and for a while.

Another node may redeem a code, so what it brings is stored: encrypted with the code itself, of which the store knows
only a hash. Whoever reads the database learns nothing from it.
"""

import hashlib
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

import msgspec

from koloda.server.storage.store import Store
from koloda.server.tables.clocks import SECOND
from koloda.server.tables.identifiers import Entropy, new_token
from koloda.server.tables.seats import hashed

if TYPE_CHECKING:  # loaded when somebody wants a link
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

VALID: Final = 600
"""Seconds for which a code works."""
MOST: Final = 1000
"""How many codes are kept; the oldest are dropped first."""
NONCE: Final = bytes(12)
"""Each key encrypts one message."""


class Luggage(msgspec.Struct, frozen=True):
    """What a code brings to the other device."""

    tokens: Mapping[str, str]
    """By table: the token of the seat there."""
    games: bytes
    """The encoded list of the games that go along."""


class SeatCodes:
    def __init__(self, store: Store, entropy: Entropy, now: Callable[[], int]) -> None:
        """`now` is in milliseconds."""
        self._store = store
        self._entropy = entropy
        self._now = now

    async def issue(self, tokens: Mapping[str, str], games: bytes = b"[]") -> str:
        """A new code for these seats."""
        code, now = new_token(self._entropy), self._now()
        body = _cipher(code).encrypt(NONCE, msgspec.msgpack.encode(Luggage(tokens, games)), None)
        await self._store.keep_code(hashed(code), now, now + VALID * SECOND, body, MOST)
        return code

    async def redeem(self, code: str, table: str | None = None) -> Luggage | None:
        """What a code brings. It works once; with `table`, only if it has a seat there."""
        body = await self._store.code(hashed(code), self._now())
        if body is None:
            return None
        found = msgspec.msgpack.decode(_cipher(code).decrypt(NONCE, body, None), type=Luggage)
        if table is not None and table not in found.tokens:
            return None
        return found if await self._store.drop_code(hashed(code)) else None


def _cipher(code: str) -> "AESGCM":
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    return AESGCM(hashlib.sha256(b"koloda seat code 1" + code.encode()).digest())
