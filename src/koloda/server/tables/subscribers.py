"""Who is connected to a table at the moment. None of it is stored."""

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import NamedTuple, Protocol

from koloda.core.facts import Fact
from koloda.server.bus.notes import Client
from koloda.server.messages import Failure
from koloda.server.tables.clocks import SECOND
from koloda.server.tables.seats import Seats
from koloda.server.tables.state import TableState

GRACE = 3 * SECOND
"""People still count as present for this long: they may be reloading the page, or their phone changes networks."""
SAME_VISIT = 60 * SECOND
"""Whoever comes back within this time has been waiting all along."""


class Subscriber(Protocol):
    """A client's connection."""

    def send(self, frame: bytes) -> None:
        """Take an encoded frame. Never waits and never raises."""

    def end(self, failure: Failure) -> None:
        """Disconnect: the table is gone, and this is why. Never waits and never raises."""


class Subscription:
    """A subscriber at a table. `seat` is None for a spectator; if you lose your seat, you become one, and know why."""

    def __init__(
        self,
        table: str,
        token: str,
        subscriber: Subscriber,
        screen: bool,
        household: str = "",
        device: Iterable[str] = (),
        pace: float = 1.0,
    ) -> None:
        """`device` are all tokens of people who share the device, whoever looks at the moment."""
        self.table = table
        self.token = token
        self.screen = screen
        self.household = household
        """From where it comes, if that is known: an address or a network."""
        self.device = frozenset((token, *device)) - {""}
        self.pace = pace
        self.seat: int | None = None
        """The seat that it looks through."""
        self.held: frozenset[int] = frozenset()
        """All seats of the device: their people are there."""
        self.lost: Fact | None = None
        self.seq = 0
        """The last event that the subscriber has, for heartbeats."""
        self.told_at = 0
        self.since = 0
        """When it was connected."""
        self.send = subscriber.send
        self.end = subscriber.end

    def find_seat(self, table: TableState) -> int | None:
        seats = (table.seats.seat_of(token) for token in self.device)
        self.held = frozenset(seat for seat in seats if seat is not None)
        self.seat = table.seats.seat_of(self.token)
        self.lost = table.lost.get(self.token)
        return self.seat

    @property
    def watches(self) -> bool:
        """Is it a spectator's?"""
        return not self.held and not self.screen

    @property
    def client(self) -> Client:
        """What other nodes need to know of it."""
        return Client(device=sorted(self.device), since=self.since, screen=self.screen, pace=self.pace)

    def note(self, seq: int, now: int) -> None:
        """Note that the subscriber has all events up to this one."""
        self.seq, self.told_at = seq, now


class ElsewhereSubscriber:
    """A client that is connected to another node, which sends it everything."""

    def send(self, frame: bytes) -> None:
        pass

    def end(self, failure: Failure) -> None:
        pass


ELSEWHERE = ElsewhereSubscriber()


class Presence(NamedTuple):
    """Who is connected, by seat, and when a bot will play for those who are not."""

    here: tuple[bool, ...]
    bot_at: tuple[int | None, ...]
    screens: int
    watching: int


