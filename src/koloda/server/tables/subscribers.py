"""Who is connected to a table at the moment. None of it is stored."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple, Protocol

from koloda.server.messages import Failure
from koloda.server.tables.clocks import SECOND
from koloda.server.tables.state import TableState

GRACE = 3 * SECOND
"""People still count as present for this long: they may be reloading the page, or their phone changes networks."""


class Subscriber(Protocol):
    """A client's connection."""

    def send(self, frame: bytes) -> None:
        """Take an encoded frame. Never waits and never raises."""

    def end(self, failure: Failure) -> None:
        """Disconnect: the table is gone, and this is why. Never waits and never raises."""


class Subscription:
    """A subscriber at a table. `seat` is None for a spectator; if you lose your seat, you become one."""

    def __init__(
        self,
        table: str,
        token: str,
        subscriber: Subscriber,
        screen: bool,
        device: Iterable[str] = (),
        pace: float = 1.0,
    ) -> None:
        """`device` are all tokens of people who share the device, whoever looks at the moment."""
        self.table = table
        self.token = token
        self.screen = screen
        self.device = frozenset((token, *device)) - {""}
        self.pace = pace
        self.seat: int | None = None
        """The seat that it looks through."""
        self.present: frozenset[int] = frozenset()
        """All seats of the device: their people are there."""
        self.seq = 0
        """The last event that the subscriber has, for heartbeats."""
        self.told_at = 0
        self.send = subscriber.send
        self.end = subscriber.end

    def find_seat(self, table: TableState) -> int | None:
        seats = (table.seats.seat_of(token) for token in self.device)
        self.present = frozenset(seat for seat in seats if seat is not None)
        self.seat = table.seats.seat_of(self.token)
        return self.seat

    @property
    def watches(self) -> bool:
        """Is it a spectator's?"""
        return not self.present and not self.screen

    def note(self, seq: int, now: int) -> None:
        """Note that the subscriber has all events up to this one."""
        self.seq, self.told_at = seq, now


class Presence(NamedTuple):
    """Who is connected, by seat, and when a bot will play for those who are not."""

    here: tuple[bool, ...]
    bot_at: tuple[int | None, ...]
    screens: int
    watching: int


class Subscribers:
    def __init__(self, now: int) -> None:
        self._subscriptions: dict[Subscription, None] = {}
        self._since = now
        self._gone: dict[str, int] = {}  # by token
        self._company_since = now

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
    def present(self) -> set[int]:
        """The seats whose people are there."""
        return {seat for each in self._subscriptions for seat in each.present}

    def add(self, subscription: Subscription, now: int) -> None:
        if subscription.present and not any(other.present for other in self._subscriptions):
            self._company_since = now
        self._subscriptions[subscription] = None

    def remove(self, subscription: Subscription, now: int) -> None:
        if subscription in self._subscriptions:
            del self._subscriptions[subscription]
            if subscription.present:
                for token in subscription.device:
                    self.see(token, now)

    def see(self, token: str, now: int) -> None:
        """Note that somebody with a seat has been active, or has just disconnected."""
        if all(token not in each.device for each in self._subscriptions):
            self._gone[token] = now

    def reseat(self, table: TableState) -> None:
        """Update the subscribers after seats were given or taken away."""
        for each in self._subscriptions:
            each.find_seat(table)
        self._gone = {token: gone for token, gone in self._gone.items() if table.seats.seat_of(token) is not None}

    def presence(self, table: TableState, now: int) -> Presence:
        connected = self.present
        numbered = list(enumerate(table.seats.by_seat))
        return Presence(
            here=tuple(
                bool(each.token) and (seat in connected or now < self._gone.get(each.token, now - GRACE) + GRACE)
                for seat, each in numbered
            ),
            bot_at=tuple(None if seat in connected else self._bot_at(table, seat) for seat, _ in numbered),
            screens=sum(each.screen for each in self._subscriptions),
            watching=sum(each.watches for each in self._subscriptions),
        )

    def _bot_at(self, table: TableState, seat: int) -> int | None:
        """A bot plays for a person who is away only while other people wait."""
        patience = table.opened.patience
        waiting = any(each.present - {seat} for each in self._subscriptions)
        if patience is None or not waiting or seat not in table.due or seat not in table.seats.deciding:
            return None
        gone = self._gone.get(table.seats.by_seat[seat].token, self._since)
        return max(gone, self._company_since) + patience * SECOND

    def changes_at(self, now: int) -> int | None:
        """When somebody who has disconnected stops counting as present."""
        return min((gone + GRACE for gone in self._gone.values() if gone + GRACE > now), default=None)
