"""All tables of a server: opened, found again, moved on, told to whoever sits or watches there."""

from collections.abc import Mapping
from typing import Protocol

from koloda.server.messages import AnyCommand, Answer, Deal, Lobby, NewTable, Replay, Seated, SitDown
from koloda.server.store import Store


class Listener(Protocol):
    """Somebody's connection."""

    def send(self, frame: bytes) -> None:
        """Take an encoded frame; never waits and never raises."""


class Visit(Protocol):
    """A listener at a table. `seat` is None for a spectator, and can become so while the game has not begun."""

    table: str
    seat: int | None

    @property
    def seq(self) -> int:
        """The table's last event, for heartbeats."""


class Hall:
    """`bots` are those that the server offers by name, and what they are; `pace` is in milliseconds.

    Whatever cannot be done raises `Refused` with the failure to answer; only `do` puts it into its answer instead
    (but there too, a table that does not exist is `Refused`).
    """

    def __init__(
        self, store: Store, *, address: str = "", pace: int = 900, bots: Mapping[str, str] | None = None
    ) -> None: ...

    async def start(self) -> None:
        """Go on wherever something is due."""

    async def close(self) -> None:
        """Finish what is being written, and let the bots go. The store is the caller's."""

    def now(self) -> int:
        """The server's clock: milliseconds since 1970."""
        raise NotImplementedError

    def counts(self) -> dict[str, int]:
        """For metrics: tables and visits at present, commands, moves and failures so far."""
        raise NotImplementedError

    async def open(self, wish: NewTable) -> Seated:
        raise NotImplementedError

    async def sit(self, table: str, wish: SitDown, token: str | None = None) -> Seated:
        """Whoever has a seat already (by `token`) gets that one."""
        raise NotImplementedError

    async def come_back(self, table: str, token: str) -> Seated:
        raise NotImplementedError

    async def seat_of(self, table: str, token: str | None) -> int | None:
        raise NotImplementedError

    async def do(self, table: str, token: str | None, command: AnyCommand) -> Answer:
        raise NotImplementedError

    async def news(self, table: str, token: str | None, since: int = 0) -> bytes:
        """The encoded `News`."""
        raise NotImplementedError

    async def wait(self, table: str, token: str | None, since: int, seconds: float) -> bytes:
        """The same, as soon as there is something after `since`, or when the time is over."""
        raise NotImplementedError

    async def join(
        self, table: str, token: str | None, listener: Listener, since: int = 0, screen: bool = False
    ) -> Visit:
        """From now on the listener gets every frame; the first is the news since `since`, at once."""
        raise NotImplementedError

    def leave(self, visit: Visit) -> None:
        raise NotImplementedError

    async def lobby(self) -> Lobby:
        raise NotImplementedError

    async def replay(self, table: str, seat: int | None) -> Replay:
        raise NotImplementedError

    async def deal(self, table: str) -> Deal:
        raise NotImplementedError

    async def record(self, table: str) -> str:
        raise NotImplementedError