class Subscribers:
    """Those of this node are iterated and counted; those of other nodes are present as well."""

    def __init__(self, now: int) -> None:
        self._subscriptions: dict[Subscription, None] = {}
        self._elsewhere: list[Subscription] = []
        self._since = now
        self._gone: dict[str, int] = {}  # by token
        self._came: dict[str, int] = {}  # by token: when the visit began
        self._all_here: tuple[Seats, Presence, dict[int, int]] | None = None
        """What `presence` and `present` say of these seats, while all their people are connected."""

    def __len__(self) -> int:
        return len(self._subscriptions)

    def __iter__(self) -> Iterator[Subscription]:
        """A copy of all subscribers, safe to iterate while they come and go."""
        return iter(tuple(self._subscriptions))

    @property
    def seats(self) -> set[int | None]:
        """The seats that somebody looks through, and None if a spectator is connected."""
        return {each.seat for each in self._subscriptions}

    @property
    def held(self) -> set[int]:
        """The seats whose people are connected, whoever looks at the moment."""
        return {seat for each in self.everywhere() for seat in each.held}

    def everywhere(self) -> Iterator[Subscription]:
        """Those of all nodes."""
        return chain(self._subscriptions, self._elsewhere)

    def connected_elsewhere(self, table: TableState, clients: Iterable[Client], now: int) -> None:
        """Note who is connected to other nodes now: all of them."""
        self._all_here = None
        before = {token for each in self._elsewhere if each.held for token in each.device}
        found: list[Subscription] = []
        for client in clients:
            only = client.device[0] if len(client.device) == 1 else ""
            each = Subscription(table.id, only, ELSEWHERE, client.screen, "", client.device, client.pace)
            each.since = client.since
            each.find_seat(table)
            for token in each.device if each.held else ():
                self._come(token, min(now, client.since))
            found.append(each)
        self._elsewhere = found
        for token in before:
            if not self._is_connected(token):
                self._gone[token] = now

    def add(self, subscription: Subscription, now: int) -> None:
        subscription.since = now
        self._all_here = None
        for token in subscription.device if subscription.held else ():
            self._come(token, now)
        self._subscriptions[subscription] = None

    def _come(self, token: str, now: int) -> None:
        """Note when a visit begins."""
        if self._is_connected(token):
            return
        if token not in self._came or now - self._gone.get(token, now) > SAME_VISIT:
            self._came[token] = now

    def _is_connected(self, token: str) -> bool:
        return any(token in each.device for each in self.everywhere())

    def remove(self, subscription: Subscription, now: int) -> None:
        if subscription in self._subscriptions:
            self._all_here = None
            del self._subscriptions[subscription]
            for token in subscription.device if subscription.held else ():
                if not self._is_connected(token):
                    self._gone[token] = now

    def see(self, token: str, now: int) -> None:
        """Note that somebody with a seat has been active, perhaps without a connection."""
        if not self._is_connected(token):
            self._come(token, now)
            self._gone[token] = now

    def reseat(self, table: TableState) -> None:
        """Update the subscribers after seats were given or taken away."""
        self._all_here = None
        for each in self.everywhere():
            each.find_seat(table)
        self._gone = {token: gone for token, gone in self._gone.items() if table.seats.seat_of(token) is not None}
        self._came = {token: came for token, came in self._came.items() if table.seats.seat_of(token) is not None}

    def present(self, table: TableState, now: int) -> dict[int, int]:
        """The seats of people who are there, and since when they have been."""
        if self._all_here is not None and self._all_here[0] is table.seats:
            return self._all_here[2]
        connected = self.held
        return {
            seat: self._came.get(each.token, self._since)
            for seat, each in enumerate(table.seats.by_seat)
            if each.token and (seat in connected or self._is_back_soon(each.token, now))
        }

    def _is_back_soon(self, token: str, now: int) -> bool:
        gone = self._gone.get(token)
        return gone is not None and now < gone + GRACE

    def last_seen(self, token: str) -> int | None:
        """When somebody with a seat was last seen; None while they are connected."""
        return None if self._is_connected(token) else self._gone.get(token, self._since)

    def presence(self, table: TableState, now: int) -> Presence:
        """While everybody is connected, nothing changes with time, nor with a move."""
        if self._all_here is not None and self._all_here[0] is table.seats:
            return self._all_here[1]
        connected = self.held
        numbered = list(enumerate(table.seats.by_seat))
        presence = Presence(
            here=tuple(
                bool(each.token) and (seat in connected or self._is_back_soon(each.token, now))
                for seat, each in numbered
            ),
            bot_at=tuple(None if seat in connected else self._bot_at(table, seat) for seat, _ in numbered),
            screens=sum(each.screen for each in self.everywhere()),
            watching=sum(each.watches for each in self.everywhere()),
        )
        if all(seat in connected for seat, each in numbered if each.token):
            self._all_here = table.seats, presence, self.present(table, now)
        return presence

    def _bot_at(self, table: TableState, seat: int) -> int | None:
        """A bot plays for a person who is away only while other people wait."""
        patience = table.opened.patience
        if patience is None or seat not in table.due or seat not in table.seats.deciding:
            return None
        others = {token for each in self.everywhere() if each.held - {seat} for token in each.device}
        company = [self._came.get(token, self._since) for token in others]
        if not company:
            return None
        gone = self._gone.get(table.seats.by_seat[seat].token, self._since)
        return max(gone, min(company)) + patience * SECOND

    def changes_at(self, now: int) -> int | None:
        """When somebody who has disconnected stops counting as present."""
        return min((gone + GRACE for gone in self._gone.values() if gone + GRACE > now), default=None)
