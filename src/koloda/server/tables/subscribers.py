"""Who is connected to a table at the moment. Nothing of it is stored."""

from typing import Protocol

from koloda.server.tables.clocks import SECOND
from koloda.server.tables.news import Presence
from koloda.server.tables.state import Room

GRACE = 3 * SECOND
"""So long somebody still counts as being here: a page is loaded again, a phone changes networks."""


class Listener(Protocol):
    """Somebody's connection."""

    def send(self, frame: bytes) -> None:
        """Take an encoded frame; never waits and never raises."""


class Visit:
    """A listener at a table. `seat` is None for a spectator, and becomes so for whoever loses a seat."""

    def __init__(self, table: str, token: str, listener: Listener, screen: bool) -> None:
        self.table = table
        self.token = token
        self.listener = listener
        self.screen = screen
        self.seat: int | None = None
        self.seq = 0
        """The table's last event, for heartbeats."""
        self.told_at = 0


class Attendance:
    def __init__(self, now: int) -> None:
        self.visits: dict[Visit, None] = {}
        self._since = now
        self._gone: dict[str, int] = {}  # by token
        self._company_since = now

    def add(self, visit: Visit, now: int) -> None:
        if visit.seat is not None and not any(other.seat is not None for other in self.visits):
            self._company_since = now
        self.visits[visit] = None

    def remove(self, visit: Visit, now: int) -> None:
        if visit in self.visits:
            del self.visits[visit]
            if visit.seat is not None:
                self.see(visit.token, now)

    def see(self, token: str, now: int) -> None:
        """Somebody with a seat has asked for something, or has just gone."""
        if all(visit.token != token for visit in self.visits):
            self._gone[token] = now

    def reseat(self, room: Room) -> None:
        """Seats were given or taken away."""
        for visit in self.visits:
            visit.seat = room.places.seat_of(visit.token)
        self._gone = {token: gone for token, gone in self._gone.items() if room.places.seat_of(token) is not None}

    def presence(self, room: Room, now: int) -> Presence:
        connected = {visit.seat for visit in self.visits}
        places = list(enumerate(room.places.by_seat))
        return Presence(
            here=tuple(
                bool(place.token) and (seat in connected or now < self._gone.get(place.token, now - GRACE) + GRACE)
                for seat, place in places
            ),
            bot_at=tuple(None if seat in connected else self._bot_at(room, seat) for seat, _ in places),
            screens=sum(visit.screen for visit in self.visits),
            watching=sum(visit.seat is None and not visit.screen for visit in self.visits),
        )

    def _bot_at(self, room: Room, seat: int) -> int | None:
        """A bot plays for a person who is not connected only while other people wait."""
        patience = room.opened.patience
        waiting = any(visit.seat not in (None, seat) for visit in self.visits)
        if patience is None or not waiting or seat not in room.due or seat not in room.places.deciding:
            return None
        gone = self._gone.get(room.places.by_seat[seat].token, self._since)
        return max(gone, self._company_since) + patience * SECOND

    def changes_at(self, now: int) -> int | None:
        """When somebody who has gone will no longer count as being here."""
        return min((gone + GRACE for gone in self._gone.values() if gone + GRACE > now), default=None)
