"""Decides who is told of a turn or a nudge and when, and sends the notice until it has arrived or is too late."""

import asyncio
import hashlib
import logging
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol

import msgspec

from koloda.core.facts import fact
from koloda.core.text import say
from koloda.server.bus.notes import NoticesChanged
from koloda.server.messages import Failure, PushSubscription
from koloda.server.push.delivery import BadEndpoint, PushAnswer, PushRequest
from koloda.server.storage.push import PushTarget
from koloda.server.tables.clocks import SECOND, Alarm
from koloda.server.tables.refusals import Refused
from koloda.server.tables.services import Services
from koloda.server.tables.state import TableState

if TYPE_CHECKING:  # loaded when the first browser wants notices: most servers never need the library behind it
    from koloda.server.push.vapid import ServerKey

DELAY: Final = 20 * SECOND
"""How long it must be somebody's turn, without any page of theirs, before they are told: they may just be reloading."""
KEPT_FOR: Final = 24 * 3600
"""Seconds for which a push service keeps a notice for a device that is switched off."""
MOST_DEVICES: Final = 5
"""Devices that one seat can be told on."""
MOST_WAITING: Final = 1000
"""Notices that may wait to be sent. Beyond that, they are dropped."""
AT_ONCE: Final = 4
"""Requests to push services at the same time."""
WAITS: Final = (10 * SECOND, 60 * SECOND)
"""How long to wait before the second and the third attempt, at least. There is no fourth."""
LONGEST_WAIT: Final = 300
"""Seconds. If a push service asks for more patience, the notice would come too late."""
NAMED: Final = 3
"""How many players a notice names."""

Outcome = Literal["sent", "gone", "refused", "failed", "dropped"]

log = logging.getLogger(__name__)


class Deliver(Protocol):
    """Sends requests: `delivery.Delivery`."""

    def check(self, endpoint: str) -> None: ...

    async def post(self, request: PushRequest) -> PushAnswer: ...


@dataclass(eq=False)
class Turn:
    """A pending decision of somebody who is not connected, and what they are told of it."""

    table: str
    seat: int
    number: int
    """The number of the seat's legal moves when the turn was noticed; later turns have larger ones."""
    client: str
    """The hash of the seat's token."""
    game: str
    others: Sequence[str]
    """The names of the other people at the table."""
    alarm: Alarm | None = None
    nudged: bool = False
    """Has the person been told of a nudge?"""

    @classmethod
    def of(cls, table: TableState, seat: int, number: int) -> "Turn":
        people = [(at, each) for at, each in enumerate(table.seats.by_seat) if each.token]
        others = [each.name for at, each in people if at != seat]
        return cls(table.id, seat, number, table.seats.by_seat[seat].token, table.game.name, others)


