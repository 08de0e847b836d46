"""What whoever runs the server decides."""

from dataclasses import dataclass, field
from ipaddress import IPv4Network, IPv6Network
from urllib.parse import urlsplit


@dataclass(frozen=True)
class Limits:
    """Allowances that grow back; whoever has used one up is told when to come again, and is never shut out."""

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
    """Names by which it may be asked for, besides numeric addresses."""
    public: bool = False
    """It has an address of its own on the internet: numeric addresses other than loopback are refused then."""
    proxies: tuple[IPv4Network | IPv6Network, ...] = ()
    """Proxies that are believed when they say whom they speak for."""
    limits: Limits = field(default_factory=Limits)

    @property
    def https(self) -> bool:
        return urlsplit(self.address).scheme == "https"

    def link(self, table: str) -> str:
        """Where others come to a table."""
        return f"{self.address}/t/{table}"
