"""The network addresses of this machine."""

import errno
import socket
import sys
from collections.abc import Iterator

ALL_INTERFACES = ("0.0.0.0", "::", "")
NEXT_PORTS = 20
"""How many ports after the default one to try."""


def listen(host: str, port: int, chosen: bool) -> socket.socket:
    """Open a socket to listen on. A `chosen` port must be free; otherwise the next free one is used."""
    for candidate in [port] if chosen else range(port, port + NEXT_PORTS):
        try:
            return _bound(host, candidate)
        except OSError as error:
            if error.errno != errno.EADDRINUSE or chosen:
                raise
    return _bound(host, 0)


def share(listening: socket.socket) -> None:
    """Let processes of ours open the same address. No other program could have it: it was bound without this."""
    if sys.platform == "linux":
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)


def reopened(listening: socket.socket) -> socket.socket:
    """A socket of our own on the same address, so that the system gives each process its share of the connections.

    Where it cannot, all processes accept from the same one.
    """
    if sys.platform != "linux":
        return listening
    made = socket.socket(listening.family, listening.type, listening.proto)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        made.bind(listening.getsockname())
    except OSError:
        made.close()
        raise
    return made


def _bound(host: str, port: int) -> socket.socket:
    family, kind, number, _, place = socket.getaddrinfo(
        host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    made = socket.socket(family, kind, number)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind(place)
    except OSError:
        made.close()
        raise
    return made


def local_name(host: str) -> str:
    """The name by which a browser on this machine reaches the server."""
    return "localhost" if host in (*ALL_INTERFACES, "127.0.0.1", "::1") else host


def lan_address(host: str) -> str | None:
    """The address in the local network, for phones; None if only this machine can reach the server."""
    if host not in ALL_INTERFACES:
        return None if host in ("127.0.0.1", "::1", "localhost") else host
    # Connecting a datagram socket sends nothing, but tells which interface packets would take.
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(("192.0.2.1", 9))
            found = str(asking.getsockname()[0])
        except OSError:
            return None
    return None if found.startswith("127.") or found == "0.0.0.0" else found


def host_names() -> Iterator[str]:
    """The names of this machine in the local network."""
    name = socket.gethostname().lower()
    yield from ("localhost", name, name.partition(".")[0])
    yield f"{name.partition('.')[0]}.local"


def as_url(host: str, port: int, scheme: str = "http") -> str:
    shown = f"[{host}]" if ":" in host else host
    return f"{scheme}://{shown}" + ("" if port == {"http": 80, "https": 443}[scheme] else f":{port}")
