"""Settings of a server, as its operator chooses them."""

from dataclasses import dataclass, field
from ipaddress import IPv4Network, IPv6Network
from urllib.parse import urlsplit


@dataclass(frozen=True)
class Limits:
    """Rate limits. Whoever exceeds one is told when to try again, and is never locked out."""

    commands: float = 10
    """Commands a second for one seat."""
    requests: float = 50
    """Requests and new connections a second from one address: a household or a school may share it."""
    tables: float = 30
    """New tables a minute from one address."""
    sockets: int = 500
    """Connections held at the same time from one address."""


@dataclass(frozen=True)
class Settings:
    address: str = "http://localhost:8080"
    """Where others reach the server: links and QR codes begin with it."""
    hosts: frozenset[str] = frozenset({"localhost"})
    """Host names that requests may use, besides numeric addresses."""
    public: bool = False
    """The server is on the internet under its own name: numeric addresses other than loopback are refused."""
    proxies: tuple[IPv4Network | IPv6Network, ...] = ()
    """Trusted proxies: their X-Forwarded headers count."""
    limits: Limits = field(default_factory=Limits)

    @property
    def https(self) -> bool:
        return urlsplit(self.address).scheme == "https"

    def link(self, table: str) -> str:
        """Where others come to a table."""
        return f"{self.address}/t/{table}"
