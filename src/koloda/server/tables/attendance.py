"""Who is at a table, for whom they wait, and who leads it: it follows from the connections, the votes and the time."""

from koloda.server import messages
from koloda.server.messages import AnyCommand
from koloda.server.tables.commands import TakeLead
from koloda.server.tables.idle import Idle, Present, Waits, lead_at
from koloda.server.tables.news import Waiting
from koloda.server.tables.state import TableState
from koloda.server.tables.subscribers import Presence, Subscribers


class Attendance:
    """Owns the subscribers, nudges and votes of one table, and knows what everybody was last told of them."""

    def __init__(self, now: int) -> None:
        self.subscribers = Subscribers(now)
        self.idle = Idle()
        self.shown: Presence | None = None
        self._shown_waits: Waits = ()
        self._shown_to: tuple[TableState, Present, int] | None = None
        """Of what `_shown_waits` were told: the table, who was there, and when."""

    def show(self, table: TableState, now: int) -> tuple[Presence, Waiting]:
        """What everybody is told now."""
        self.shown = self.presence(table, now)
        present = self.present(table, now)
        self._shown_waits = self.idle.waits(table, present, now)
        self._shown_to = table, present, now
        return self.shown, Waiting(self._shown_waits, self._lead_at(table, now))

    def is_shown(self, table: TableState, now: int) -> bool:
        """Does everybody know who is present, and how many votes would let a bot play?"""
        if self.presence(table, now) != self.shown:
            return False
        return self.idle.waits(table, self.present(table, now), now) == self._shown_waits

    def presence(self, table: TableState, now: int) -> Presence:
        return self.subscribers.presence(table, now)

    def present(self, table: TableState, now: int) -> Present:
        return self.subscribers.present(table, now)

    def waiting(self, table: TableState, now: int) -> Waiting:
        return Waiting(self.idle.waits(table, self.present(table, now), now), self._lead_at(table, now))

    def changes_at(self, table: TableState, now: int) -> list[int | None]:
        """When somebody stops counting as present, leads no more, or fewer votes are enough."""
        moments = [self.subscribers.changes_at(now), self._leaves_lead_at(table, now)]
        if self.idle.votes or len(table.due) > 1:
            moments.append(self.idle.next_at(self._waits(table, now), now))
        return moments

    def _waits(self, table: TableState, now: int) -> Waits:
        """For whom they wait. Everybody may just have been told."""
        present, told = self.present(table, now), self._shown_to
        if told is not None and told[0] is table and told[1] is present and told[2] == now:
            return self._shown_waits
        return self.idle.waits(table, present, now)

    # Votes

    def outvoted(self, table: TableState, now: int) -> list[int]:
        """The people for whom those present have waited long enough."""
        return self.idle.decided(table, self.present(table, now), now) if self.idle.votes else []

    # The lead

    def takes_lead(self, table: TableState, seat: int, command: AnyCommand, now: int) -> TakeLead | None:
        """Whoever does what only the host may do takes the lead with it, if the host is away or does nothing."""
        match command:
            case messages.Start() | messages.SeatBot() | messages.Change():
                leads = True
            case messages.OpenSeat() | messages.Lead():
                leads = (command.seat == seat) == isinstance(command, messages.Lead)
            case _:
                leads = False
        host = table.seats.host
        when = self._lead_at(table, now) if leads and host is not None and host != seat else None
        if host is None or when is None or now < when:
            return None
        connected = self.subscribers.last_seen(table.seats.by_seat[host].token) is None
        return TakeLead(why="idle" if connected else "away")

    def heir(self, table: TableState, now: int) -> int | None:
        """Who leads the table from now on, because the host has not been connected for a while."""
        lead = self._leaves_lead_at(table, now)
        if lead is None or lead > now:
            return None
        heirs = [seat for seat in self.present(table, now) if seat != table.seats.host]
        return min(heirs, key=lambda seat: table.seats.by_seat[seat].arrival)

    def _lead_at(self, table: TableState, now: int) -> int | None:
        """From when on others may take the lead, before the game."""
        host = table.seats.host
        if host is None or table.status != "waiting":
            return None
        seen = self.subscribers.last_seen(table.seats.by_seat[host].token)
        return lead_at(table, self.present(table, now), seen)

    def _leaves_lead_at(self, table: TableState, now: int) -> int | None:
        """When somebody else leads the table, because the host is not connected."""
        host = table.seats.host
        if table.status != "waiting" or host is None:
            return None
        seen = self.subscribers.last_seen(table.seats.by_seat[host].token)
        return None if seen is None else self._lead_at(table, now)
