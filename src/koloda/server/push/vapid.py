"""The server's key, by which push services and browsers recognise it (VAPID, RFC 8292)."""

import base64
from typing import Final
from urllib.parse import urlsplit

import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from koloda.server.push.encryption import CURVE, point

SIZE: Final = 32
"""Bytes of a private key, and of each half of a signature."""
VALID: Final = 12 * 3600
"""Seconds for which a signed header is valid; 24 hours are the most."""


def base64url(given: bytes) -> str:
    return base64.urlsafe_b64encode(given).rstrip(b"=").decode()


def from_base64url(given: str) -> bytes:
    """Raises ValueError if it is none."""
    return base64.b64decode(given + "=" * (-len(given) % 4), b"-_", validate=True)


def new_key() -> bytes:
    """A fresh private key, to store."""
    return ec.generate_private_key(CURVE).private_numbers().private_value.to_bytes(SIZE, "big")


class ServerKey:
    """The private key of a server."""

    def __init__(self, stored: bytes) -> None:
        self._private = ec.derive_private_key(int.from_bytes(stored, "big"), CURVE)
        self.public = base64url(point(self._private.public_key()))
        """What browsers get when they subscribe."""

    def authorization(self, endpoint: str, contact: str, now: int) -> str:
        """The header for a request to an endpoint. `contact` is an address of the operator, `now` in seconds."""
        found = urlsplit(endpoint)
        claims = {"aud": f"{found.scheme}://{found.netloc}", "exp": now + VALID, "sub": contact}
        parts = ({"typ": "JWT", "alg": "ES256"}, claims)
        signed = ".".join(base64url(msgspec.json.encode(part)) for part in parts)
        halves = decode_dss_signature(self._private.sign(signed.encode(), ec.ECDSA(SHA256())))
        signature = b"".join(half.to_bytes(SIZE, "big") for half in halves)
        return f"vapid t={signed}.{base64url(signature)}, k={self.public}"


def contact_of(address: str) -> str:
    """Whom a push service may ask about our requests: our own address, if it is one that it can reach."""
    found = urlsplit(address)
    return f"https://{found.netloc}" if found.scheme == "https" else f"mailto:koloda@{found.hostname or 'localhost'}"
