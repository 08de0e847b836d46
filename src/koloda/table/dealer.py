"""The dealer of a table: chance that anyone can verify afterwards.

Before the first draw the dealer commits to a 256-bit secret by publishing its hash; then the players bring nonces, so
that neither side alone decides the cards. Draw number k among n outcomes is the first 64-bit word of

    HMAC-SHA-256(secret, "koloda draw 1" | SHA-256(all nonces) | k | attempt)

that lies below the largest multiple of n, modulo n: exactly uniform. Every draw has its own words, so one that was
changed later is found by itself. The secret is published when the game is over.
"""

import hashlib
import hmac
import secrets
from collections.abc import Sequence

BYTES = 32
_WORD = 1 << 64


class Dealer:
    """Deals from a secret and the players' nonces. `drawn` counts the draws so far."""

    def __init__(self, secret: bytes, nonces: Sequence[bytes], drawn: int = 0) -> None:
        if len(secret) != BYTES:
            raise ValueError(f"the secret has {len(secret)} bytes instead of {BYTES}")
        self.secret = secret
        self.nonces = tuple(nonces)
        self.drawn = drawn
        parts = b"".join(len(nonce).to_bytes(4, "big") + nonce for nonce in self.nonces)
        self._prefix = b"koloda draw 1" + hashlib.sha256(parts).digest()

    @classmethod
    def fresh(cls, players: int) -> "Dealer":
        """A dealer that nobody can foresee."""
        return cls(secrets.token_bytes(BYTES), [secrets.token_bytes(16) for _ in range(players)])

    @classmethod
    def seeded(cls, seed: str, players: int) -> "Dealer":
        """The same game every time: for a bug report or a lesson, not for a fair game."""

        def derived(what: str) -> bytes:
            return hashlib.sha256(f"koloda seed {what} {seed}".encode()).digest()

        return cls(derived("secret"), [derived(f"nonce {seat}")[:16] for seat in range(players)])

    @property
    def commitment(self) -> str:
        return commitment(self.secret)

    def outcome(self, k: int, n: int) -> int:
        """Draw number k (from 0) among n outcomes."""
        limit = _WORD - _WORD % n
        attempt = 0
        while True:
            message = self._prefix + k.to_bytes(8, "big") + attempt.to_bytes(8, "big")
            word = int.from_bytes(hmac.digest(self.secret, message, "sha256")[:8], "big")
            if word < limit:
                return word % n
            attempt += 1

    def deal(self, n: int) -> int:
        """The next draw."""
        outcome = self.outcome(self.drawn, n)
        self.drawn += 1
        return outcome


def derived(secret: bytes, purpose: str) -> bytes:
    """32 bytes for something else that the table needs, such as a bot's luck: they tell nothing of the secret or of
    the cards, and whoever knows the secret afterwards can derive them again."""
    return hmac.digest(secret, b"koloda derived 1" + purpose.encode(), "sha256")


def commitment(secret: bytes) -> str:
    """What is published before the game: it binds the dealer to the secret and tells nothing of it."""
    return hashlib.sha256(b"koloda commitment 1" + secret).hexdigest()
