"""Where this machine can be reached."""

import errno
import socket
from collections.abc import Iterator

ANYWHERE = ("0.0.0.0", "::", "")
NEXT_PORTS = 20
"""How many ports after the usual one are tried."""


def listen(host: str, port: int, chosen: bool) -> socket.socket:
    """A socket to listen on. A port that was `chosen` is that one or an OSError; else the next free one will do."""
    for candidate in [port] if chosen else range(port, port + NEXT_PORTS):
        try:
            return _bound(host, candidate)
        except OSError as error:
            if error.errno != errno.EADDRINUSE or chosen:
                raise
    return _bound(host, 0)


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


def near(host: str) -> str:
    """The name by which this machine reaches the server itself."""
    return "localhost" if host in (*ANYWHERE, "127.0.0.1", "::1") else host


def home(host: str) -> str | None:
    """The address in the home network, for phones; None if only this machine can reach the server."""
    if host not in ANYWHERE:
        return None if host in ("127.0.0.1", "::1", "localhost") else host
    # A datagram socket that is connected sends nothing; it only learns which way the packets would go.
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(("192.0.2.1", 9))
            found = str(asking.getsockname()[0])
        except OSError:
            return None
    return None if found.startswith("127.") or found == "0.0.0.0" else found


def own_names() -> Iterator[str]:
    """What this machine is called at home."""
    name = socket.gethostname().lower()
    yield from ("localhost", name, name.partition(".")[0])
    yield f"{name.partition('.')[0]}.local"


def as_url(host: str, port: int, scheme: str = "http") -> str:
    shown = f"[{host}]" if ":" in host else host
    return f"{scheme}://{shown}" + ("" if port == {"http": 80, "https": 443}[scheme] else f":{port}")
