"""Sends requests to push services: off the event loop, within a fixed time, and only to public addresses.

Where a request goes is what a browser has said, so it may be anywhere. No request ever reaches this machine or the
network behind it: the name must resolve to public addresses alone, the connection goes to the very address that was
checked, and redirects are not followed.
"""

import asyncio
import socket
import ssl
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Final
from urllib.parse import SplitResult, urlsplit

import h11

TIMEOUT: Final = 10.0
"""Seconds for a whole request, until the answer."""
LOOK_UP: Final = 5.0
"""Seconds that looking up a name may take in addition: the system does not let us limit it. Nobody waits longer."""
HTTPS: Final = 443
LONGEST_ENDPOINT: Final = 2000
MOST_ADDRESSES: Final = 3
"""How many addresses of a push service to try: a machine may have no IPv6."""
NAT64: Final = IPv6Network("64:ff9b::/96")
"""IPv6 addresses that stand for IPv4 addresses."""

Address = IPv4Address | IPv6Address


class BadEndpoint(ValueError):
    """An address to which the server sends nothing. The message says why."""


@dataclass(frozen=True)
class PushRequest:
    endpoint: str
    headers: Mapping[str, str]
    body: bytes


@dataclass(frozen=True)
class PushAnswer:
    status: int
    """0 if there was no answer."""
    retry_after: int | None = None
    """Seconds, if the push service asks us to wait."""


def is_public(address: Address) -> bool:
    """Is an address one of the internet, and not of this machine or its network?"""
    if isinstance(address, IPv6Address):
        if address in NAT64:
            return is_public(IPv4Address(int(address) & 0xFFFFFFFF))
        if address.ipv4_mapped or address.sixtofour or address.teredo:
            return False
    return address.is_global and not (address.is_multicast or address.is_reserved or address.is_unspecified)


def check_endpoint(endpoint: str, ports: frozenset[int] | None = frozenset({HTTPS})) -> SplitResult:
    """The parts of an endpoint. Raises `BadEndpoint` unless it is https, with a name and without a port of its own."""
    if len(endpoint) > LONGEST_ENDPOINT or not endpoint.isascii() or not endpoint.isprintable() or " " in endpoint:
        raise BadEndpoint(f"an endpoint is at most {LONGEST_ENDPOINT} printable ASCII characters")
    try:
        found = urlsplit(endpoint)
        port = HTTPS if found.port is None else found.port
    except ValueError as error:
        raise BadEndpoint(str(error)) from None
    if found.scheme != "https" or not found.hostname or found.username is not None:
        raise BadEndpoint("an endpoint begins with https:// and the name of a push service")
    if ports is not None and (port not in ports or _is_numeric(found.hostname)):
        raise BadEndpoint("an endpoint has the name of a push service, and no port but 443")
    return found


def _is_numeric(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


class Delivery:
    """Posts requests, each in a thread of its own that does not keep the server from ending.

    Tests with a push service of their own pass what it needs; nothing that an operator can set does.
    """

    def __init__(
        self,
        *,
        allowed: Callable[[Address], bool] = is_public,
        ports: frozenset[int] | None = frozenset({HTTPS}),
        trust: Callable[[], ssl.SSLContext] = ssl.create_default_context,
        timeout: float = TIMEOUT,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`ports` are those that an endpoint may have; None for any, and for numeric addresses."""
        self._allowed = allowed
        self._ports = ports
        self._trust = trust
        self._timeout = timeout
        self._clock = clock
        self._context: ssl.SSLContext | None = None

    def check(self, endpoint: str) -> None:
        """Raise `BadEndpoint` if nothing would ever be sent there."""
        check_endpoint(endpoint, self._ports)

    async def post(self, request: PushRequest) -> PushAnswer:
        """Send a request. What fails on the way is an answer with status 0."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[PushAnswer] = loop.create_future()

        def resolve(answer: PushAnswer) -> None:
            if not done.cancelled():
                done.set_result(answer)

        def work() -> None:
            answer = self._attempt(request)
            try:
                loop.call_soon_threadsafe(resolve, answer)
            except RuntimeError:  # the server has ended meanwhile
                return

        threading.Thread(target=work, name="koloda-push", daemon=True).start()
        try:
            async with asyncio.timeout(self._timeout + LOOK_UP):
                return await done
        except TimeoutError:
            return PushAnswer(0)

    def _attempt(self, request: PushRequest) -> PushAnswer:
        try:
            return self._post(request)
        except (OSError, ValueError, h11.ProtocolError):
            return PushAnswer(0)

    def _post(self, request: PushRequest) -> PushAnswer:
        left = self._countdown()
        found = check_endpoint(request.endpoint, self._ports)
        host, port = found.hostname or "", found.port or HTTPS
        addresses = self._addresses(host, port)
        if self._context is None:
            self._context = self._trust()
        path = (found.path or "/") + (f"?{found.query}" if found.query else "")
        headers = {"host": found.netloc, "content-length": str(len(request.body)), "connection": "close"}
        with (
            _connected(addresses, port, left) as plain,
            self._context.wrap_socket(plain, server_hostname=host) as secure,
        ):
            secure.settimeout(left())
            client = h11.Connection(h11.CLIENT)
            sent = h11.Request(method="POST", target=path, headers=[*headers.items(), *request.headers.items()])
            parts = [client.send(each) for each in (sent, h11.Data(data=request.body), h11.EndOfMessage())]
            secure.sendall(b"".join(part for part in parts if part))
            while True:
                event = client.next_event()
                if event is h11.NEED_DATA:
                    secure.settimeout(left())
                    client.receive_data(secure.recv(4096))
                elif isinstance(event, h11.Response):
                    return PushAnswer(event.status_code, _retry_after(event))
                elif not isinstance(event, h11.InformationalResponse):
                    raise OSError("the push service gave no answer")

    def _countdown(self) -> Callable[[], float]:
        """Begin a request. The function says how many seconds it has left, and raises `TimeoutError` after the last."""
        deadline = self._clock() + self._timeout

        def left() -> float:
            found = deadline - self._clock()
            if found <= 0:
                raise TimeoutError("the push service is too slow")
            return found

        return left

    def _addresses(self, host: str, port: int) -> list[Address]:
        """The addresses of a name. All of them must be allowed: a push service has none in a network of its users."""
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        addresses = [ip_address(str(place[0]).partition("%")[0]) for *_, place in found]
        if not all(map(self._allowed, addresses)):
            raise BadEndpoint(f"{host} has an address that is not public")
        return addresses[:MOST_ADDRESSES]


def _connected(addresses: Sequence[Address], port: int, left: Callable[[], float]) -> socket.socket:
    """A connection to the first of these addresses that answers."""
    problem = OSError("no address")
    for address in addresses:
        try:
            return socket.create_connection((str(address), port), timeout=left() / len(addresses))
        except OSError as error:
            problem = error
    raise problem


def _retry_after(response: h11.Response) -> int | None:
    given = dict(response.headers).get(b"retry-after", b"")
    return int(given) if given.isdigit() and len(given) < 7 else None
