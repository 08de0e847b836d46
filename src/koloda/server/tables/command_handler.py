"""What people ask for at a table, answered once however often it is asked."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import msgspec

from koloda.core.errors import KolodaError
from koloda.core.facts import fact
from koloda.server import messages
from koloda.server.messages import Answer, Failure
from koloda.server.storage.store import Conflict, StorageError
from koloda.server.tables import commands
from koloda.server.tables.clocks import SECOND
from koloda.server.tables.idempotency import Remembered
from koloda.server.tables.refusals import Refused, failure_of, refused
from koloda.server.tables.seats import hashed
from koloda.server.tables.services import RETRY
from koloda.server.tables.state import Room

if TYPE_CHECKING:
    from koloda.server.tables.live_table import Desk

STORAGE = Failure(code="storage", detail=fact("server.storage"), retry_after=RETRY / SECOND)

Rematch = Callable[[Room, int], Awaitable[str]]
"""Opens the table of a rematch that a seat asks for, notes it in the room and returns its id."""

_encode = msgspec.json.Encoder().encode
_answer = msgspec.json.Decoder(Answer)


class Replies:
    def __init__(self, desk: "Desk") -> None:
        self._desk = desk
        self._remembered = Remembered()

    async def do(self, token: str | None, command: messages.AnyCommand, rematch: Rematch) -> Answer:
        async with self._desk.lock:
            try:
                room = await self._desk.room()
                seat = room.places.seat_of(hashed(token)) if token else None
                if seat is None:
                    raise refused("no_seat", "no_seat")
                if not 1 <= len(command.id) <= commands.LONGEST_ID:
                    raise refused("bad_message", "command_id", most=commands.LONGEST_ID)
                return await self._once(room, seat, command, rematch)
            except Refused as problem:
                if problem.failure.code == "no_table":
                    raise
                return Answer(id=command.id, seq=self._desk.seq, failure=problem.failure)
            except (Conflict, StorageError):
                return Answer(id=command.id, seq=self._desk.seq, failure=STORAGE)

    async def _once(self, room: Room, seat: int, command: messages.AnyCommand, rematch: Rematch) -> Answer:
        """A repeat gets the first answer. A repeated move is always stale, so only refused ones are looked up."""
        key = (room.places.by_seat[seat].token, command.id)
        known = self._remembered.get(key)
        if known is None and not isinstance(command, messages.Act | messages.Emote):
            known = await self._stored_answer(key)
        if known is not None:
            return known
        before = room.seq
        following = None
        try:
            if isinstance(command, messages.Emote):
                self._desk.show(_encode(messages.Felt(seat=seat, emote=command.emote)))
            elif isinstance(command, messages.Rematch):
                following = await rematch(room, seat)
            else:
                self._desk.attempt(
                    room, lambda room, now: commands.carry_out(room, seat, command, now, self._desk.house.bots)
                )
        except (Refused, KolodaError) as problem:
            stored = await self._stored_answer(key) if isinstance(command, messages.Act) else None
            failure = problem.failure if isinstance(problem, Refused) else failure_of(problem)
            return self._remembered.keep(key, stored or Answer(id=command.id, seq=self._desk.seq, failure=failure))
        answer = Answer(id=command.id, seq=room.seq, next=following)
        try:
            await self._desk.store(room, before, key, _encode(answer))
        except Conflict:
            known = await self._stored_answer(key)
            if known is None:
                raise
            return known
        return self._remembered.keep(key, answer)

    async def _stored_answer(self, key: tuple[str, str]) -> Answer | None:
        stored = await self._desk.house.store.answer(self._desk.table, key)
        return None if stored is None else _answer.decode(stored)
