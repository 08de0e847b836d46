"""Waiting for a person who does not decide: from when on they can be nudged, and a bot can play for them.

Nothing here is stored: everybody gets the times, and a command is checked when it comes.
"""

from collections.abc import Collection, Mapping, Sequence

from koloda.core.facts import fact
from koloda.server.messages import Failure, Wait
from koloda.server.tables.clocks import SECOND
from koloda.server.tables.refusals import Refused, refused
from koloda.server.tables.settings import IDLE, idle_time
from koloda.server.tables.state import TableState

NUDGED_FOR = 60 * SECOND
"""A person is nudged at most once in this time."""
HOST_AWAY = 30 * SECOND
"""A host who is not connected for this long leads the table no more, if others wait there."""

Present = Mapping[int, int]
"""The seats of people who are connected, and since when."""
Waits = Sequence[Wait | None]


class Idle:
    """Nudges and votes at one table. They belong to one pending decision, and end with it."""

    def __init__(self) -> None:
        self._nudged: dict[int, tuple[int, int]] = {}  # by seat: since when the decision is pending, and the last nudge
        self.votes: dict[int, tuple[int, dict[str, None]]] = {}
        """By seat: since when the decision is pending, and the tokens of those who voted."""

    def waits(self, table: TableState, present: Present, now: int) -> Waits:
        """By seat: how long others wait for it. Empty if they wait for nobody."""
        limit = idle_time(table.opened)
        if limit is None or table.status != "playing":
            return ()
        since = _waited_since(table, present)
        if not since:
            return ()
        asleep = {seat for seat, at in since.items() if at + 2 * limit <= now}
        return [
            self._wait(table, seat, since[seat], limit, present, asleep, now) if seat in since else None
            for seat in range(table.opened.players)
        ]

    def _wait(
        self, table: TableState, seat: int, since: int, limit: int, present: Present, asleep: set[int], now: int
    ) -> Wait:
        """Sleepers are not asked, or several could block a table: who keeps others waiting just as long, and for whom a
        bot plays.
        """
        voters = self._voters(table, seat)
        votes = [other for other in present if table.seats.by_seat[other].token in voters] if voters else []
        asked = {other for other in table.seats.deciding if other in present and other not in asleep}
        asked.update(votes)
        asked.discard(seat)
        alone_at = since + 3 * limit
        nudged_at = self._nudged_at(table, seat)
        return Wait(
            since=since,
            nudge_at=since + limit if nudged_at is None else max(since + limit, nudged_at + NUDGED_FOR),
            nudged_at=nudged_at,
            vote_at=since + 2 * limit,
            alone_at=alone_at,
            votes=sorted(votes),
            needed=1 if now >= alone_at else len(asked) // 2 + 1,
        )

    def _nudged_at(self, table: TableState, seat: int) -> int | None:
        pending, at = self._nudged.get(seat, (None, None))
        return at if pending == table.clocks.since[seat] else None

    def _voters(self, table: TableState, seat: int) -> Collection[str]:
        """The tokens of those who have voted on a seat's pending decision."""
        pending, voters = self.votes.get(seat, (None, {}))
        return voters if pending == table.clocks.since[seat] else ()

    def nudge(self, table: TableState, by: int, seat: int, present: Present, now: int) -> None:
        """Note that somebody was nudged. Raises `Refused` if it is too early."""
        _check_time(self._waited_for(table, by, seat, present, now).nudge_at, now)
        pending = table.clocks.since[seat]
        assert pending is not None
        self.note_nudge(seat, pending, now)

    def note_nudge(self, seat: int, pending: int, at: int) -> None:
        """Note a nudge about the decision that is pending since then."""
        self._nudged[seat] = (pending, at)

    def vote(self, table: TableState, by: int, seat: int, bot: bool, present: Present, now: int) -> None:
        """Count a vote, or take it back. Raises `Refused` if it is too early."""
        _check_time(self._waited_for(table, by, seat, present, now).vote_at, now)
        pending = table.clocks.since[seat]
        assert pending is not None
        self.note_vote(seat, pending, table.seats.by_seat[by].token, bot)

    def note_vote(self, seat: int, pending: int, voter: str, bot: bool) -> None:
        """Note a vote about the decision that is pending since then, or that it was taken back."""
        known, voters = self.votes.get(seat, (pending, {}))
        votes = dict(voters) if known == pending else {}
        if bot:
            votes[voter] = None
        else:
            votes.pop(voter, None)
        self.votes[seat] = (pending, votes)

    def _waited_for(self, table: TableState, by: int, seat: int, present: Present, now: int) -> Wait:
        waits = self.waits(table, present, now)
        wait = waits[seat] if 0 <= seat < len(waits) else None
        if by == seat or wait is None:
            raise refused("not_legal", "nobody_waits")
        return wait

    def decided(self, table: TableState, present: Present, now: int) -> list[int]:
        """The seats for which a bot plays now: enough people have voted, or the host has."""
        host = table.seats.host
        return [
            seat
            for seat, wait in enumerate(self.waits(table, present, now))
            if wait is not None and (len(wait.votes) >= wait.needed or host in wait.votes)
        ]

    def next_at(self, all_waits: Waits, now: int) -> int | None:
        """When fewer votes than now let a bot play: others who sleep are not asked any more, or one vote is enough."""
        waits = [wait for wait in all_waits if wait is not None]
        moments = [wait.alone_at for wait in waits if wait.votes]
        if len(waits) > 1:
            moments += [wait.vote_at for wait in waits if wait.vote_at > now]
        return min(moments, default=None)


def _waited_since(table: TableState, present: Present) -> dict[int, int]:
    """By seat: since when others who are connected have waited for a person's decision."""
    found: dict[int, int] = {}
    for seat in table.due:
        pending = table.clocks.since[seat]
        if pending is not None and (others := [since for other, since in present.items() if other != seat]):
            found[seat] = max(pending, min(others))
    return found


def lead_at(table: TableState, present: Present, host_seen: int | None) -> int | None:
    """Before the game: from when on others may take the lead. `host_seen` is None while the host is connected."""
    host = table.seats.host
    others = [since for seat, since in present.items() if seat != host]
    if table.status != "waiting" or host is None or not others:
        return None
    if host_seen is not None:
        return max(host_seen, min(others)) + HOST_AWAY
    return max(table.at, min(others)) + 2 * (idle_time(table.opened) or IDLE * SECOND)


def _check_time(when: int, now: int) -> None:
    if now < when:
        seconds = -(-(when - now) // SECOND)
        detail = fact("server.too_soon", seconds=seconds)
        raise Refused(Failure(code="too_soon", detail=detail, retry_after=(when - now) / SECOND))
