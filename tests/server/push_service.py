"""A push service and the browsers behind it, for tests: it takes requests as a real one does, and can read them."""

import asyncio
import contextlib
import ssl
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from ipaddress import ip_address
from typing import Any

import h11
import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from koloda.core.text import Language
from koloda.server.messages import PushSubscription
from koloda.server.push.delivery import Delivery, PushAnswer, PushRequest
from koloda.server.push.encryption import CURVE, point, read_point
from koloda.server.push.vapid import base64url, from_base64url
from tests.server.test_certificate import FIRST, trusting

MINUTE = 60
"""Seconds: how long a delivery to this machine waits."""


@dataclass(frozen=True)
class Device:
    """A browser with a subscription."""

    endpoint: str
    private: ec.EllipticCurvePrivateKey
    auth: bytes

    @classmethod
    def number(cls, number: int, host: str = "push.example.org") -> "Device":
        return cls(f"https://{host}/send/{number}", ec.derive_private_key(1000 + number, CURVE), bytes([number] * 16))

    def subscription(self, language: Language = "en") -> PushSubscription:
        key = base64url(point(self.private.public_key()))
        return PushSubscription(endpoint=self.endpoint, p256dh=key, auth=base64url(self.auth), language=language)

    def read(self, body: bytes) -> dict[str, Any]:
        """Decrypt a message (RFC 8188, RFC 8291)."""
        salt, length, sealed = body[:16], body[20], body[21:]
        assert int.from_bytes(body[16:20], "big") == 4096
        sender, sealed = sealed[:length], sealed[length:]
        own = point(self.private.public_key())
        shared = self.private.exchange(ec.ECDH(), read_point(sender))
        material = HKDF(SHA256(), 32, self.auth, b"WebPush: info\0" + own + sender).derive(shared)
        key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(material)
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(material)
        text = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0")
        assert text.endswith(b"\x02"), "the last record"
        found: dict[str, Any] = msgspec.json.decode(text[:-1])
        return found


def claims(authorization: str, server_key: str) -> dict[str, Any]:
    """What a VAPID header claims, once its signature is checked."""
    scheme, _, given = authorization.partition(" ")
    parts = dict(part.split("=", 1) for part in given.split(", "))
    signed, _, signature = parts["t"].rpartition(".")
    r, s = (int.from_bytes(half, "big") for half in (from_base64url(signature)[:32], from_base64url(signature)[32:]))
    read_point(from_base64url(parts["k"])).verify(encode_dss_signature(r, s), signed.encode(), ec.ECDSA(SHA256()))
    assert (scheme, parts["k"]) == ("vapid", server_key)
    head, body = (msgspec.json.decode(from_base64url(part)) for part in signed.split("."))
    assert head == {"typ": "JWT", "alg": "ES256"}
    found: dict[str, Any] = body
    return found


@dataclass
class Answers:
    """Stands for all push services, without a network: gives these answers in turn, then 201."""

    given: list[PushAnswer] = field(default_factory=list)
    requests: list[PushRequest] = field(default_factory=list)

    def check(self, endpoint: str) -> None:
        Delivery().check(endpoint)

    async def post(self, request: PushRequest) -> PushAnswer:
        self.requests.append(request)
        return self.given.pop(0) if self.given else PushAnswer(201)


@dataclass
class PushService:
    """Listens on this machine, with https."""

    answer: bytes = b"HTTP/1.1 201 Created\r\ncontent-length: 0\r\n\r\n"
    requests: list[tuple[h11.Request, bytes]] = field(default_factory=list)
    port: int = 0
    before_silence: Callable[[], None] | None = None
    """If there is one: what to do when it has got a request. It writes its answer then, and leaves it at that."""

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        parser, body, head = h11.Connection(h11.SERVER), b"", None
        while not isinstance(event := parser.next_event(), h11.EndOfMessage):
            if event is h11.NEED_DATA:
                parser.receive_data(await reader.read(4096))
            elif isinstance(event, h11.Request):
                head = event
            elif isinstance(event, h11.Data):
                body += event.data
            else:
                writer.close()
                return
        assert head is not None
        self.requests.append((head, body))
        if self.before_silence is not None:
            self.before_silence()
        writer.write(self.answer)
        await writer.drain()
        if self.before_silence is None:
            writer.close()

    @contextlib.asynccontextmanager
    async def listening(self) -> AsyncIterator["PushService"]:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        FIRST.load(context)
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0, ssl=context)
        self.port = server.sockets[0].getsockname()[1]
        try:
            yield self
        finally:
            server.close()

    def device(self, number: int) -> Device:
        return Device.number(number, f"localhost:{self.port}")


def to_this_machine(clock: Callable[[], float] = time.monotonic) -> Delivery:
    """A delivery that reaches a `PushService`. Names are looked up as usual, but only this machine is allowed."""
    return Delivery(
        allowed=lambda address: address == ip_address("127.0.0.1") or address.is_loopback,
        ports=None,
        trust=lambda: trusting(FIRST.chain),
        timeout=MINUTE,
        clock=clock,
    )