class PushNotices:
    """Tells people of their turns, at most once for each, and of one nudge."""

    def __init__(self, services: Services, deliver: Deliver) -> None:
        self._services = services
        self._deliver = deliver
        self._tables: set[str] = set()
        """Tables where somebody wants to be told: the only ones that cost anything."""
        self._turns: dict[tuple[str, int], Turn] = {}
        self._sending: set[asyncio.Task[None]] = set()
        self._free = asyncio.Semaphore(AT_ONCE)
        self._key: ServerKey | None = None
        self.counted: Callable[[str], None] = lambda outcome: None
        """Is told what has become of each notice."""

    async def start(self) -> None:
        self._tables.update(await self._services.store.push.tables())

    def close(self) -> None:
        """Send no more. What has not been sent is lost: people see the turn when they come."""
        for table, seat in [*self._turns]:
            self._turn_ends(table, seat)
        for task in self._sending:
            task.cancel()

    # Who wants to be told

    def wanted(self, table: str) -> bool:
        """Does anybody want to be told of their turns at a table?"""
        return table in self._tables

    def wanted_at(self, table: str) -> None:
        """Somebody wants to be told of their turns at a table, and said so to another node."""
        self._tables.add(table)

    def forget_key(self) -> None:
        """The key may have been renewed by another node: ask for it when it is needed."""
        self._key = None

    async def refresh(self) -> None:
        """Learn what other nodes may have told us in vain: there is another key, or somebody wants to be told."""
        self.forget_key()
        await self.start()

    async def key(self) -> str:
        """The public key that browsers subscribe with."""
        return (await self._own_key()).public

    async def _own_key(self) -> "ServerKey":
        if self._key is None:
            from koloda.server.push import vapid

            self._key = vapid.ServerKey(await self._services.store.push.key(vapid.new_key()))
        return self._key

    async def renew_key(self) -> int:
        """Browsers notice it when they next open a table, and subscribe again by themselves."""
        from koloda.server.push import vapid

        fresh = vapid.new_key()
        forgotten = await self._services.store.push.renew_key(fresh)
        self._key = vapid.ServerKey(fresh)
        self._services.node.tell(NoticesChanged())
        for table in [*self._tables]:
            self.table_gone(table)
        return forgotten

    async def devices(self) -> int:
        return await self._services.store.push.devices()

    async def subscribe(self, table: TableState, seat: int, wanted: PushSubscription) -> None:
        """Tell the person in a seat on one more device. Raises `Refused` if that is not possible."""
        target = self._target(wanted)
        clients = [each.token for each in table.seats.by_seat if each.token]
        client = table.seats.by_seat[seat].token
        await self._services.store.push.subscribe(table.id, clients, client, target, MOST_DEVICES)
        self._tables.add(table.id)
        self._services.node.tell(NoticesChanged(table=table.id))

    def _target(self, wanted: PushSubscription) -> PushTarget:
        from koloda.server.push.encryption import read_point
        from koloda.server.push.vapid import from_base64url

        try:
            self._deliver.check(wanted.endpoint)
            key, auth = from_base64url(wanted.p256dh), from_base64url(wanted.auth)
            read_point(key)
            if len(auth) != 16:
                raise ValueError("auth has 16 bytes")
        except (BadEndpoint, ValueError) as error:
            problem = Failure(code="bad_message", detail=fact("http.bad_message", problem=str(error)))
            raise Refused(problem) from None
        return PushTarget(endpoint=wanted.endpoint, key=key, auth=auth, language=wanted.language)

    async def forget(self, endpoint: str) -> None:
        """Tell nobody any more on this device."""
        await self._services.store.push.forget(endpoint)

    async def follow(self, table: str, following: str) -> None:
        """Whoever is told of their turns at a table is told at that of its rematch, too."""
        if await self._services.store.push.copy(table, following):
            self._tables.add(following)
            self._services.node.tell(NoticesChanged(table=following))

    # Whose turn it is

    def table_changed(self, table: TableState, here: Sequence[bool]) -> None:
        """Something has happened at a table, or somebody has come or gone; `here` says who is connected."""
        if table.id not in self._tables:
            return
        if table.status in ("over", "closed"):
            self._tables.discard(table.id)
        for seat in range(table.opened.players):
            moves = table.legal_moves[seat]
            awaited = seat in table.due and seat in table.seats.deciding and not here[seat]
            if not awaited or moves is None:
                self._turn_ends(table.id, seat)
            elif (table.id, seat) not in self._turns:
                turn = self._turns[table.id, seat] = Turn.of(table, seat, moves.number)
                turn.alarm = self._services.time.call_at(self._services.time.now() + DELAY, partial(self._tell, turn))

    def nudged(self, table: TableState, seat: int, by: int) -> None:
        """Whoever is connected sees it. Anybody else is told on their devices, of the first nudge in each turn."""
        turn = self._turns.get((table.id, seat))
        if turn is None or turn.nudged:
            return
        turn.nudged = True
        if turn.alarm is not None:
            turn.alarm.cancel()  # one notice is enough
        self._begin(self._remind(turn, table.seats.by_seat[by].name))

    def _turn_ends(self, table: str, seat: int) -> None:
        turn = self._turns.pop((table, seat), None)
        if turn is not None and turn.alarm is not None:
            turn.alarm.cancel()

    def table_gone(self, table: str) -> None:
        """A table has been removed, with everything about it."""
        self._tables.discard(table)
        for at, seat in [*self._turns]:
            if at == table:
                self._turn_ends(table, seat)

    # Sending

    def _tell(self, turn: Turn) -> None:
        self._begin(self._tell_devices(turn))

    async def _tell_devices(self, turn: Turn) -> None:
        self._send_all(turn, await self._services.store.push.untold(turn.table, turn.client, turn.number))

    async def _remind(self, turn: Turn, by: str) -> None:
        """Tell all devices, whether they have been told of the turn or not."""
        push = self._services.store.push
        await push.untold(turn.table, turn.client, turn.number)
        self._send_all(turn, await push.targets(turn.table, turn.client), by)

    def _send_all(self, turn: Turn, targets: Sequence[PushTarget], by: str = "") -> None:
        for target in targets:
            if len(self._sending) > MOST_WAITING:
                self.counted("dropped")
            else:
                self._begin(self._send(turn, target, by))

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = self._services.begin(work)
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    async def _send(self, turn: Turn, target: PushTarget, by: str) -> None:
        """Try a few times, as long as it is still the same turn."""
        pause = 0
        for wait in (*WAITS, None):
            await self._services.until(self._services.time.now() + pause)
            if self._turns.get((turn.table, turn.seat)) is not turn:
                return
            async with self._free:
                answer = await self._deliver.post(await self._request(turn, target, by))
            if wait is None or not _temporary(answer):
                break
            pause = max(wait, SECOND * (answer.retry_after or 0))
        if answer.status in (404, 410):
            await self.forget(target.endpoint)
        self.counted(_outcome(answer))
        if _outcome(answer) in ("refused", "failed"):
            log.warning("a notice was not delivered", extra={"more": {"status": answer.status}})

    async def _request(self, turn: Turn, target: PushTarget, by: str) -> PushRequest:
        from koloda.server.push.encryption import encrypt
        from koloda.server.push.vapid import base64url, contact_of

        key = await self._own_key()
        now = self._services.time.now() // SECOND
        headers = {
            "authorization": key.authorization(target.endpoint, contact_of(self._services.address), now),
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(KEPT_FOR),
            "urgency": "high",
            # A newer notice replaces an older one that has not arrived. A table's id would let the push service in.
            "topic": base64url(hashlib.sha256(f"koloda push {turn.table}".encode()).digest())[:32],
        }
        return PushRequest(target.endpoint, headers, encrypt(notice(turn, target, by), target.key, target.auth))


def notice(turn: Turn, target: PushTarget, by: str = "") -> bytes:
    """Which game, at whose table, and where it is: in the reader's language, and nothing about cards. `by` is the name
    of somebody who has nudged the reader.
    """
    game = say(fact(f"{turn.game}.title"), target.language)
    named, more = ", ".join(turn.others[:NAMED]), len(turn.others) - NAMED
    if by:
        about = fact("server.notice_nudge", name=by)
    elif not turn.others:
        about = fact("server.notice_bots")
    elif more > 0:
        about = fact("server.notice_many", names=named, more=more)
    else:
        about = fact("server.notice_table", names=named)
    title = say(fact("server.notice_turn", game=game), target.language)
    return msgspec.json.encode({"title": title, "body": say(about, target.language), "path": f"t/{turn.table}"})


def _temporary(answer: PushAnswer) -> bool:
    if (answer.retry_after or 0) > LONGEST_WAIT:
        return False
    return answer.status in (0, 408, 429) or answer.status >= 500


def _outcome(answer: PushAnswer) -> Outcome:
    if 200 <= answer.status < 300:
        return "sent"
    if answer.status in (404, 410):
        return "gone"
    return "refused" if 300 <= answer.status < 500 and answer.status not in (408, 429) else "failed"
