"""The settings of a server, chosen by its operator."""

from dataclasses import dataclass, field
from ipaddress import IPv4Network, IPv6Network
from urllib.parse import urlsplit

MESSAGES = 4
"""An address may send this many frames for every request it may make."""
REQUESTS_PER_DOCUMENT = 25
"""Requests that cost as much as computing one replay."""
REQUESTS_PER_REVIEW = 250
"""Requests that cost as much as reviewing one game."""
REQUESTS_PER_SCORE = 6
"""Requests that cost as much as counting one score sheet."""
FLOOD = 3
"""A WebSocket may send this many frames for every command that a seat may give."""


@dataclass(frozen=True)
class Limits:
    """Rate limits. A client that exceeds one learns when to try again, and is never locked out."""

    commands: float = 10
    """Commands a second for one seat."""
    requests: float = 50
    """Requests and new connections a second from one address: a household or a school may share it."""
    tables: float = 30
    """New tables a minute from one address."""
    sockets: int = 500
    """Open connections from one address."""

    @property
    def messages(self) -> float:
        """What one address may send a second, over all its connections: frames, pings, and reads of the network."""
        return MESSAGES * self.requests

    @property
    def documents(self) -> float:
        """How many replays, records and proofs one address may have computed a second; known ones cost nothing."""
        return self.requests / REQUESTS_PER_DOCUMENT

    @property
    def reviews(self) -> float:
        """How many games one address may have reviewed a second; known reviews cost nothing."""
        return self.requests / REQUESTS_PER_REVIEW

    @property
    def scores(self) -> float:
        """How many score sheets one address may have counted a second."""
        return self.requests / REQUESTS_PER_SCORE

    @property
    def flood(self) -> float:
        """What one WebSocket may send a second. Whoever goes on sending more is disconnected."""
        return FLOOD * self.commands


@dataclass(frozen=True)
class Settings:
    address: str = "http://localhost:8080"
    """The address of the server, for others: links and QR codes begin with it. It may have a path."""
    hosts: frozenset[str] = frozenset({"localhost"})
    """Host names that requests may use, besides numeric addresses."""
    public: bool = False
    """The server is on the internet under its own name: numeric addresses other than loopback are refused."""
    proxies: tuple[IPv4Network | IPv6Network, ...] = ()
    """Trusted proxies: their X-Forwarded headers count."""
    limits: Limits = field(default_factory=Limits)
    password: str | None = field(default=None, repr=False)
    """What players must know to enter."""
    invite_only: bool = False
    """The link of a table lets in without a password; the lobby shows strangers nothing, and they open no tables."""
    metrics_port: int | None = None
    """The port of the listener for metrics. Without it they are on the public port, for this machine only."""

    @property
    def origin(self) -> str:
        """The address without its path, as browsers write it."""
        found = urlsplit(self.address)
        return f"{found.scheme}://{found.netloc}"

    @property
    def base(self) -> str:
        """The path under which the server is: "" or "/koloda"."""
        return urlsplit(self.address).path

    @property
    def https(self) -> bool:
        return urlsplit(self.address).scheme == "https"

    def link(self, table: str) -> str:
        """The address of a table, for others."""
        return f"{self.address}/t/{table}"
