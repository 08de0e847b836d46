"""Encrypts a notice for one browser (RFC 8291, aes128gcm): the push service in between cannot read it."""

import os
from typing import Final

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE: Final = ec.SECP256R1()
RECORD: Final = 4096
"""Bytes of the one record in a message."""
PADDED_TO: Final = 128
"""Notices are as long as a multiple of this, so that their length says little."""
LAST: Final = b"\x02"
"""The delimiter of the last record."""


def encrypt(
    text: bytes,
    receiver: bytes,
    auth: bytes,
    *,
    sender: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
    padded_to: int = PADDED_TO,
) -> bytes:
    """The body of a push message.

    `receiver` is the browser's public key, `auth` the secret that it shares with us. The key of the sender and the salt
    are fresh for every message; tests know them.
    """
    sender = sender or ec.generate_private_key(CURVE)
    salt = salt or os.urandom(16)
    public = point(sender.public_key())
    shared = sender.exchange(ec.ECDH(), read_point(receiver))
    material = _derive(shared, auth, b"WebPush: info\0" + receiver + public, 32)
    key = _derive(material, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(material, salt, b"Content-Encoding: nonce\0", 12)
    padding = bytes(-(len(text) + 1) % padded_to)
    sealed = AESGCM(key).encrypt(nonce, text + LAST + padding, None)
    return salt + RECORD.to_bytes(4, "big") + len(public).to_bytes(1, "big") + public + sealed


def read_point(encoded: bytes) -> ec.EllipticCurvePublicKey:
    """A public key. Raises ValueError unless it is a point of the curve."""
    return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, encoded)


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _derive(material: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(material)
